// Starts a bundled program that is killed before one of its changes to the file system, or that keeps what a kill there would leave.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Keeping } from './kill-before.ts';

const preload = new URL('./kill-before.ts', import.meta.url).href;

export interface Disturbance {
  /** The process is killed before this change; it ends by itself if it makes fewer. */
  readonly killBefore?: number;
  readonly keep?: Keeping;
}

export interface Ended {
  readonly killed: boolean;
  /** How many changes it made; not a number if it was killed. */
  readonly changes: number;
  readonly stderr: string;
}

export function runDisturbed(program: string, args: readonly string[], { killBefore, keep }: Disturbance): Promise<Ended> {
  return new Promise((done) => {
    const child = spawn(process.execPath, ['--import', preload, program, ...args], {
      stdio: 'pipe',
      env: { ...process.env, KILL_BEFORE: String(killBefore ?? Number.NaN), KEEP_BEFORE: JSON.stringify(keep ?? null) },
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk) => (stdout += chunk));
    child.stderr.on('data', (chunk) => (stderr += chunk));
    child.once('close', (_, signal) =>
      done({ killed: signal === 'SIGKILL', changes: Number(/changes (\d+)/.exec(stdout)?.[1] ?? 'NaN'), stderr }),
    );
  });
}

/** The folder of `keep` as it stood before the change. */
export function keptAt(into: string, change: number, place = 0): string {
  return join(into, String(change), String(place));
}
