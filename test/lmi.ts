// The command line in this process: what it prints, and its exit code. A test that is about the process itself starts one.
import { main } from '../compiler/cli.ts';

export interface Ran {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** One command at a time. What cli.ts would let fall on its caller with a stack is thrown. */
export async function lmi(...args: readonly string[]): Promise<Ran> {
  const { exitCode } = process;
  process.exitCode = undefined;
  try {
    return await printed(async () => {
      await main(args, { apart: false });
      return Number(process.exitCode ?? 0);
    });
  } finally {
    process.exitCode = exitCode;
  }
}

/** What a command prints that is called here with more than its line says. */
export async function printed(command: () => Promise<number>): Promise<Ran> {
  const streams = [process.stdout, process.stderr] as const;
  const writes = streams.map((stream) => stream.write);
  const told = streams.map((stream) => {
    const parts: string[] = [];
    stream.write = (part: string | Uint8Array) => (parts.push(Buffer.from(part).toString()), true);
    return parts;
  });
  try {
    const status = await command();
    const [stdout = '', stderr = ''] = told.map((parts) => parts.join(''));
    return { status, stdout, stderr };
  } finally {
    streams.forEach((stream, place) => {
      const write = writes[place];
      if (write !== undefined) stream.write = write;
    });
  }
}
