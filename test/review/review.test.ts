// lmi review: what a person is shown of an edition, held back or served, and that it is right.
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readCatalogue } from '#compiler/edition/catalogue.ts';
import { importFiles } from '#compiler/import/import-files.ts';
import { sectionsOf } from '#compiler/review/describe-review.ts';
import { type Section, describeSections, drawSections } from '#compiler/report/sections.ts';
import { firstToRead, reviewEdition } from '#compiler/review/review.ts';
import { readDelimited, csv } from '#sources/kit/read/delimited.ts';
import { parseAddress, readWorkbook } from '#sources/kit/read/workbook.ts';
import { sources } from '#sources/index.ts';
import type { PublishedFile } from '#sources/kit/source.ts';
import type { SourceKey } from '#schemas/codes.ts';
import { structureWorkbook } from '../fetch/publications.ts';
import { lmi } from '../lmi.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const directory = join(temporaryDirectory(), 'data');
const editions = () => readCatalogue(directory)?.catalogue.editions ?? [];
const editionOf = (key: SourceKey, release?: string) =>
  editions().findLast((edition) => edition.source === key && (release === undefined || edition.release === release)) ?? expect.fail(key);
const sampleOf = async (key: SourceKey): Promise<readonly PublishedFile[]> =>
  ((await sources.find((source) => source.key === key)?.sample({ full: false })) ?? []).flatMap(({ files }) => files);
const lineIn = (sections: readonly Section[], title: RegExp) =>
  sections.find((section) => title.test(section.title))?.lines ?? expect.fail(`no section ${title.source}`);

/** Imports the sample's files as if a publisher had released them: nobody has seen a real file of some of their layouts. */
async function put(files: readonly PublishedFile[], release: string | null = null): Promise<void> {
  const options = { wanted: sources, sources, directory, into: join(directory, 'imported'), released: null, sample: false };
  const { problems } = await importFiles({
    ...options,
    files,
    release,
    acceptDocumented: false,
    ask: null,
    progress: () => {},
    say: () => {},
  });
  expect(problems).toEqual([]);
}

/** The same answers of the next quarter, with a column more. */
function nextQuarter({ name, bytes }: PublishedFile): PublishedFile {
  const [header, ...lines] = Buffer.from(bytes).toString().trimEnd().split('\n');
  const later = lines.map((line) => `${line.replaceAll('2026-06', '2026-09')},2026-10-13`);
  return { name, bytes: Buffer.from([`${header},RELEASED`, ...later, ''].join('\n')) };
}

const held = async () => sectionsOf(await reviewEdition(directory, sources, editions(), editionOf('aps-employment', '2026-06')), directory);

beforeAll(async () => {
  // Under this name the release is one whose cells nobody has read by eye.
  await put([{ name: 'soc2020volume1structureanddescriptionofunitgroupsexcel03122025.xlsx', bytes: await structureWorkbook() }]);
  await put(await sampleOf('aps-employment'));
});

describe('an edition that is held because nobody has seen its layout', () => {
  test('the first lines say what it is, where its page is and why it is held', async () => {
    const sections = await held();
    expect(sections[0]?.title).toBe('aps-employment 2026-06: held back');
    expect(lineIn(sections, /held back/).map(({ text }) => text)).toContain('page: https://www.nomisweb.co.uk/datasets/aps218');
    expect(lineIn(sections, /decision/)[0]?.text).toMatch(/^documented-layout: we have not seen a real file/);
  });

  test('files, columns, rows and figures are counted', async () => {
    const sections = await held();
    expect(lineIn(sections, /^Files/)).toHaveLength(4);
    expect(lineIn(sections, /^What was read/)[0]?.details[0]).toMatch(/^columns taken: DATE, DATE_NAME, GEOGRAPHY_NAME/);
    const edition = editionOf('aps-employment', '2026-06');
    const published = lineIn(sections, /^Figures$/).map(({ text }) => Number(/: ([\d,]+) published/.exec(text)?.[1]?.replaceAll(',', '')));
    expect(published.reduce((sum, number) => sum + number, 0)).toBeGreaterThanOrEqual(edition.figures);
    expect(
      lineIn(sections, /^Figures$/)
        .flatMap(({ details }) => details)
        .join(' '),
    ).toMatch(/withheld: .*unreliable/);
  });

  test('twenty figures are drawn, the same each time, each with a cell that prints what is shown', async () => {
    const review = await reviewEdition(directory, sources, editions(), editionOf('aps-employment', '2026-06'));
    const again = await reviewEdition(directory, sources, editions(), editionOf('aps-employment', '2026-06'));
    expect(review.drawn).toHaveLength(20);
    expect(again.drawn).toEqual(review.drawn);
    const files = new Map((await sampleOf('aps-employment')).map(({ name, bytes }) => [name, readDelimited(name, name, bytes, csv)]));
    for (const { file, address, printed } of review.drawn.flatMap(({ cells }) => cells)) {
      const [, row = '', header = ''] = /^row (\d+) (.+)$/.exec(address) ?? [];
      const sheet = files.get(file) ?? expect.fail(file);
      const column = Array.from({ length: 20 }, (_, index) => index + 1).find((number) => sheet.text(1, number) === header) ?? 0;
      expect(sheet.text(Number(row), column), `${file} ${address}`).toBe(printed);
    }
  });

  test('a total of each measure can be looked up, every check is listed, and the commands can be copied', async () => {
    const sections = await held();
    expect(lineIn(sections, /^Look these up .*nomisweb/)[0]?.text).toMatch(/^all occupations United Kingdom/);
    const checks = sources.find(({ key }) => key === 'aps-employment')?.checks.map(({ name }) => name) ?? [];
    const listed = lineIn(sections, /^Checks/).map(({ text }) => text.split(/[ :]/)[1]);
    expect(listed).toEqual(expect.arrayContaining(checks));
    const { id } = editionOf('aps-employment', '2026-06');
    const actions = lineIn(sections, /^What you can do/).map(({ text }) => text);
    expect(actions.slice(0, 2)).toEqual([
      `lmi get '/v1/occupations/1111/employment' --held ${id} --data ${directory}`,
      `lmi accept ${id} --reason "…" --data ${directory}`,
    ]);
  });

  test('findings of several checks with one cause stand together: ten of them, and how many others', async () => {
    const review = await reviewEdition(directory, sources, editions(), editionOf('aps-employment', '2026-06'));
    const findings = Array.from({ length: 10 }, (_, row) => ({ place: `a!B${row + 1}`, message: 'm' }));
    const result = { check: 'levels', severity: 'block' as const, message: 'm', places: ['a!B1'], count: 30 };
    const told = ['levels', 'figures'].map((name) => ({ name, describe: '', result: { ...result, check: name }, ran: true, findings: [] }));
    const causes = [
      {
        message: 'pence in place of pounds?',
        foundBy: new Map([
          ['levels', 30],
          ['figures', 5],
        ]),
        findings,
      },
    ];
    expect(lineIn(sectionsOf({ ...review, checks: told, causes }, directory), /decision/)).toEqual([
      {
        text: 'pence in place of pounds?',
        details: ['found by levels (30), figures (5)', ...findings.map(({ place }) => `${place}: m`), '… and 25 more'],
      },
    ]);
  });

  test('of a known issue every place is shown, so that none hides a wrong figure', () => {
    const findings = Array.from({ length: 32 }, (_, row) => ({ place: `a 'All'!B${row + 1}`, message: 'm' }));
    expect(firstToRead('known-issue', findings)).toEqual(findings);
    expect(firstToRead('block', findings)).toEqual(findings.slice(0, 10));
  });

  test('it stays held: a review changes nothing', async () => {
    const before = readFileSync(join(directory, 'catalogue.json'));
    await held();
    expect(readFileSync(join(directory, 'catalogue.json')).equals(before)).toBe(true);
  });
});

describe('the release after', () => {
  test('a new column is told, rows are compared, and so is the command to compare them', async () => {
    const { id } = editionOf('aps-employment', '2026-06');
    expect(await lmi('accept', id, '--reason', 'the figures were compared with Nomis', '--data', directory)).toMatchObject({ status: 0 });
    await put((await sampleOf('aps-employment')).map(nextQuarter));
    const next = editionOf('aps-employment', '2026-09');
    const sections = sectionsOf(await reviewEdition(directory, sources, editions(), next), directory);
    const text = describeSections(sections).join('\n');
    expect(text).toContain('NEW columns, not read: RELEASED');
    expect(text).toMatch(/employment: 4,130, as before/);
    expect(text).toContain(`lmi diff ${id} ${next.id}`);
    // The quarter after has the same values.
    const review = await reviewEdition(directory, sources, editions(), next);
    expect(review.drawn.map(({ before }) => before)).toEqual(review.drawn.map(({ said }) => said));
    expect(text).toContain(`in 2026-06: ${review.drawn[0]?.said}`);
  });
});

describe('an edition of texts', () => {
  test('rows are drawn at random, each with its sheet, its row and the cell of each text', async () => {
    const review = await reviewEdition(directory, sources, editions(), editionOf('soc-structure'));
    expect(review.drawnRows).toHaveLength(20);
    const { sheets } = await readWorkbook('', '', await structureWorkbook());
    for (const { place, cells } of review.drawnRows) {
      const [, name = '', row = ''] = /^'(.+)' row (\d+)$/.exec(place) ?? [];
      const sheet = sheets.find((candidate) => candidate.name === name) ?? expect.fail(place);
      for (const { address, text } of cells) {
        const at = parseAddress(address ?? '');
        expect([at.row, sheet.text(at.row, at.column)], `${place} ${address}`).toEqual([Number(row), text]);
      }
    }
    const lines = lineIn(sectionsOf(review, directory), /^20 rows drawn at random/);
    expect(lines[0]?.details.join('\n')).toMatch(/^[A-Z]+\d+ title: \S/m);
  });
});

describe('the page', () => {
  const open = '<script>alert("1")</script> & \'one\'';

  test('holds no markup of what it shows, no script and no other file', () => {
    const page = drawSections([{ title: open, lines: [{ text: open, details: [open, 'lmi accept <id>'] }] }]);
    expect(page).not.toContain('<script');
    expect(page).not.toMatch(/\b(src|@import|url\()/);
    expect(page.match(/&lt;script&gt;/g)).toHaveLength(4);
    expect(page).toContain('<code>lmi accept &lt;id&gt;</code>');
  });

  test('has the publisher’s page as a link, and what the terminal shows', async () => {
    const sections = await held();
    const page = drawSections(sections);
    expect(page).toContain('<a href="https://www.nomisweb.co.uk/datasets/aps218">');
    const text = page
      .replace(/<[^>]*>/g, '')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&');
    for (const { lines } of sections)
      for (const { text: shown, details } of lines) for (const one of [shown, ...details]) expect(text).toContain(one);
  });
});

describe('the command', () => {
  test('prints, or writes a page', async () => {
    const { id } = editionOf('soc-structure');
    const html = join(temporaryDirectory(), 'review.html');
    const printed = await lmi('review', id, '--data', directory);
    expect(printed).toMatchObject({ status: 0, stderr: '' });
    expect(printed.stdout).toMatch(/^soc-structure 2025-12-03: served\n/);
    expect(await lmi('review', id, '--data', directory, '--html', html)).toMatchObject({ status: 0, stdout: `${html}\n` });
    expect(readFileSync(html, 'utf8')).toMatch(/^<!doctype html>/);
  });

  test('says that there is no such edition, and that its files are gone', async () => {
    expect(await lmi('review', 'nothing', '--data', directory)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('holds no edition with this id'),
    });
    const copy = temporaryDirectory();
    for (const name of ['catalogue.json', 'records']) cpSync(join(directory, name), join(copy, name), { recursive: true });
    expect(existsSync(join(copy, 'snapshots'))).toBe(false);
    expect(await lmi('review', editionOf('soc-structure').id, '--data', copy)).toMatchObject({
      status: 4,
      stderr: expect.stringContaining('this snapshot is not kept here'),
    });
  });

  test('shows an edition whose files were not understood, and that it cannot be accepted', async () => {
    const [employment, ...others] = await sampleOf('aps-employment');
    if (employment === undefined) expect.fail();
    const broken = Buffer.from(employment.bytes).toString().replace('RECORD_COUNT', 'RECORDS');
    await put([{ name: employment.name, bytes: Buffer.from(broken) }, ...others], '2026-06-r2');
    const { id, checks } = editionOf('aps-employment', '2026-06-r2');
    expect(checks.map(({ check }) => check)).toEqual(['understood']);
    const { stdout } = await lmi('review', id, '--data', directory);
    expect(stdout).toContain('not there: RECORD_COUNT');
    expect(stdout).toContain('it cannot be accepted: it has no documents');
    expect(stdout).not.toContain('lmi accept');
  });
});
