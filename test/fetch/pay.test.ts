// The pay survey from its pages to its editions: a first run, a correction under the same file name, a new year with figures a
// thousand times too large, and a zip that is no longer listed.
import { cpSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeUpdate, exitCodeOfUpdate } from '#compiler/commands/update.ts';
import { readCatalogue } from '#compiler/edition/catalogue.ts';
import { describeProblems } from '#compiler/report/report.ts';
import { update } from '#compiler/fetch/update.ts';
import { ashe } from '#sources/ashe/source.ts';
import { readZip } from '#sources/kit/read/zip.ts';
import { writeZip } from '#sources/kit/sample/workbook.ts';
import type { Examined, Source } from '#sources/kit/source.ts';
import { remembering, structureWithFewDocuments, withFewDocuments } from '../compiler/slim-sources.ts';
import { keptSample } from '../kept.ts';
import { type EditionPage, ons, paths, publishDataset, publishVolume } from '../publisher/ons.ts';
import { type Publisher, startPublisher } from '../publisher/publisher.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { stillClock } from './no-waiting.ts';
import { changed, firstVolumes } from './publications.ts';
import { rewriteCatalogue } from '../rewrite-catalogue.ts';

type AnyExamined = Examined<readonly unknown[], unknown>;

/**
 * The published workbooks are the sample's, whose figures are drawn: what they say twice need not agree. One check is enough to hold a
 * release back; test/sources/ashe.test.ts has the others.
 */
function checkedAsSample(source: Source): Source {
  const asSample = new WeakMap<AnyExamined, AnyExamined>();
  const drawn = (edition: AnyExamined): AnyExamined => {
    const known = asSample.get(edition) ?? { ...edition, release: { ...edition.release, sample: true } };
    asSample.set(edition, known);
    return known;
  };
  const checks = source.checks
    .filter(({ name }) => name === 'levels-since-before')
    .map((check) => ({
      ...check,
      check: (edition: AnyExamined, previous: AnyExamined | null) =>
        check.check(drawn(edition), previous === null ? null : drawn(previous)),
    }));
  return { ...source, checks };
}

// A year of pay has 412 × 13 documents: a few are enough to say which release they are of.
const sources = [structureWithFewDocuments, checkedAsSample(withFewDocuments(remembering(ashe as Source)))];
let publisher: Publisher;
let table14: Uint8Array;
let baseline: string;
let directory: string;

async function run() {
  const said: string[] = [];
  const http = { clock: stillClock(), standIns: new Map([[ons, publisher.url]]) };
  const result = await update({ sources, wanted: sources, directory, http, progress: () => {}, say: (line) => said.push(line) });
  const problems = describeProblems(
    result.outcomes,
    result.sources.flatMap((source) => source.problems),
  );
  return { ...result, code: exitCodeOfUpdate(result), lines: [...said, ...problems, ...describeUpdate(result)].join('\n') };
}

const catalogue = () => readCatalogue(directory)?.catalogue;
const payEditions = () =>
  catalogue()
    ?.editions.filter(({ source }) => source === 'ashe')
    .map(({ release, released, state }) => [release, released, state]);
const ingest = () => catalogue()?.sources.find(({ key }) => key === 'ashe')?.ingest;

// The sample's workbooks are of 2024. As a corrected reissue they are a release whose cells nobody has read by eye.
const firstNotice = {
  uri: '/previous/v1',
  updateDate: '2024-11-20T00:00:00.000Z',
  correctionNotice: 'Figures of 3312 are withheld.',
  label: 'v2',
};
const of2024 = (more: Partial<EditionPage> = {}): EditionPage => ({
  edition: '2024provisional',
  releaseDate: '2024-10-28T00:00:00.000Z',
  file: { name: 'ashetable142024provisional.zip', bytes: table14 },
  versions: [firstNotice],
  ...more,
});

function publish(...editions: readonly EditionPage[]): void {
  publishDataset(publisher, paths.table14, editions, '22 October 2026');
  publishDataset(publisher, paths.table15, []);
}

beforeAll(async () => {
  publisher = await startPublisher();
  publishVolume(publisher, paths.structure, [(await firstVolumes()).structure]);
  const [release] = await keptSample(ashe);
  table14 = release?.files.find(({ name }) => name.includes('table14'))?.bytes ?? Buffer.alloc(0);
  publish(of2024());
  baseline = temporaryDirectory();
  directory = baseline;
  const first = await run();
  if (first.code !== 0) throw new Error(first.lines);
});
afterAll(() => publisher.close());
beforeEach(() => {
  publisher.forget();
  publish(of2024());
  directory = temporaryDirectory();
  cpSync(baseline, directory, { recursive: true });
});

test('a first run publishes the edition under the date of its notice, and keeps what the publisher announces', async () => {
  expect(payEditions()).toEqual([['2024-provisional-2024-11-20', '2024-10-28', 'served']]);
  expect(ingest()).toMatchObject({
    newest: '2024-provisional-2024-11-20',
    nextRelease: '2026-10-22',
    notices: [{ release: '2024-provisional', date: '2024-11-20', text: 'Figures of 3312 are withheld.' }],
  });
  const again = await run();
  expect([again.code, again.outcomes]).toEqual([0, []]);
  expect(again.lines).toContain('ashe: nothing new, 2024-provisional-2024-11-20 is the newest, the next is announced for 2026-10-22');
});

test('a correction under the same file name is a release of its own, supersedes the old one and proposes to take it back', async () => {
  // The same workbooks in another order: other bytes, and equal cells.
  const members = (await readZip('table14', table14)).toReversed();
  const corrected = await writeZip(await Promise.all(members.map(async ({ name, read }) => ({ name, bytes: await read() }))));
  publish(
    of2024({
      file: { name: 'ashetable142024provisional.zip', bytes: corrected },
      versions: [
        firstNotice,
        { ...firstNotice, updateDate: '2024-12-19T09:30:00.000Z', correctionNotice: 'Figures of 331 too.', label: 'v3' },
      ],
    }),
  );
  const { code, lines } = await run();
  expect(code).toBe(0);
  expect(payEditions()).toEqual([
    ['2024-provisional-2024-11-20', '2024-10-28', 'superseded'],
    ['2024-provisional-2024-12-19', '2024-10-28', 'served'],
  ]);
  expect(lines).toContain('ashe 2024-provisional: corrected by the publisher on 2024-12-19: "Figures of 331 too."');
});

test('the page that tells of the correction is gone: the corrected file is not taken for another release', async () => {
  publisher.remove(`${paths.table14}/data`);
  publisher.put(
    paths.table14,
    `<p>Release date: 28 October 2024</p><a href="/file?uri=${paths.table14}/2024provisional/ashetable142024provisional.zip">zip</a>`,
  );
  publisher.put(paths.table15, '<p>Nothing yet</p>');
  const { code, lines, outcomes } = await run();
  expect([code, outcomes]).toEqual([0, []]);
  expect(lines).toMatch(/ashe: https:.*\/data: there is no such page \(404\); read https:.* instead, which states no corrections/);
  expect(ingest()?.notices).toHaveLength(1);
});

test('a new year with figures a thousand times too large is held back, and the old year still served', async () => {
  const thousandfold = (text: string) =>
    text.replace(
      /(<c r="[D-Q](?:[6-9]|\d{2,})"(?: s="\d+")?><v>)([\d.]+)/g,
      (_, start: string, value: string) => `${start}${Number(value) * 1000}`,
    );
  const bytes = await changed(
    table14,
    (part, text) =>
      part.includes('Table 14.7a') && part.includes('worksheets/')
        ? thousandfold(text)
        : part.includes('sharedStrings')
          ? text.replaceAll('2024', '2025')
          : text,
    (name) => name.replaceAll('2024', '2025'),
  );
  publish(
    { edition: '2025provisional', releaseDate: '2025-10-22T23:00:00.000Z', file: { name: 'ashetable142025provisional.zip', bytes } },
    of2024(),
  );
  const { code, lines } = await run();
  expect(lines).toMatch(/ashe 2025-provisional levels-since-before: .* is 1000, expected 0\.93 to 1\.25/);
  expect(lines).toContain('ashe 2025-provisional: held back; the previous edition stays served');
  expect(code).toBe(3);
  expect(payEditions()).toEqual([
    ['2024-provisional-2024-11-20', '2024-10-28', 'served'],
    ['2025-provisional', '2025-10-23', 'quarantined'],
  ]);
});

test('a link that vanished from the page of the newest edition is said, and nothing is compiled', async () => {
  const twin = { description: { releaseDate: '2024-10-28T00:00:00.000Z' }, downloads: [{ file: 'notes.pdf' }], versions: [firstNotice] };
  publisher.put(`${paths.table14}/2024provisional/data`, JSON.stringify(twin));
  const { code, lines, outcomes } = await run();
  expect([code, outcomes]).toEqual([4, []]);
  expect(lines).toMatch(/ashe: https:.*2024provisional\/data: expected one zip of Table 14, found "notes\.pdf"/);
  expect(payEditions()?.[0]?.[2]).toBe('served');
});

test('a table that is held and no longer listed is no reason to serve less', async () => {
  const regions = { file: 'ashetable152024provisional.zip', sha256: '0'.repeat(64), bytes: 1 };
  rewriteCatalogue(directory, ({ editions, ...rest }) => ({
    ...rest,
    editions: editions.map((edition) => (edition.source === 'ashe' ? { ...edition, inputs: [...edition.inputs, regions] } : edition)),
  }));
  const { code, lines } = await run();
  expect(code).toBe(4);
  expect(lines).toContain(
    'ashe 2024-provisional-2024-11-20: the publisher no longer lists the zip of Table 15, work regions, of which "ashetable152024provisional.zip" is held; found "ashetable142024provisional.zip"',
  );
});
