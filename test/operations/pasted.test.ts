// Every command that a report, a review or an error prints can be pasted: it is read as a shell
// reads it, and runs.
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, lstatSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { dailyCommand } from '#compiler/commands/daily.ts';
import { typeCommands } from '#compiler/report/print.ts';
import { noteReviewed } from '#compiler/review/review.ts';
import { lmi, printed } from '../lmi.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import {
  callReal,
  catalogueOf,
  copyOf,
  directoryWithHeld,
  editionOf,
  first,
  publishTo,
  second,
} from './scene.ts';

const held = await directoryWithHeld(true);

/** The arguments of the lines that are commands, as a shell splits them. */
const commandsIn = (text: string) =>
  text.split('\n').flatMap((line) => {
    const command = /^\s+npx lmi (.*)$/.exec(line)?.[1];
    return command === undefined
      ? []
      : [
          spawnSync('bash', ['-c', `printf '%s\\n' ${command}`], { encoding: 'utf8' })
            .stdout.trim()
            .split('\n'),
        ];
  });

/** The report of a day on which no publisher has news. */
async function reportOf(directory: string): Promise<string> {
  const store = temporaryDirectory();
  await publishTo(store, callReal(directory), { sample: false });
  typeCommands(['accept', 'doctor', 'publish', 'pull', 'review', 'update', 'withdraw'], directory);
  const day = () =>
    dailyCommand({ store, data: directory }, { name: 'update', run: async () => 0 });
  const { stdout } = await printed(day).finally(() => typeCommands([]));
  return stdout;
}

const said = async (...args: readonly string[]) => {
  const { stdout, stderr } = await lmi(...args);
  return `${stdout}${stderr}`;
};

const pasted = new Set<string>();

test.each<[string, number, (directory: string) => Promise<string>]>([
  ['the report of a day', 6, reportOf],
  [
    'a review of what is held',
    4,
    (data) => said('review', editionOf(data, 'soc-structure', second).id, '--data', data),
  ],
  [
    'a review of what is served',
    2,
    (data) => said('review', editionOf(data, 'soc-index', first).id, '--data', data),
  ],
  ['the list of what waits', 6, (data) => said('review', '--data', data)],
  [
    'a refused acceptance',
    2,
    (data) =>
      said('accept', editionOf(data, 'soc-index', second).id, '--reason', 'x', '--data', data),
  ],
  [
    'a folder that is no store',
    1,
    (data) => said('publish', temporaryDirectory(), '--sample', '--data', data),
  ],
])('%s prints commands that run', async (_, least, print) => {
  const directory = copyOf(held);
  for (const { id } of catalogueOf(directory).editions) noteReviewed(directory, id);
  const commands = commandsIn(await print(directory));
  expect(commands.length).toBeGreaterThanOrEqual(least);
  for (const args of commands) {
    // Of two commands that differ in the edition alone, one is enough. Nobody is asked over the
    // network.
    const shape = args.join(' ').replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\/\S+/g, 'ID');
    if (pasted.has(shape) || /\bupdate\b/.test(shape)) continue;
    pasted.add(shape);
    const copy = copyOf(directory);
    const own = args.map((word) => word.replace(directory, copy));
    // The sample is not published without its option, and the spine keeps an edition.
    const { status, stderr } = await lmi(
      ...own,
      ...(own.includes('--new-store') ? ['--sample'] : []),
    );
    expect(
      stderr.includes('the only edition of') || [0, 3].includes(status),
      `${own.join(' ')}\n${stderr}`,
    ).toBe(true);
  }
});

test('a launcher is named in what is printed, quoted for a shell', async () => {
  vi.stubEnv('LMI_COMMAND', '/srv/my service/lmi');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await said('review', '--data', held)).toMatch(
    /^ +'\/srv\/my service\/lmi' --data \S+ review [0-9a-f-]+$/m,
  );
});

test.skipIf(process.geteuid?.() !== 0)(
  'what root does belongs to the owner of the data directory',
  () => {
    const directory = copyOf(held);
    chmodSync(dirname(directory), 0o755);
    const within = readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((path) =>
      join(directory, path),
    );
    const owner = 12_345;
    for (const path of [directory, ...within]) chownSync(path, owner, owner);
    const command =
      `npx lmi --data ${directory} accept --not ` +
      `${editionOf(directory, 'soc-index', second).id} --reason wrong`;
    expect(
      spawnSync('bash', ['-c', command], { cwd: fileURLToPath(new URL('../..', import.meta.url)) })
        .status,
    ).toBe(0);
    const after = readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((path) =>
      join(directory, path),
    );
    expect([directory, ...after].filter((path) => lstatSync(path).uid !== owner)).toEqual([]);
  },
);
