declare module 'virtual:react-router/server-build' {
  import type { ServerBuild } from 'react-router';
  export const entry: ServerBuild['entry'];
  export const routes: ServerBuild['routes'];
  export const assets: ServerBuild['assets'];
  export const publicPath: ServerBuild['publicPath'];
  export const assetsBuildDirectory: ServerBuild['assetsBuildDirectory'];
  export const future: ServerBuild['future'];
  export const ssr: ServerBuild['ssr'];
  export const isSpaMode: ServerBuild['isSpaMode'];
  export const prerender: ServerBuild['prerender'];
  export const routeDiscovery: ServerBuild['routeDiscovery'];
}

declare module 'wawoff2' {
  /** The plain font of a WOFF2 file. */
  export function decompress(font: Uint8Array): Promise<Uint8Array>;
}

declare module 'html-to-text' {
  export type SelectorDefinition = object;
  export interface HtmlToTextOptions {
    readonly wordwrap?: number | false;
    readonly limits?: object;
    readonly selectors?: SelectorDefinition[];
  }
  /** Reads any number of pages with the same options. */
  export function compile(options: HtmlToTextOptions): (html: string) => string;
}

declare module 'pg/lib/utils.js' {
  const utils: { prepareValue(value: unknown): string | Buffer | null };
  export default utils;
}
