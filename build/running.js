// Ends with 1, and names them, while commands of this checkout run whose program npm ci would
// remove. It runs before anything is installed, so it is JavaScript for any Node.
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = realpathSync(dirname(dirname(fileURLToPath(import.meta.url))));
const programs = ['bin', 'compiler'].map((folder) => join(root, folder) + sep);

/** The words of the command line of each process that this user may see. */
function processes() {
  if (process.platform !== 'linux')
    return execFileSync('ps', ['-A', '-o', 'pid=,args='], { encoding: 'utf8' })
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .map(([id, ...words]) => ({ id: Number(id), words, folder: root }));
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => {
      try {
        const words = readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0');
        return [{ id: Number(id), words, folder: readlinkSync(`/proc/${id}/cwd`) }];
      } catch {
        // It has ended, or belongs to somebody else.
        return [];
      }
    });
}

/** Whether a word names a program of this checkout. */
function isProgram(word, folder) {
  if (!/lmi|\.ts$/.test(word)) return false;
  try {
    const file = realpathSync(resolve(folder, word));
    return programs.some((beginning) => file.startsWith(beginning));
  } catch {
    return false;
  }
}

const running = processes().filter(
  ({ id, words, folder }) =>
    id !== process.pid && words.slice(0, 10).some((word) => isProgram(word, folder)),
);
if (running.length > 0) {
  const lines = running.slice(0, 10).map(({ id, words }) => `  ${id} ${words.join(' ').trim()}`);
  if (running.length > 10) lines.push(`  and ${running.length - 10} more`);
  process.stderr.write(
    `${root}: packages must be installed, and npm ci would remove those that running commands use:
${lines.join('\n')}
  wait until they have ended or stop them, then run make again
`,
  );
  process.exitCode = 1;
}
