/** Half of the threads that Node gives a process: the others hash passwords and read files. */
const AT_ONCE = 2;

let working = 0;
const line: (() => void)[] = [];

/** Does work that holds a thread for long (drawing, encoding), in the order asked for, two at once in the process. */
export async function inLine<Result>(work: () => Promise<Result>): Promise<Result> {
  if (working >= AT_ONCE) await new Promise<void>((resolve) => line.push(resolve));
  else working += 1;
  try {
    return await work();
  } finally {
    // The place goes to the next one in line, if any.
    const next = line.shift();
    if (next) next();
    else working -= 1;
  }
}
