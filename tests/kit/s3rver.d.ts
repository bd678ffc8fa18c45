declare module 's3rver' {
  /** An S3 server for tests: buckets are folders; `S3RVER` is both key and secret. */
  export default class S3rver {
    constructor(options: {
      port: number;
      silent: boolean;
      directory: string;
      configureBuckets: readonly { name: string; configs: readonly string[] }[];
    });
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}
