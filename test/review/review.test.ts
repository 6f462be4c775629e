// lmi review: what a person is shown of an edition, held back or served, and that it is right.
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importFiles } from '#compiler/import/import-files.ts';
import { type Section, describeSections } from '#compiler/report/sections.ts';
import { reviewSections } from '#compiler/review/describe-review.ts';
import { firstToRead, reviewEdition } from '#compiler/review/review.ts';
import type { SourceKey } from '#schemas/codes.ts';
import { sources } from '#sources/index.ts';
import { readDelimited } from '#sources/kit/read/delimited.ts';
import type { PublishedFile } from '#sources/kit/named-files.ts';
import { parseAddress } from '#sources/kit/read/addresses.ts';
import { readWorkbook } from '#sources/kit/read/workbook.ts';
import { structureWorkbook } from '../fetch/publications.ts';
import { goldenFault, masked } from '../golden.ts';
import { keptSample } from '../kept.ts';
import { lmi } from '../lmi.ts';
import { catalogueOf, editionOf } from '../operations/scene.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const directory = join(temporaryDirectory(), 'data');
const sourceOf = (key: SourceKey) =>
  sources.find((source) => source.key === key) ?? expect.fail(key);
const idOf = (key: SourceKey, release: string) => editionOf(directory, key, release).id;
const reviewOf = (key: SourceKey, release: string) =>
  reviewEdition(
    directory,
    sources,
    catalogueOf(directory).editions,
    editionOf(directory, key, release),
  );
const linesIn = (sections: readonly Section[], title: RegExp) =>
  sections.find((section) => title.test(section.title))?.lines ??
  expect.fail(`no section ${title.source}`);

/**
 * Imports files as if a publisher had released them: nobody has seen a real file of some of their
 * layouts.
 */
async function put(files: readonly PublishedFile[], release: string | null = null): Promise<void> {
  const { problems } = await importFiles({
    wanted: sources,
    sources,
    directory,
    into: join(directory, 'imported'),
    released: null,
    sample: false,
    files,
    release,
    acceptDocumented: false,
    ask: null,
    progress: () => {},
    say: () => {},
  });
  expect(problems).toEqual([]);
}

const employment = (await keptSample(sourceOf('aps-employment'))).flatMap(({ files }) => files);
// Under this name the release is one whose cells nobody has read by eye.
await put([
  {
    name: 'soc2020volume1structureanddescriptionofunitgroupsexcel03122025.xlsx',
    bytes: await structureWorkbook(),
  },
]);
await put(employment);

describe('an edition that is held because nobody has seen its layout', () => {
  const held = () => reviewOf('aps-employment', '2026-06');

  test('a review shows why, what was read, what to do, and changes nothing', async () => {
    const before = readFileSync(join(directory, 'catalogue.json'));
    const { stdout } = await lmi('review', idOf('aps-employment', '2026-06'), '--data', directory);
    // Which figures are drawn hangs on the id of the edition; the next test looks at them.
    const told = stdout
      .replace(/compiled [^;]+/, 'compiled NOW')
      .replace(/(drawn at random\n)[^]*?\n\n/, '$1  …\n\n');
    expect(goldenFault('review-held.txt', masked(told, { [directory]: 'DIR' }))).toBeNull();
    expect(readFileSync(join(directory, 'catalogue.json')).equals(before)).toBe(true);
  });

  test('the same twenty figures are drawn, each with its printed cell', async () => {
    const { drawn } = await held();
    expect(drawn).toHaveLength(20);
    expect((await held()).drawn).toEqual(drawn);
    const files = new Map(
      employment.map(({ name, bytes }) => [name, readDelimited(name, name, bytes)]),
    );
    for (const { file, address, printed } of drawn.flatMap(({ cells }) => cells)) {
      const [, row = '', header = ''] = /^row (\d+) (.+)$/.exec(address) ?? [];
      const sheet = files.get(file) ?? expect.fail(file);
      const column =
        Array.from({ length: 20 }, (_, index) => index + 1).find(
          (number) => sheet.text(1, number) === header,
        ) ?? 0;
      expect(sheet.text(Number(row), column), `${file} ${address}`).toBe(printed);
    }
  });

  test('findings with one cause are grouped, cut at ten with a count', async () => {
    const findings = Array.from({ length: 10 }, (_, row) => ({
      place: `a!B${row + 1}`,
      message: 'm',
    }));
    const foundBy = new Map(Object.entries({ levels: 30, figures: 5 }));
    const causes = [{ message: 'pence in place of pounds?', foundBy, findings }];
    const result = { severity: 'block' as const, message: 'm', places: ['a!B1'], count: 30 };
    const checks = [...foundBy.keys()].map((name) => {
      return { name, describe: '', result: { ...result, check: name }, ran: true, findings: [] };
    });
    const [told] = linesIn(reviewSections({ ...(await held()), checks, causes }), /decision/);
    expect([told?.text, told?.details.length, told?.details.at(-1)]).toEqual([
      'pence in place of pounds?',
      12,
      '… and 25 more',
    ]);
  });

  test('of a known issue every place is shown, so that none hides a wrong figure', () => {
    const findings = Array.from({ length: 32 }, (_, row) => ({
      place: `a 'All'!B${row + 1}`,
      message: 'm',
    }));
    expect(firstToRead('known-issue', findings)).toEqual(findings);
    expect(firstToRead('block', findings)).toEqual(findings.slice(0, 10));
  });
});

test('of the release after, new columns are told, and figures and rows are compared', async () => {
  const id = idOf('aps-employment', '2026-06');
  expect(
    await lmi(
      'accept',
      id,
      '--reason',
      'the figures were compared with Nomis',
      '--data',
      directory,
    ),
  ).toMatchObject({ status: 0 });
  // The same answers of the next quarter, with a column more.
  const nextQuarter = ({ name, bytes }: PublishedFile): PublishedFile => {
    const [header, ...lines] = Buffer.from(bytes).toString().trimEnd().split('\n');
    const later = lines.map((line) => `${line.replaceAll('2026-06', '2026-09')},2026-10-13`);
    return { name, bytes: Buffer.from([`${header},RELEASED`, ...later, ''].join('\n')) };
  };
  await put(employment.map(nextQuarter));
  const review = await reviewOf('aps-employment', '2026-09');
  const text = describeSections(reviewSections(review)).join('\n');
  expect(text).toContain('NEW columns, not read: RELEASED');
  expect(text).toMatch(/employment: 4,130, as before/);
  expect(text).toContain(`lmi diff ${id} ${idOf('aps-employment', '2026-09')}`);
  expect(review.drawn.map(({ before }) => before)).toEqual(
    review.drawn.map(({ printed }) => printed),
  );
});

test('random rows of texts have sheet, row and cells', async () => {
  const { drawnRows } = await reviewOf('soc-structure', '2025-12-03');
  expect(drawnRows).toHaveLength(20);
  const { sheets } = await readWorkbook('', '', await structureWorkbook());
  for (const { place, cells } of drawnRows) {
    const [, name = '', row = ''] = /^'(.+)' row (\d+)$/.exec(place) ?? [];
    const sheet = sheets.find((candidate) => candidate.name === name) ?? expect.fail(place);
    for (const { address, text } of cells) {
      const at = parseAddress(address ?? '');
      expect([at.row, sheet.text(at.row, at.column)], `${place} ${address}`).toEqual([
        Number(row),
        text,
      ]);
    }
  }
});

describe('the command', () => {
  test('prints', async () => {
    const id = idOf('soc-structure', '2025-12-03');
    expect(await lmi('review', id, '--data', directory)).toMatchObject({
      status: 0,
      stderr: '',
      stdout: expect.stringMatching(/^soc-structure 2025-12-03: served\n/),
    });
  });

  test('says that there is no such edition, and that its files are gone', async () => {
    const copy = temporaryDirectory();
    for (const name of ['catalogue.json', 'records'])
      cpSync(join(directory, name), join(copy, name), { recursive: true });
    const refusal = async (id: string, data: string) => {
      const { status, stderr } = await lmi('review', id, '--data', data);
      return [status, stderr];
    };
    expect(await refusal('nothing', directory)).toEqual([
      2,
      expect.stringContaining('holds no edition with this id'),
    ]);
    const gone = await refusal(idOf('soc-structure', '2025-12-03'), copy);
    expect(gone).toEqual([4, expect.stringContaining('this snapshot is not kept here')]);
  });

  test('an edition not understood is shown and cannot be accepted', async () => {
    const [first = expect.fail(), ...others] = employment;
    const bytes = Buffer.from(
      Buffer.from(first.bytes).toString().replace('RECORD_COUNT', 'RECORDS'),
    );
    await put([{ name: first.name, bytes }, ...others], '2026-06-r2');
    const { stdout } = await lmi(
      'review',
      idOf('aps-employment', '2026-06-r2'),
      '--data',
      directory,
    );
    expect(stdout).toContain('not there: RECORD_COUNT');
    expect(stdout).toContain('it cannot be accepted: it has no documents');
    expect(stdout).not.toMatch(/ accept [0-9a-f]/);
  });
});
