// Every command that a report, a review or an error prints is pasted into a shell, and runs.
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, lstatSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { dailyCommand } from '#compiler/commands/daily.ts';
import { typeCommands } from '#compiler/report/print.ts';
import { noteReviewed } from '#compiler/review/review.ts';
import { lmi } from '../lmi.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { callReal, catalogueOf, copyOf, directoryWithHeld, editionOf, first, publishTo, second } from './scene.ts';

let held: string;
beforeAll(async () => {
  held = await directoryWithHeld();
});
afterEach(() => void vi.unstubAllEnvs());

const checkout = fileURLToPath(new URL('../..', import.meta.url));
const paste = (command: string) => spawnSync('bash', ['-c', command], { cwd: checkout, encoding: 'utf8' });

/** The lines that are commands. */
const commandsIn = (text: string) => text.split('\n').flatMap((line) => /^\s+(npx lmi .*)$/.exec(line)?.[1] ?? []);

/** The report of a day on which no publisher has news. */
async function reportOf(directory: string): Promise<string> {
  const store = temporaryDirectory();
  await publishTo(store, callReal(directory), { sample: false });
  typeCommands(['accept', 'doctor', 'probe', 'publish', 'pull', 'review', 'update', 'withdraw'], directory);
  let report = '';
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((report += String(text)), true));
  await dailyCommand({ store, data: directory }, { name: 'update', run: async () => 0 }).finally(() => {
    write.mockRestore();
    typeCommands([]);
  });
  return report;
}

const said = async (...args: readonly string[]) => {
  const { stdout, stderr } = await lmi(...args);
  return `${stdout}${stderr}`;
};
const texts: readonly (readonly [string, number, (directory: string) => Promise<string>])[] = [
  ['the report of a day', 6, reportOf],
  ['a review of what is held', 4, (data) => said('review', editionOf(data, 'soc-structure', second).id, '--data', data)],
  ['a review of what is served', 2, (data) => said('review', editionOf(data, 'soc-index', first).id, '--data', data)],
  ['the list of what waits', 6, (data) => said('review', '--data', data)],
  ['a refused acceptance', 2, (data) => said('accept', editionOf(data, 'soc-index', second).id, '--reason', 'x', '--data', data)],
  ['a folder that is no store', 1, (data) => said('publish', temporaryDirectory(), '--sample', '--data', data)],
];
/** Of two commands that differ in the edition alone, one is enough. */
const pasted = new Set<string>();

test.each(texts)('%s prints commands that run', async (_, least, print) => {
  const directory = copyOf(held);
  for (const { id } of catalogueOf(directory).editions) noteReviewed(directory, id);
  const commands = commandsIn(await print(directory));
  expect(commands.length).toBeGreaterThanOrEqual(least);
  for (const command of commands) {
    const shape = command.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\/\S+/g, 'ID');
    // Nobody is asked over the network.
    if (pasted.has(shape) || / (probe|update) /.test(command)) continue;
    pasted.add(shape);
    const own = command.replaceAll(directory, copyOf(directory));
    // The sample is not published without its option, and the spine keeps an edition.
    const { status, stderr } = paste(own.includes('--new-store') ? `${own} --sample` : own);
    expect(stderr.includes('the only edition of') || [0, 3].includes(status ?? 1), `${own}\n${stderr}`).toBe(true);
  }
});

test('a launcher is named in what is printed, quoted for a shell', async () => {
  vi.stubEnv('LMI_COMMAND', '/srv/my service/lmi');
  expect(await said('review', '--data', held)).toMatch(/^ +'\/srv\/my service\/lmi' --data \S+ review [0-9a-f-]+$/m);
});

test.skipIf(process.geteuid?.() !== 0)('what root does belongs to the owner of the data directory', () => {
  const directory = copyOf(held);
  const [owner, group] = [12_345, 12_345];
  chmodSync(dirname(directory), 0o755);
  const everything = () => [
    directory,
    ...readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((path) => join(directory, path)),
  ];
  for (const path of everything()) chownSync(path, owner, group);
  const { status, stderr } = paste(`npx lmi --data ${directory} withdraw ${editionOf(directory, 'soc-index', first).id} --reason wrong`);
  // The only edition of the spine stays, which is said after the lock was taken and given back.
  expect([status, stderr]).toEqual([2, expect.stringContaining('the only edition of soc-index')]);
  expect(paste(`npx lmi --data ${directory} accept --not ${editionOf(directory, 'soc-index', second).id} --reason wrong`).status).toBe(0);
  expect(everything().filter((path) => lstatSync(path).uid !== owner)).toEqual([]);
});
