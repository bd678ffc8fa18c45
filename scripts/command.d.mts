/** See command.mjs, which runs before any program that reads types is installed. */
export function run(
  command: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv; silence?: number; live?: boolean },
): Promise<{ ok: boolean; out: string }>;

export function endAll(): void;
