// npm test: the checks of form, types and generated texts, the compiling of what most tests read,
// and the tests that a person waits for, side by side. "all" adds the slow and the nightly ones.
// Other arguments go to vitest: where there are some, every test may be chosen, and nothing is
// compiled before it is asked for.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import './environment.ts';
import { havePublisherFiles } from './publisher-files.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Runs a command with what it prints shown or collected; gives its exit code and what was
 * collected.
 */
function run(
  command: string,
  args: readonly string[],
  output: 'shown' | 'collected',
): Promise<{ code: number; printed: string }> {
  return new Promise((done, fail) => {
    const running = spawn(command, args, {
      cwd: root,
      stdio: output === 'shown' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    const parts: Buffer[] = [];
    for (const stream of [running.stdout, running.stderr])
      stream?.on('data', (part: Buffer) => parts.push(part));
    running.once('error', fail);
    running.once('close', (code) =>
      done({ code: code ?? 1, printed: Buffer.concat(parts).toString() }),
    );
  });
}

const [first, ...others] = process.argv.slice(2);
const isAll = first === 'all';
const chosen = first === undefined || isAll ? others : [first, ...others];
const projects = isAll || chosen.length > 0 ? [] : ['--project', 'shared'];
const compiling =
  chosen.length > 0 ? [] : isAll && havePublisherFiles ? ['live', 'sample'] : ['sample'];
// A test that finds no data compiles them itself, and says why that fails.
for (const kind of compiling)
  void run(
    process.execPath,
    [fileURLToPath(new URL('compile-data.ts', import.meta.url)), kind],
    'collected',
  );
const checking = run('npm', ['run', '--silent', 'check'], 'collected').then(({ code, printed }) => {
  console.log(code === 0 ? 'the checks passed' : printed);
  return { code, printed };
});
const tests = await run('npx', ['vitest', 'run', ...projects, ...chosen], 'shown');
const checks = await checking;
// It was printed amid the tests.
if (checks.code !== 0) console.log(`${checks.printed}\nthe checks failed: see above`);
process.exitCode = tests.code === 0 ? checks.code : tests.code;
