// workerd itself, without miniflare: a program on a port of its own, waited for until it answers.
import { type ChildProcess, spawn } from 'node:child_process';
import { workerdProgram } from '#compiler/serve/workerd.ts';

export interface WorkerdProcess {
  readonly pid: number;
  /** All that it has written so far. */
  readonly said: () => string;
  /** Resolves once it has ended. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** `isUp` is asked until it says so. A program that ends before is an error with what it wrote. */
export async function startProgram(
  command: readonly string[],
  isUp: () => Promise<boolean>,
): Promise<WorkerdProcess> {
  const [program = workerdProgram, ...args] = command;
  const child: ChildProcess = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  // A test that fails before it stops the program must not leave it running.
  const kill = (): boolean => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('close', () => process.off('exit', kill));
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += chunk));
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  const deadline = Date.now() + 20_000;
  while (!(await isUp().catch(() => false))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      kill();
      throw new Error(`${program} does not answer: ${said}`);
    }
    await new Promise((done) => setTimeout(done, 25));
  }
  return {
    pid: child.pid ?? Number.NaN,
    said: () => said,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      await ended;
    },
  };
}
