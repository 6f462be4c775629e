// lmi update against a publisher that brings something new, and one that misbehaves: the verdict, what is served afterwards, and
// the line that says what happened.
import { cpSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import glob from 'fast-glob';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Catalogue } from '#schemas/catalogue.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { describeUpdate, exitCodeOfUpdate } from '#compiler/commands/update.ts';
import { sha256 } from '#compiler/edition/digest.ts';
import { readCatalogue } from '#compiler/edition/catalogue.ts';
import { describeProblems } from '#compiler/report/report.ts';
import { keptDownloads } from '#compiler/release/snapshots.ts';
import type { Timeouts } from '#compiler/fetch/http.ts';
import type { Source } from '#sources/kit/source.ts';
import { type UpdateResult, update } from '#compiler/fetch/update.ts';
import { socIndex, socStructure } from '../compiler/slim-sources.ts';
import { fileAddress, landingHtml, ons, paths, publishVolume, structureName } from '../publisher/ons.ts';
import { type Publisher, type Way, startPublisher } from '../publisher/publisher.ts';
import { cutAfter, dripping, errorPage, nothing, redirect, shortened, silent, status } from '../publisher/ways.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { impatient, stillClock } from './no-waiting.ts';
import { type Volumes, changed, firstVolumes, publishVolumes } from './publications.ts';
import { rewriteCatalogue } from '../rewrite-catalogue.ts';

const spine: readonly Source[] = [socStructure, socIndex];
let publisher: Publisher;
let volumes: Volumes;
let baseline: string;
let directory: string;

interface Run extends UpdateResult {
  readonly code: number;
  /** Everything that a person would have read. */
  readonly lines: string;
}

async function run({
  sources = spine,
  wanted = sources,
  ...http
}: {
  sources?: readonly Source[];
  wanted?: readonly Source[];
  timeouts?: Timeouts;
} = {}): Promise<Run> {
  const said: string[] = [];
  const result = await update({
    sources,
    wanted,
    directory,
    http: { clock: stillClock(), standIns: new Map([[ons, publisher.url]]), ...http },
    progress: () => {},
    say: (line) => said.push(line),
  });
  const problems = describeProblems(
    result.outcomes,
    result.sources.flatMap((source) => source.problems),
  );
  return { ...result, code: exitCodeOfUpdate(result), lines: [...said, ...problems, ...describeUpdate(result)].join('\n') };
}

function catalogue(): Catalogue {
  const found = readCatalogue(directory);
  if (found === null) throw new Error(`${directory} has no catalogue`);
  return found.catalogue;
}

const served = () => Object.fromEntries(catalogue().sources.map((source) => [source.key, source.served]));
const ingest = (source: Source) => catalogue().sources.find(({ key }) => key === source.key)?.ingest;
const verdicts = ({ sources }: UpdateResult) =>
  sources.map(({ source, releases, problems }) => [source, releases.map(({ verdict }) => verdict).join(), problems.length]);

/** Digests of every file of the served editions. */
function bytesServed(): Record<string, string> {
  const files = Object.values(served()).flatMap((ids) => ids.flatMap((id) => glob.sync(`editions/${id}/**`, { cwd: directory })));
  return Object.fromEntries(files.sort(byCodeUnit).map((file) => [file, sha256(readFileSync(join(directory, file)))]));
}

/** Volume 1 in a later release of the bytes given. */
function publishNext(bytes: Uint8Array): void {
  publishVolume(publisher, paths.structure, [volumes.structure, { name: structureName('20260827'), bytes }]);
}

beforeAll(async () => {
  publisher = await startPublisher();
  volumes = await firstVolumes();
  publishVolumes(publisher, volumes);
  baseline = temporaryDirectory();
  directory = baseline;
  const first = await run();
  if (first.code !== 0) throw new Error(first.lines);
});
afterAll(() => publisher.close());
beforeEach(() => {
  publisher.forget();
  publishVolumes(publisher, volumes);
  directory = temporaryDirectory();
  cpSync(baseline, directory, { recursive: true });
});

describe('a first run', () => {
  test('downloads, compiles and publishes, and notes where everything came from', () => {
    expect(catalogue().editions.map(({ source, release, released, state }) => [source, release, released, state])).toEqual([
      ['soc-structure', '2025-12-03', '2025-12-03', 'served'],
      ['soc-index', '2025-12-03', '2025-12-03', 'served'],
    ]);
    const { checked, changed: since, ...rest } = ingest(socStructure) ?? {};
    expect(rest).toEqual({ configured: true, fault: null, detail: null, newest: '2025-12-03', nextRelease: null, notices: [] });
    expect([checked, since]).toEqual([expect.stringMatching(/Z$/), checked]);
    const url = `${ons}/file?uri=${paths.structure}/${volumes.structure.name}`;
    expect(keptDownloads(directory, 'soc-structure').get(url)).toMatchObject({
      sha256: sha256(volumes.structure.bytes),
      arrival: {
        release: '2025-12-03',
        file: volumes.structure.name,
        download: { url, etag: `"${sha256(volumes.structure.bytes).slice(0, 16)}"`, lastModified: null },
      },
    });
    expect(readdirSync(directory).sort()).toEqual(['catalogue.json', 'editions', 'records', 'snapshots']);
  });

  test('that brings nothing leaves no catalogue, so that the sample is still what is served', async () => {
    directory = temporaryDirectory();
    publisher.remove(paths.structure);
    publisher.remove(paths.index);
    const { code } = await run();
    expect([code, existsSync(join(directory, 'catalogue.json'))]).toEqual([4, false]);
  });
});

describe('nothing new', () => {
  test('304: nothing is downloaded or compiled, and only the time of checking moves', async () => {
    const before = catalogue();
    const { code, lines, outcomes } = await run();
    expect([code, outcomes]).toEqual([0, []]);
    expect(lines).toBe('soc-structure: nothing new, 2025-12-03 is the newest\nsoc-index: nothing new, 2025-12-03 is the newest');
    const without = ({ serial: _, previous: __, written: ___, sha256: ____, sources, ...rest }: Catalogue) => ({
      ...rest,
      sources: sources.map(({ ingest: { checked: _____, ...seen }, ...source }) => ({ ...source, seen })),
    });
    const after = catalogue();
    expect(without(after)).toEqual(without(before));
    expect(after.sources.every((source, place) => (source.ingest.checked ?? '') > (before.sources[place]?.ingest.checked ?? ''))).toBe(
      true,
    );
    expect(publisher.seen.filter(({ headers }) => headers['if-none-match'] !== undefined)).toHaveLength(2);
  });

  const newer: readonly Source[] = [socStructure, { ...socIndex, format: socIndex.format + 1 }];

  test('newer code that writes another format makes the edition again from what is kept', async () => {
    const before = served();
    const again = await run({ sources: newer });
    expect([again.code, again.sources.flatMap(({ releases }) => releases.flatMap(({ files }) => files.map(({ state }) => state)))]).toEqual(
      [0, ['unchanged', 'unchanged']],
    );
    expect(served()['soc-structure']).toEqual(before['soc-structure']);
    const [made = ''] = served()['soc-index'] ?? [];
    expect(catalogue().editions.map(({ id, state }) => [id, state])).toContainEqual([made, 'served']);
    expect(before['soc-index']).not.toContain(made);
  });

  test('newer code that writes another format does not bring a withdrawn edition back', async () => {
    const withdrawn = { reason: 'wrong', at: '2026-11-22T00:00:00Z', replacedBy: null };
    rewriteCatalogue(directory, ({ editions, sources, ...rest }) => ({
      ...rest,
      sources: sources.map((source) => (source.key === 'soc-index' ? { ...source, served: [] } : source)),
      editions: editions.map((edition) => (edition.source === 'soc-index' ? { ...edition, state: 'withdrawn', withdrawn } : edition)),
    }));
    expect((await run({ sources: newer })).outcomes).toEqual([]);
    expect(served()['soc-index']).toEqual([]);
  });

  test('a changed ETag with equal bytes is recorded, and nothing is compiled', async () => {
    publisher.put(fileAddress(paths.structure, volumes.structure.name), volumes.structure.bytes, { etag: '"another"' });
    const { code, lines, outcomes } = await run();
    expect([code, outcomes]).toEqual([0, []]);
    expect(lines).toContain(`soc-structure 2025-12-03 ${volumes.structure.name}: equal bytes, recorded with the server's new validators`);
    publisher.forget();
    await run();
    expect(publisher.seen.map(({ headers }) => headers['if-none-match'])).toContain('"another"');
  });

  test('a sidecar that is damaged is told as a problem of its source, and mended by what is downloaded for it', async () => {
    const [sidecar = ''] = glob.sync('snapshots/soc-structure/*.json', { cwd: directory, absolute: true });
    writeFileSync(sidecar, '{');
    const { code, lines, sources } = await run();
    expect([code, verdicts({ sources, outcomes: [] })]).toEqual([
      4,
      [
        ['soc-structure', 'unchanged', 1],
        ['soc-index', 'unchanged', 0],
      ],
    ]);
    expect(lines).toContain(`${sidecar}: is not a sidecar of a snapshot: is not JSON`);
    expect((await run()).code).toBe(0);
  });

  test('files that were handed in are known again, and from then on by what the server calls them', async () => {
    for (const sidecar of glob.sync('snapshots/*/*.json', { cwd: directory, absolute: true })) {
      writeFileSync(sidecar, readFileSync(sidecar, 'utf8').replace(/"download":\{.*?\}/, '"download":null'));
    }
    const { code, outcomes } = await run();
    expect([code, outcomes]).toEqual([0, []]);
    publisher.forget();
    await run();
    expect(publisher.seen.filter(({ headers }) => headers['if-none-match'] !== undefined)).toHaveLength(2);
  });

  test('equal cells in new bytes: touched, no new edition', async () => {
    const before = served();
    publisher.put(
      fileAddress(paths.structure, volumes.structure.name),
      await changed(volumes.structure.bytes, (_, text) => text.replace('</worksheet>', '\n</worksheet>')),
    );
    const result = await run();
    expect([result.code, verdicts(result)]).toEqual([
      0,
      [
        ['soc-structure', 'touched', 0],
        ['soc-index', 'unchanged', 0],
      ],
    ]);
    expect(result.lines).toContain('soc-structure 2025-12-03: touched: other bytes, equal cells, no new edition');
    expect(served()).toEqual(before);
    expect(catalogue().editions.find(({ source }) => source === 'soc-structure')?.touched).not.toBeNull();
    expect(ingest(socStructure)?.changed).toBe(readCatalogue(baseline)?.catalogue.sources[0]?.ingest.changed);
    expect((await run()).outcomes).toEqual([]);
  });
});

describe('something new', () => {
  test('a correction is served, and where it is taken back what it corrected is served again', async () => {
    const address = fileAddress(paths.structure, volumes.structure.name);
    const before = served();
    publisher.put(
      address,
      await changed(volumes.structure.bytes, (_, text) => text.replaceAll('Elected officers and representatives', 'Elected officers')),
    );
    await run();
    expect(served()).not.toEqual(before);
    publisher.put(address, volumes.structure.bytes);
    const back = await run();
    expect(back.lines).toContain('soc-structure 2025-12-03: the publisher went back to earlier files, so their edition is served again');
    expect(served()).toEqual(before);
    expect((await run()).outcomes).toEqual([]);
  });

  test('a new release is published, with all that needs it, by one replacement of the catalogue', async () => {
    const before = catalogue();
    publishNext(
      await changed(volumes.structure.bytes, (_, text) => text.replaceAll('Elected officers and representatives', 'Elected officers')),
    );
    const result = await run();
    expect(result.code).toBe(0);
    expect(result.outcomes.map(({ source, release, verdict }) => [source, release, verdict])).toEqual([
      ['soc-structure', '2026-08-27', 'published'],
      ['soc-index', '2025-12-03', 'published'],
    ]);
    expect(result.lines).toMatch(/soc-structure 2026-08-27: new, 0\.\d MB downloaded/);
    expect(catalogue().serial).toBe(before.serial + 1);
    expect(ingest(socStructure)).toMatchObject({ newest: '2026-08-27', changed: expect.stringMatching(/Z$/) });
    expect(catalogue().editions).toHaveLength(4);
  });

  test('--source looks at one alone, and what is known of the others stays', async () => {
    await run({ wanted: [socIndex] });
    expect(publisher.seen.filter(({ address }) => address.includes('volume1'))).toEqual([]);
    expect(ingest(socStructure)).toEqual(readCatalogue(baseline)?.catalogue.sources[0]?.ingest);
  });

  test('a damaged snapshot is downloaded again, though the publisher has nothing new', async () => {
    const [snapshot] = [...keptDownloads(directory, 'soc-structure').values()];
    const place = join(directory, 'snapshots/soc-structure', snapshot?.sha256 ?? '');
    const bytes = readFileSync(place);
    writeFileSync(
      place,
      bytes.map((byte, at) => (at === 1000 ? byte ^ 1 : byte)),
    );
    expect((await run({ sources: [socStructure] })).code).toBe(0);
    expect(readFileSync(place).equals(bytes)).toBe(true);
  });

  test('bytes that a pulled directory lacks are asked for again, but only where they are needed', async () => {
    const digest = sha256(volumes.structure.bytes);
    rmSync(join(directory, 'snapshots/soc-structure', digest));
    expect((await run()).code).toBe(0);
    expect(existsSync(join(directory, 'snapshots/soc-structure', digest))).toBe(false);
    rmSync(join(directory, 'catalogue.json'));
    rmSync(join(directory, 'editions'), { recursive: true });
    expect((await run()).code).toBe(0);
    expect(existsSync(join(directory, 'snapshots/soc-structure', digest))).toBe(true);
  });
});

const next = (part = structureName('20260827')) => `/${part}`;
const five = (way: Way): Way[] => Array.from({ length: 5 }, () => way);
const halved = (part: string, text: string) =>
  part.includes('worksheets/')
    ? text.replace(/<row r="(\d+)">.*?<\/row>/g, (row, number: string) => (Number(number) > 250 ? '' : row))
    : text;

/** What happens to a new release of Volume 1 · how the publisher comes to it · the exit code · what is said. */
const misbehaviours: readonly (readonly [string, () => Promise<void> | void, number, RegExp, { timeouts?: Timeouts }])[] = [
  [
    '500 then 200',
    () => publisher.next(next(), status(500)),
    0,
    /excel20260827\.xlsx: answered 500 Internal Server Error; attempt 2 of 5[^]*2026-08-27: new/,
    {},
  ],
  [
    '429 with Retry-After',
    () => publisher.next(next(), status(429, { 'retry-after': '30' })),
    0,
    /answered 429 Too Many Requests; attempt 2 of 5 in 30 s[^]*2026-08-27: new/,
    {},
  ],
  [
    'a cut connection',
    () => publisher.next(next(), cutAfter(30_000)),
    0,
    /the connection was cut[^]*resumes after \d+ of \d+ bytes[^]*2026-08-27: new/,
    {},
  ],
  [
    '500 for ever',
    () => publisher.next(next(), ...five(status(500))),
    4,
    /soc-structure 2026-08-27: https:.*: answered 500 Internal Server Error, after 5 attempts/,
    {},
  ],
  [
    'a file cut short',
    () => publisher.next(next(), shortened(30_000)),
    4,
    /soc-structure 2026-08-27 soc2020.*: the zip archive is damaged or cut short/,
    {},
  ],
  [
    'an HTML error page with 200',
    () => publisher.next(next(), errorPage),
    4,
    /soc-structure 2026-08-27 soc2020.*: found an HTML page, expected a zip archive/,
    {},
  ],
  ['an empty file', () => publisher.next(next(), nothing), 4, /found an empty file, expected a zip archive/, {}],
  [
    'a redirect loop',
    () => publisher.next(next(), redirect(fileAddress(paths.structure, structureName('20260827')))),
    4,
    /soc-structure 2026-08-27: .*: redirects in a circle \(/,
    {},
  ],
  [
    'a server that says nothing',
    () => publisher.next(next(), ...five(silent)),
    4,
    /: gave no answer in 0\.1 s, after 5 attempts/,
    { timeouts: impatient.answer },
  ],
  [
    'a slow server',
    () => publisher.next(next(), ...five(dripping)),
    4,
    /: the body took longer than 0\.3 s, after 5 attempts/,
    { timeouts: impatient.body },
  ],
  [
    'a file that vanished',
    () => publisher.remove(fileAddress(paths.structure, structureName('20260827'))),
    4,
    /the publisher's page links to this file, but it is missing \(404\)/,
    {},
  ],
  [
    'a link that vanished',
    () => publisher.put(paths.structure, landingHtml(paths.structure, ['leaflet.xlsx'])),
    4,
    /soc-structure: https:.*: no link to a file whose name matches .*, found "leaflet\.xlsx"/,
    {},
  ],
  ['a page that vanished', () => publisher.remove(paths.structure), 4, /soc-structure: https:.*: there is no such page \(404\)/, {}],
  [
    'a renamed column',
    async () => publishNext(await changed(volumes.structure.bytes, (_, text) => text.replace('Related Job Titles', 'Similar Job Titles'))),
    3,
    /soc-structure 2026-08-27.*Related Job Titles.*Similar Job Titles[^]*2026-08-27: held back; the previous edition stays served/,
    {},
  ],
  [
    'half the rows',
    async () => publishNext(await changed(volumes.structure.bytes, halved)),
    3,
    /soc-structure 2026-08-27 .*unit group "3212" is not in the framework sheet[^]*held back; the previous edition stays served/,
    {},
  ],
];

describe('a publisher that misbehaves', () => {
  test.each(misbehaviours)('%s', async (_, misbehave, code, line, more) => {
    const before = bytesServed();
    publishNext(
      await changed(volumes.structure.bytes, (_part, text) => text.replaceAll('Elected officers and representatives', 'Elected officers')),
    );
    await misbehave();
    // Compiling the index again takes seconds and says nothing about how the file came.
    const result = await run({ sources: code === 0 ? [socStructure] : spine, ...more });
    expect(result.lines).toMatch(line);
    expect(result.code).toBe(code);
    if (code === 0) {
      expect(
        catalogue()
          .editions.filter(({ state }) => state === 'served')
          .map(({ release }) => release),
      ).toContain('2026-08-27');
      return;
    }
    expect(verdicts(result)[1]).toEqual(['soc-index', 'unchanged', 0]);
    expect(ingest(socIndex)?.fault).toBeNull();
    expect(bytesServed()).toEqual(before);
    expect(catalogue().editions.filter(({ state }) => state === 'quarantined')).toHaveLength(code === 3 ? 1 : 0);
    if (code === 4) {
      expect(ingest(socStructure)?.fault).toMatch(/^soc-structure/);
      expect(ingest(socStructure)?.checked).toBe(readCatalogue(baseline)?.catalogue.sources[0]?.ingest.checked);
    } else {
      expect(ingest(socStructure)).toMatchObject({ fault: null, newest: '2026-08-27' });
    }
  });

  test('once it behaves again the next run completes, and the fault is forgotten', async () => {
    publishNext(
      await changed(volumes.structure.bytes, (_, text) => text.replaceAll('Elected officers and representatives', 'Elected officers')),
    );
    publisher.next(next(), ...five(cutAfter(30_000)));
    expect((await run({ sources: [socStructure] })).code).toBe(4);
    expect(readdirSync(join(directory, 'downloads')).sort()).toEqual([expect.stringMatching(/\.json$/), expect.stringMatching(/\.part$/)]);
    const result = await run({ sources: [socStructure] });
    expect(result.lines).toMatch(/resumes after \d+ of \d+ bytes/);
    expect([result.code, ingest(socStructure)?.fault]).toEqual([0, null]);
    expect(existsSync(join(directory, 'downloads'))).toBe(false);
  });

  test('what is held back stays an alarm until a person acts or the publisher mends it', async () => {
    const broken = await changed(volumes.structure.bytes, (_, text) => text.replace('Related Job Titles', 'Similar Job Titles'));
    publishNext(broken);
    expect((await run()).code).toBe(3);
    const again = await run();
    expect([again.code, again.outcomes]).toEqual([3, []]);
    expect(again.lines).toContain('soc-structure 2026-08-27: held back; the previous edition stays served; nothing downloaded');
    publishNext(
      await changed(volumes.structure.bytes, (_, text) => text.replaceAll('Elected officers and representatives', 'Elected officers')),
    );
    expect((await run({ sources: [socStructure] })).code).toBe(0);
  });

  test('both sources at once: each is told its own', async () => {
    publisher.remove(paths.structure);
    publisher.remove(paths.index);
    const result = await run();
    expect([result.code, verdicts(result)]).toEqual([
      4,
      [
        ['soc-structure', '', 1],
        ['soc-index', '', 1],
      ],
    ]);
    expect(ingest(socStructure)?.fault).toMatch(/volume1.*no such page/);
    expect(ingest(socIndex)?.fault).toMatch(/volume2.*no such page/);
  });
});

test('a sample is never updated', async () => {
  rewriteCatalogue(directory, (catalogue) => ({ ...catalogue, sample: true, sampleSize: 'plain' }));
  await expect(run()).rejects.toThrow('holds the synthetic sample, and real data must never be in the same directory');
});

test('two updates never write to one directory at once', async () => {
  const results = await Promise.allSettled([run(), run()]);
  expect(results.map(({ status: outcome }) => outcome).sort()).toEqual(['fulfilled', 'rejected']);
});
