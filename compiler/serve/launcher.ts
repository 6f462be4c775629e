// Notices when the npm that started this process has ended. npx and npm run pass no signal on, so a
// server would stay behind and hold its port.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const checkEveryMs = 500;

/** Resolves when the npm that started this process has ended. Never, if no npm started it. */
export async function npmEnded(environment: NodeJS.ProcessEnv = process.env): Promise<void> {
  // npm starts a shell, and the shell starts this process.
  const shell = process.ppid;
  const npm = environment['npm_command'] === undefined ? null : parentOf(shell);
  return new Promise((ended) => {
    if (npm === null) return;
    const checking = setInterval(() => {
      if (process.ppid === shell && parentOf(shell) === npm) return;
      clearInterval(checking);
      ended();
    }, checkEveryMs);
    // The timer must not keep this process alive.
    checking.unref();
  });
}

/** The parent of a process; null if it is gone, or if the platform does not say. */
function parentOf(id: number): number | null {
  try {
    const text =
      process.platform === 'linux'
        ? /\) \S (\d+)/.exec(readFileSync(`/proc/${id}/stat`, 'utf8'))?.[1]
        : execFileSync('ps', ['-o', 'ppid=', '-p', String(id)], { encoding: 'utf8' });
    const parent = Number(text);
    return Number.isInteger(parent) && parent > 0 ? parent : null;
  } catch {
    return null;
  }
}
