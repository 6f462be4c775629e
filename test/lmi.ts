// The command line in this process: what it prints, and its exit code. A test that is about the
// process itself starts one.
import { vi } from 'vitest';
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
      await main(args, { inWorkerProcesses: false });
      return Number(process.exitCode ?? 0);
    });
  } finally {
    process.exitCode = exitCode;
  }
}

/** What a command prints that is called here with more than its line says. */
export async function printed(command: () => Promise<number>): Promise<Ran> {
  const told = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((part) => {
      told[name] += Buffer.from(part).toString();
      return true;
    }),
  );
  try {
    return { status: await command(), ...told };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
