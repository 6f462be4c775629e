// An update that is killed wherever it stands, also in the middle of a download: the next one completes, and what is served is
// always whole.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rootHash, sha256 } from '#compiler/digest.ts';
import { readCatalogue } from '#compiler/edition/catalogue.ts';
import { type Publisher, startPublisher } from '../publisher/publisher.ts';
import { slowly } from '../publisher/ways.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { firstVolumes, publishVolumes } from './publications.ts';

const cli = fileURLToPath(new URL('../../compiler/cli.ts', import.meta.url));
/** How long the publisher takes over its files, in milliseconds; both are asked for at once. */
const downloading = 600;
let publisher: Publisher;

beforeAll(async () => {
  publisher = await startPublisher();
  publishVolumes(publisher, await firstVolumes());
});
afterAll(() => publisher.close());

interface Ended {
  readonly code: number | null;
  readonly milliseconds: number;
  readonly stderr: string;
}

/** Runs `lmi update` as a person does, and kills it so many milliseconds after it has asked for the first file. */
function lmiUpdate(directory: string, killAfter = Number.POSITIVE_INFINITY): Promise<Ended> {
  publisher.forget();
  publisher.next('excel', slowly(20, downloading / 20), slowly(20, downloading / 20));
  return new Promise((done) => {
    const started = performance.now();
    const args = [cli, 'update', '--source', 'soc-structure', 'soc-index', '--out', directory];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, LMI_ONS_URL: publisher.url } });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    let asked: number | null = null;
    const watch = setInterval(() => {
      if (asked === null && publisher.seen.some(({ address }) => address.includes('excel'))) asked = performance.now();
      if (asked !== null && performance.now() - asked >= killAfter) child.kill('SIGKILL');
    }, 1);
    child.once('close', (code) => {
      clearInterval(watch);
      done({ code, milliseconds: performance.now() - (asked ?? started), stderr });
    });
  });
}

/** Whatever the catalogue names is there, whole, and every snapshot is what its name says. */
function expectWhole(directory: string): void {
  for (const { id, root } of readCatalogue(directory)?.catalogue.editions ?? []) {
    const record = JSON.parse(readFileSync(join(directory, 'editions', id, 'edition.json'), 'utf8'));
    for (const file of record.files) expect(sha256(readFileSync(join(directory, 'editions', id, file.file)))).toBe(file.sha256);
    expect(rootHash(record.files)).toBe(root);
  }
  for (const source of ['soc-structure', 'soc-index']) {
    const folder = join(directory, 'snapshots', source);
    const snapshots = existsSync(folder) ? readdirSync(folder).filter((name) => /^[0-9a-f]{64}$/.test(name)) : [];
    for (const name of snapshots) expect(sha256(readFileSync(join(folder, name)))).toBe(name);
  }
}

test('killed at any moment, an update leaves the old or the new state, and the next one completes', { timeout: 240_000 }, async () => {
  const untouched = temporaryDirectory();
  const whole = await lmiUpdate(untouched);
  expect([whole.code, whole.stderr]).toEqual([0, expect.not.stringMatching(/attempt/)]);
  const expected = readCatalogue(untouched)?.catalogue.editions.map(({ id, root, state }) => [id, root, state]);
  expect(expected).toHaveLength(2);
  const rest = whole.milliseconds - downloading;
  // Random moments: half of them while the files come, the others while they are compiled.
  const moments = [0, 1, 2, 3, 4].flatMap((fifth) => [(downloading * (fifth + Math.random())) / 5, downloading + (rest * (fifth + Math.random())) / 5]);
  let killed = 0;
  let resumed = 0;
  for (const moment of moments) {
    const directory = temporaryDirectory();
    const cut = await lmiUpdate(directory, moment);
    if (cut.code === null) killed += 1;
    expectWhole(directory);
    const next = await lmiUpdate(directory);
    expect(next.code).toBe(0);
    if (/goes on after/.test(next.stderr)) resumed += 1;
    expectWhole(directory);
    expect(readCatalogue(directory)?.catalogue.editions.map(({ id, root, state }) => [id, root, state])).toEqual(expected);
    expect(readdirSync(join(directory, 'editions')).filter((name) => name.startsWith('.'))).toEqual([]);
    expect(readdirSync(directory).sort()).toEqual(['catalogue.json', 'editions', 'snapshots']);
  }
  expect(killed).toBeGreaterThan(4);
  expect(resumed).toBeGreaterThan(0);
});
