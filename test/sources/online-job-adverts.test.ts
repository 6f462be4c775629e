// Online job adverts: the traps of the workbook, on small edits of the sample's rows; and shares worked out again from what is published.
import { isDeepStrictEqual } from 'node:util';
import ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';
import { type LookedFor, listenTo } from '#sources/kit/looked-for.ts';
import { LayoutError, PageError } from '#sources/kit/problem.ts';
import { readZip } from '#sources/kit/read/zip.ts';
import { parseAddress } from '#sources/kit/read/workbook.ts';
import { classification, unitGroups } from '#sources/kit/sample/classification.ts';
import { districts } from '#sources/local-authorities/layout.ts';
import { type SampleCell, type SampleSheet, writeWorkbook } from '#sources/kit/sample/workbook.ts';
import type { Web } from '#sources/kit/source.ts';
import { compareYears, mostPublished, totalOf, whyUnranked, whyUnrankedLocally } from '#schemas/resources/advert-totals.ts';
import { cutList } from '#schemas/selections/lists.ts';
import type { JobAdvertDocument, JobAdvertListResponse } from '#schemas/resources/job-adverts.ts';
import type { AreaAdvertsDocument, LocalAdvertAreasResponse } from '#schemas/resources/local-adverts.ts';
import { ranksOf } from '#sources/kit/ranks.ts';
import { selectJobAdverts } from '#schemas/selections/select-job-adverts.ts';
import { discover, landingPage } from '#sources/online-job-adverts/discover.ts';
import { type Row, type Rows, type TableKind, layout, periodOf, periodsIn } from '#sources/online-job-adverts/layout.ts';
import {
  type Counts,
  type CountsByOccupation,
  following,
  monthsOf,
  suppressed,
  unclassified,
} from '#sources/online-job-adverts/reshape.ts';
import { november2025, sampleOf } from '#sources/online-job-adverts/sample.ts';
import { onlineJobAdverts } from '#sources/online-job-adverts/source.ts';
import { localAuthorities } from '#sources/local-authorities/source.ts';
import { keptSample } from '../kept.ts';
import { examine, examineSample, needsOf } from './examine.ts';

const described = { description: 'd', entryRoutes: 'e', tasks: ['t'], relatedTitles: ['r'] };
const places = (await examineSample(localAuthorities)).edition.observations;
const needs = needsOf({
  'soc-structure': {
    groups: new Map(classification.map((group) => [group.code, group])),
    unitGroups: unitGroups.map((group) => ({ ...group, ...described })),
  },
  'local-authorities': places,
});
const { edition: sample, problems } = await examineSample(onlineJobAdverts, needs);
type Edition = typeof sample;

/** The sample with other rows, under another name where one is given. */
function withRows(rows: Rows, name = sample.release.name): { edition: Edition; messages: string[] } {
  const release = { ...sample.release, name, sample: name.startsWith('sample-') };
  const faults: { place: string; message: string }[] = [];
  const observations = onlineJobAdverts.reshape(release, rows, needs, faults);
  return { edition: { release, rows, observations, needs }, messages: faults.map(({ place, message }) => `${place}: ${message}`) };
}
/** The rows of one table changed. */
function edited<Kind extends TableKind>(kind: Kind, edit: (row: Row<Kind>, place: number) => Row<Kind> | null): Rows {
  let place = 0;
  return sample.rows.flatMap((row) => {
    if (row.kind !== kind) return [row];
    const changed = edit(row as Row<Kind>, place);
    place += 1;
    return changed === null ? [] : [changed as Rows[number]];
  });
}
const editedHeader = (kind: TableKind, change: object): Rows =>
  sample.rows.map((row) => (row.kind === 'columns' && row.of === kind ? ({ ...row, ...change } as typeof row) : row));
/** The header with other periods. */
const withPeriods = (kind: TableKind, edit: (headers: readonly string[]) => readonly string[]): Rows => {
  const { from, headers } = periodsIn(sample.rows, kind);
  return editedHeader(kind, { across: { from, headers: edit(headers) } });
};
/** The row with another text in a period, counted from 0. */
const withCell = <Any extends { readonly across: readonly string[] }>(row: Any, place: number, text: string): Any => ({
  ...row,
  across: row.across.with(place, text),
});

function found(name: string, edition: Edition, previous: Edition | null = null): string[] {
  const check = onlineJobAdverts.checks.find((candidate) => candidate.name === name);
  if (check === undefined) throw new Error(`there is no check "${name}"`);
  return check.check(edition, previous).map(({ place, message }) => `${place}: ${message}`);
}

const provenance = {
  source: 'online-job-adverts',
  publisher: 'p',
  licence: 'l',
  licenceUrl: null,
  edition: 'e',
  editionId: '8f3c1b60-7a52-8d19-9c44-2f0e6b7d9a13',
  released: null,
  landingPage,
  inputs: [],
} as const;
const documentsOf = ({ release, observations }: Edition) =>
  onlineJobAdverts.documents({ release, observations, needs, provenance: { ...provenance, inputs: [] }, attribution: 'a' });
function documentOf<Body>(edition: Edition, endpoint: string, soc: string, area?: string): Body {
  for (const document of documentsOf(edition))
    if (document.endpoint === endpoint && document.place.soc === soc && document.place.area === area) return document.body as Body;
  throw new Error(`there is no document ${endpoint} ${soc} ${area}`);
}

describe('the sample', () => {
  it('reads without a problem, and only the month that is suppressed throughout is found', () => {
    expect(problems).toEqual([]);
    const findings = onlineJobAdverts.checks.flatMap((check) =>
      check.check(sample, null).map(({ message }) => `${check.name}: ${message}`),
    );
    expect(findings).toEqual(['suppressed-share: 2026-03 is suppressed throughout', 'suppressed-share: 2026-Q1 is suppressed throughout']);
  });
  it('is the same bytes twice', async () => {
    const [one, two] = await Promise.all([onlineJobAdverts.sample({ full: false }), keptSample(onlineJobAdverts)]);
    // Vitest compares millions of bytes one by one.
    expect(isDeepStrictEqual(one, two)).toBe(true);
  });
});

describe('periods', () => {
  it.each([
    ['Jan-17', '2017-01'],
    ['Dec-26', '2026-12'],
    ['2026Q2', '2026-Q2'],
    ['2026 Q2', null],
    ['2026-07-01', null],
    ['Abc-17', null],
  ])('%s is %s', (header, period) => expect(periodOf(header)).toBe(period));
  it('follow each other across years, and quarters have their months', () => {
    expect([following('2025-12'), following('2025-Q4'), following('2026-06')]).toEqual(['2026-01', '2026-Q1', '2026-07']);
    expect(monthsOf('2026-Q2')).toEqual(['2026-04', '2026-05', '2026-06']);
  });
  it('stops at a gap, with its cell', () => {
    const { messages } = withRows(withPeriods('regions', (headers) => headers.with(2, 'May-23')));
    expect(messages[0]).toBe(
      `online-job-adverts sample-2026-07 'Table 3'!F5: got the period "May-23" after "Feb-23", expected each to follow the one before`,
    );
  });
});

describe('cells', () => {
  it.each(['x', '', '12.5', '-3', '1,234', '..', '[X]', 'nan'])('"%s" is no count and no marker, and never becomes 0', (text) => {
    const { messages } = withRows(edited('local', (row, place) => (place === 0 ? withCell(row, 0, text) : row)));
    expect(messages).toEqual([
      `online-job-adverts sample-2026-07 'Table 5'!G6: ${/\d/.test(text) ? 'found' : 'unknown marker'} "${text}", expected a whole number or one of [x]`,
    ]);
  });
  it('a 0 is a count, [x] is none, and a pair without a row is neither', () => {
    const scilly = sample.observations.local.get('isles-of-scilly');
    expect(scilly?.get('2134')?.some((count) => count === 0)).toBe(true);
    expect(
      documentOf<LocalAdvertAreasResponse>(sample, 'job-adverts-local', '2134').areas.some(({ area }) => area.slug === 'isles-of-scilly'),
    ).toBe(false);
    expect(sample.observations.local.has('aberdeen-city')).toBe(false);
  });
  it('a sheet of faults is cut', () => {
    const { messages } = withRows(edited('regions', (row) => withCell(row, 1, '?')));
    expect(messages).toHaveLength(200);
  });
});

describe('places and occupations', () => {
  it('London has no code, and is London only where region and district say so', () => {
    const { messages } = withRows(
      edited('local', (row) => (row.code === '' && row.soc === '1111' ? { ...row, region: 'South East' } : row)),
    );
    expect(messages).toEqual([
      expect.stringMatching(
        /'Table 5'!row \d+: got the place "South East", "London", "", expected a local authority of April 2023, or London with no code/,
      ),
    ]);
    expect(sample.observations.local.get('london')?.size).toBe(413);
  });
  it('a former code is the area that has another one now', () => {
    expect(layout.of(sample.rows, 'local').some(({ code }) => code === 'E08000016')).toBe(true);
    expect(sample.observations.local.has('barnsley')).toBe(true);
  });
  it.each([
    ['E09000007', /got the place "East Midlands", "Lincoln", "E09000007"/],
    ['E99999999', /"E99999999", expected a local authority/],
  ])('the code %s in Table 5 is none', (code, message) => {
    const { messages } = withRows(edited('local', (row, place) => (place === 0 ? { ...row, code } : row)));
    expect(messages).toEqual([expect.stringMatching(message)]);
  });
  it('boroughs in Table 2 and unknown places are passed over', () => {
    const { messages, edition } = withRows(edited('places', (row, place) => (place === 0 ? { ...row, code: 'E09000007' } : row)));
    expect(messages).toEqual([]);
    expect(edition.observations.places.size).toBe(sample.observations.places.size - 1);
  });
  it('an occupation that is none, a region that is none and a row that stands twice', () => {
    expect(withRows(edited('regions', (row, place) => (place === 0 ? { ...row, soc: '9999' } : row))).messages).toEqual([
      expect.stringContaining(`'Table 3'!B6: got the occupation "9999", expected a unit group of SOC 2020 or Unknown`),
    ]);
    expect(withRows(edited('regions', (row, place) => (place === 0 ? { ...row, region: 'Mercia' } : row))).messages).toEqual([
      expect.stringContaining(`'Table 3'!row 6: got the place "Mercia", expected a region or nation`),
    ]);
    expect(withRows(edited('regions', (row, place) => (place === 1 ? { ...row, soc: '1111' } : row))).messages).toEqual([
      expect.stringContaining(`'Table 3'!row 7: uk and 1111 have a row already`),
    ]);
  });
});

describe('checks', () => {
  it('the old measure, on the same sheets', () => {
    expect(found('measure', withRows(editedHeader('regions', { above: ['Table 3: Snapshots of live adverts'] })).edition)).toEqual([
      `online-job-adverts sample-2026-07 'Table 3': the title "Table 3: Snapshots of live adverts" names live adverts, expected new ones`,
    ]);
  });
  it('another first or last month than the name says', () => {
    expect(found('first-period', withRows(sample.rows, '2026-07').edition)).toEqual([
      expect.stringContaining('the first month: found "2023-01", expected "2017-01"'),
      expect.stringContaining('the first quarter: found "2023-Q1", expected "2017-Q1"'),
    ]);
    expect(found('last-month', withRows(sample.rows, '2026-08').edition)).toEqual([
      expect.stringContaining('the last month: found "2026-07", expected "2026-08"'),
    ]);
    expect(found('last-quarter', withRows(withPeriods('local', (headers) => headers.slice(0, -1))).edition)).toEqual([
      expect.stringContaining('its last month: found "2026-03", expected "2026-06"'),
    ]);
    expect(found('same-months', withRows(withPeriods('places', (headers) => headers.slice(1))).edition)).toHaveLength(1);
  });
  it('a region that is missing, and one that should not be there', () => {
    const without = withRows(edited('regions', (row) => (row.region === 'Wales' ? null : row))).edition;
    const lacking = expect.stringContaining('the regions and nations lack "wales", expected all 13');
    expect(found('regions', without)).toEqual([lacking]);
    const england = withRows(edited('regions', (row) => (row.region === 'Wales' ? { ...row, region: 'England' } : row))).edition;
    expect(found('regions', england)).toEqual([
      lacking,
      expect.stringContaining('the regions and nations have "england", expected only the 13 known'),
    ]);
    const fewer = withRows(
      edited('regions', (row) => (row.region === 'Wales' && ['1111', unclassified].includes(row.soc) ? null : row)),
    ).edition;
    expect(found('occupations', fewer)).toEqual([
      `online-job-adverts sample-2026-07 'Table 3' wales: the occupations lack "1111", "Unknown", expected all 413`,
    ]);
  });
  it('labels of another classification hold the release, and the label of another group is told', () => {
    const renamed = withRows(edited('regions', (row, place) => (place < 100 ? { ...row, label: 'Something else' } : row)));
    expect(found('codes-mean-their-groups', renamed.edition)).toHaveLength(100);
    expect(found('codes-mean-their-groups', renamed.edition)[0]).toBe(
      `online-job-adverts sample-2026-07 'Table 3'!C6: 1111 is "Something else"; SOC 2020 has "Chief executives and senior officials"`,
    );
    const shifted = withRows(
      edited('local', (row) => (row.soc === '1111' ? { ...row, label: 'Elected officers and representatives' } : row)),
    );
    expect(found('titles-agree', shifted.edition)).toEqual([
      expect.stringContaining(`1111 is "Elected officers and representatives", the title of "1112"; SOC 2020 has "Chief executives`),
    ]);
  });
  it('rows of Table 5: all of London, and in a real release of nearly all districts', () => {
    expect(
      found('local-rows', withRows(edited('local', (row) => (row.district === 'London' && row.soc === '1111' ? null : row))).edition),
    ).toEqual([expect.stringContaining('the rows of London lack "1111", expected all 412')]);
    const real = withRows(sample.rows, '2026-07').edition;
    expect(found('local-rows', real)).toEqual([expect.stringContaining('the share of pairs with a row is 3.6 %, expected at least 97 %')]);
    expect(
      found(
        'district-names',
        withRows(edited('local', (row) => (row.district === 'Cambridge' ? { ...row, district: 'Ely' } : row))).edition,
      ),
    ).toEqual([expect.stringContaining('"E07000008 Ely"')]);
  });
  it('months suppressed throughout: one is told, three hold the release back', () => {
    const gone = (count: number) =>
      withRows(edited('regions', (row) => ({ ...row, across: [...row.across.slice(0, -count), ...Array<string>(count).fill('[x]')] })))
        .edition;
    expect(found('whole-months-suppressed', sample)).toEqual([]);
    expect(found('whole-months-suppressed', gone(1))).toEqual([]);
    expect(found('whole-months-suppressed', gone(2))).toHaveLength(3);
  });
  it('the UK is the sum of its parts, and London by quarter the sum of its months', () => {
    const more = withRows(
      edited('regions', (row) => (row.region === 'Total UK' && row.soc === unclassified ? withCell(row, 0, '99999') : row)),
    ).edition;
    expect(found('uk-sum', more)[0]).toMatch(
      /'Table 3'!D5: 2023-01: the regions and nations add up to \d+ adverts, expected \d+ within \d+/,
    );
    expect(
      found(
        'london-quarter',
        withRows(edited('local', (row) => (row.district === 'London' && row.soc === '2134' ? withCell(row, 0, '99999') : row))).edition,
      ),
    ).toEqual([expect.stringContaining('2023-Q1: 1 occupations of London differ from the sum of their months, 2134 first')]);
  });
  it('revisions: small ones pass, another measure is held back', () => {
    const times = (factor: number) =>
      withRows(
        edited('regions', (row) => ({
          ...row,
          across: row.across.map((cell) => (cell === '[x]' ? cell : String(Math.round(Number(cell) * factor)))),
        })),
      ).edition;
    expect(found('revision', sample, sample)).toEqual([]);
    expect(found('revision', times(1.06), sample)).toEqual([]);
    expect(found('revision', times(1.3), sample)).toHaveLength(13);
    expect(found('revision', times(1.3), sample)[0]).toMatch(
      /'Table 3' uk: the median movement of settled months .* %, expected at most 15 %/,
    );
    expect(found('revision', sample, null)).toEqual([]);
  });
  it('the latest month ten times as large in every table', () => {
    const grown = edited('countries', (row) => withCell(row, row.across.length - 1, `${row.across.at(-1)}0`));
    expect(found('year-on-year', withRows(grown).edition)).toEqual([
      expect.stringMatching(/'Table 1'!.*: \d+ adverts after \d+ in 2025-07: \d+(\.\d)? %, expected -40 to 60 %/),
    ]);
  });
  it('cells and sums of two workbooks are looked for in their own release alone', () => {
    const anchors = (name: string) => found('anchors', withRows(sample.rows, name).edition);
    // 24 cells and 26 of Newark; 40 sums, and two sums for ten first rows, one of which is 0 because the sample has no month of 2017.
    expect(anchors('2026-07')).toHaveLength(24 + 26);
    expect(anchors('2025-11')).toHaveLength(40 + 20 - 1);
    expect(anchors('2026-07')[0]).toBe(`online-job-adverts 2026-07 'Table 5'!F20906: found nothing, expected "E07000008"`);
    expect(anchors('2025-11')[0]).toMatch(
      /^online-job-adverts 2025-11 'Table 2' London: the sum of the published cells: found "\d+", expected "19260161"$/,
    );
    for (const name of ['2026-08', '2025-10']) expect(anchors(name)).toEqual([]);
  });
  it('the anchors of July 2026 hold where their cells are as the programs print them', () => {
    const row = (kind: 'regions' | 'local', at: number, cells: Readonly<Record<string, string>>): Rows[number] => {
      const { from } = periodsIn(sample.rows, kind);
      const texts = Object.fromEntries(Object.entries(cells).map(([letters, text]) => [parseAddress(`${letters}1`).column, text]));
      const columns = Object.entries(layout.header(sample.rows, kind)?.columns ?? {}).map(([name, at]) => [name, texts[at] ?? '']);
      const across = Array.from({ length: 120 }, (_, place) => texts[from + place] ?? '');
      return { kind, row: at, ...Object.fromEntries(columns), across } as Rows[number];
    };
    const newark = (at: number, soc: string, third: string, fourth: string) =>
      row('local', at, { D: soc, F: 'E07000175', AO: third, AP: fourth, AQ: '[x]', AR: '[x]' });
    const rows = [
      newark(4892, '1111', '2', '5'),
      newark(4893, '1112', '[x]', '9'),
      newark(4894, '1121', '[x]', '26'),
      newark(4897, '1131', '13', '19'),
      newark(4901, '1135', '0', '0'),
      newark(4902, '1136', '26', '18'),
      row('local', 12629, { D: '9223', F: 'E07000138', AO: '68', AP: '62', AQ: '[x]', AR: '[x]' }),
      row('local', 12644, { D: '9262', F: 'E07000138', AO: '0' }),
      row('local', 20906, { D: '2134', F: 'E07000008', AR: '705' }),
      row('local', 53697, { D: '2134', F: 'N09000003', AR: '489' }),
      row('local', 57354, { D: '2134', F: 'S12000036', AR: '455' }),
      row('local', 71999, { D: '2134', F: 'E06000038', AR: '338' }),
      row('regions', 419, { B: '1111', DI: '21', DJ: '[x]' }),
      row('regions', 478, { B: '2134', DI: '287', DK: '347', DL: '512', DM: '764', DN: '388' }),
      row('regions', 824, { B: '9262', DI: '0' }),
      row('regions', 829, { B: '9267', DM: '[x]', DN: '[x]' }),
    ];
    const release = { ...sample.release, name: '2026-07', sample: false };
    const headers = sample.rows.filter(({ kind }) => kind === 'columns');
    expect(found('anchors', { ...sample, release, rows: [...headers, ...rows] })).toEqual([]);
    expect(found('anchors', { ...sample, release, rows: [...headers, ...rows.slice(1)] })).toHaveLength(6);
  });
});

describe('sheets beside the figures', () => {
  const { countries, notes } = sample.observations;
  it('Table 1 has the UK, its nations and adverts of unknown country', () => {
    expect([...countries.keys()]).toEqual(['uk', 'england', 'scotland', 'wales', 'northern-ireland', 'unknown']);
    const renamed = withRows(edited('countries', (row) => (row.country === 'England' ? { ...row, country: 'Engeland' } : row))).edition;
    expect(found('countries', renamed)).toEqual([
      expect.stringContaining(`'Table 1': the countries lack "england", expected all 6`),
      expect.stringContaining(`'Table 1': the countries have "Engeland", expected only the 6 known`),
    ]);
    const wrong = withRows(edited('countries', (row) => (row.country === 'Total UK' ? withCell(row, 0, '1000') : row))).edition;
    expect(found('countries', wrong)).toEqual([
      expect.stringMatching(/'Table 1'!B5: 2023-01: the nations and the unknown add up to \d+ adverts, expected 1000 within 10/),
      expect.stringMatching(/'Table 3'!D5: 2023-01: all occupations of the UK add up to \d+ adverts, expected 1000 within 10/),
    ]);
    expect(withRows(edited('countries', (row) => ({ ...row, country: 'Wales' }))).messages).toHaveLength(5);
  });
  it('notes come from the cover sheet and the notes sheet, without their numbers, each once', () => {
    expect(notes).toContain('Synthetic sample text: [x] stands for figures that are not good enough.');
    expect(new Set(notes).size).toBe(notes.length);
  });
  it('a workbook without them is read', () => {
    const { edition, messages } = withRows(sample.rows.filter(({ kind }) => kind !== 'cover' && kind !== 'notes'));
    expect(messages).toEqual([]);
    expect(edition.observations.notes).toEqual([]);
  });
});

describe('an edition that suppresses other periods', async () => {
  const [release] = await sampleOf(
    districts.filter(({ code }) => ['E07000008', 'E07000138', 'N09000003'].includes(code)),
    2022,
    november2025,
  );
  const { edition, problems: faults } = await examine(onlineJobAdverts, release?.release ?? '', release?.files ?? [], needs);
  const { months, quarters, regional, local, places: totals } = edition.observations;
  /** Periods in which some cells are suppressed, and those in which all are. */
  const gone = (tables: Iterable<Counts>, periods: readonly string[]) => {
    const rows = [...tables];
    const suppressedIn = (place: number) => rows.filter((counts) => counts[place] === suppressed).length;
    const isPartly = (place: number) => suppressedIn(place) > rows.length / 100;
    return [periods.filter((_, place) => isPartly(place)), periods.filter((_, place) => suppressedIn(place) === rows.length)];
  };

  it('ends with November 2025 and the third quarter, and is understood', () => {
    expect(faults).toEqual([]);
    expect([months.length, months.at(-1), quarters.length, quarters.at(-1)]).toEqual([47, '2025-11', 15, '2025-Q3']);
    expect(onlineJobAdverts.checks.flatMap((check) => check.check(edition, null))).toEqual([]);
  });
  it('suppresses single cells of two months and of two quarters, and no whole period', () => {
    const rowsOf = (tables: ReadonlyMap<string, CountsByOccupation>) =>
      [...tables.values()].flatMap((occupations) => [...occupations.values()]);
    expect(gone(rowsOf(regional), months)).toEqual([['2025-06', '2025-07'], []]);
    expect(gone(rowsOf(local), quarters)).toEqual([['2025-Q2', '2025-Q3'], []]);
    expect([...totals.keys()].sort()).toEqual(['belfast', 'cambridge', 'lincoln', 'london']);
  });
  it('an occupation that is suppressed everywhere in a month is out of every total of that month, the UK included', () => {
    const everywhere = [...(regional.get('uk') ?? [])].find(([, counts]) => counts[months.indexOf('2025-06')] === suppressed);
    const [soc = ''] = everywhere ?? [];
    for (const [slug, occupations] of regional) expect(occupations.get(soc)?.[months.indexOf('2025-06')], slug).toBe(suppressed);
    const body = [...documentsOf(edition)].find(({ endpoint, place }) => endpoint === 'job-adverts' && place.soc === soc)?.body;
    expect(selectJobAdverts(body as JobAdvertDocument, 'uk')).toMatchObject({ monthsSuppressed: expect.any(Number) });
    expect(selectJobAdverts(body as JobAdvertDocument, 'uk').monthsSuppressed).toBeGreaterThan(0);
  });
});

describe('layout', () => {
  const file = async (sheets: readonly SampleSheet[]) => [{ name: 'labourdemandbyoccupation.xlsx', bytes: await writeWorkbook(sheets) }];
  const months = ['Jan-17', 'Feb-17'];
  const whole = [
    { name: 'Cover sheet', rows: [['A note', null, 'in two cells']] },
    { name: 'Table 1', rows: [['t'], [], [], [], ['Country', ...months]] },
    { name: 'Table 2', rows: [['t'], [], [], [], ['Local Authority Code', 'Region', 'ITL2', 'Local Authority District', ...months]] },
    {
      name: 'table 3',
      rows: [['t'], [], ['Region', 'SOC 4 digit label', 'SOC 4-digit code', ...months], ['Wales', 'Label', '2134', 0, '[x]']],
    },
    { name: 'Table 4', rows: [['what nobody reads']] },
    {
      name: 'Table 5',
      rows: [
        ['t'],
        [],
        [],
        [],
        ['Region', 'ITL2', 'Local Authority District', 'SOC 4 digit code', 'SOC 4 digit label', 'Local Authority Code', '2017Q1'],
      ],
    },
  ];
  const replaced = (name: string, rows: readonly (readonly SampleCell[])[]) =>
    whole.map((sheet) => (sheet.name === name ? { name, rows } : sheet));
  const parse = async (sheets: readonly SampleSheet[]) => onlineJobAdverts.parse(sample.release, await file(sheets));

  it('columns are found by their headers, in whatever order and row', async () => {
    const rows = await parse(whole);
    expect(layout.header(rows, 'regions')).toMatchObject({
      row: 3,
      columns: { region: 1, label: 2, soc: 3 },
      across: { from: 4, headers: months },
    });
    expect(layout.of(rows, 'regions')).toEqual([
      { kind: 'regions', row: 4, region: 'Wales', label: 'Label', soc: '2134', across: ['0', '[x]'] },
    ]);
    expect(layout.of(rows, 'cover')).toEqual([{ kind: 'cover', row: 1, text: 'A note\tin two cells' }]);
  });
  it('tells which sheets and columns it takes: every month, and every sheet but Table 4', async () => {
    const heard: LookedFor[] = [];
    await listenTo(heard, () => parse(whole));
    const taken = (what: LookedFor['what'], place: RegExp) =>
      heard.filter((told) => told.what === what && place.test(told.place)).flatMap(({ wanted }) => wanted.map(({ found }) => found));
    expect(new Set(taken('sheet', /xlsx$/))).toEqual(new Set(whole.map(({ name }) => name).filter((name) => name !== 'Table 4')));
    expect(taken('column', /'table 3'$/)).toEqual(['Region', 'SOC 4-digit code', 'SOC 4 digit label', ...months]);
  });
  it.each([
    [
      'a sheet that is gone',
      whole.filter(({ name }) => name !== 'Table 5'),
      /there is no sheet "Table 5", found "Cover sheet", "Table 1", "Table 2", "table 3", "Table 4"/,
    ],
    [
      'a column that is renamed',
      replaced('Table 1', [['Land', ...months]]),
      /'Table 1'!row 1: no column is headed "Country"; found "Land", "Jan-17", "Feb-17"/,
    ],
    [
      'a column that is new',
      replaced('Table 1', [['Country', 'Rural', ...months]]),
      /'Table 1'!B1: got the header "Rural", expected months like Jan-17/,
    ],
    ['months that are dates', replaced('Table 1', [['Country', 42736, 42767]]), /'Table 1'!B1: got the header "42736"/],
    ['quarters among the months', replaced('Table 1', [['Country', 'Jan-17', '2017Q1']]), /'Table 1'!C1: got the header "2017Q1"/],
    ['a table without periods', replaced('Table 1', [['Country']]), /'Table 1'!row 1: got the header ""/],
  ])('%s', async (_, sheets, message) => {
    const fault: unknown = await parse(sheets).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(LayoutError);
    expect(String(fault)).toMatch(message);
  });
  it('a workbook whose texts come after its sheets, as spreadsheet programs write them, reads the same', async () => {
    const workbook = new ExcelJS.Workbook();
    for (const { name, rows } of whole) {
      const worksheet = workbook.addWorksheet(name);
      worksheet.addRows(rows.map((row) => [...row]));
      worksheet.getRow(1).font = { bold: true };
      worksheet.getColumn(4).numFmt = '#,##0';
    }
    const bytes = Buffer.from(await workbook.xlsx.writeBuffer());
    const names = (await readZip('p', bytes)).map(({ name }) => name);
    expect(names.indexOf('xl/sharedStrings.xml')).toBeGreaterThan(names.indexOf('xl/worksheets/sheet1.xml'));
    expect(await onlineJobAdverts.parse(sample.release, [{ name: 'labourdemandbyoccupation.xlsx', bytes }])).toEqual(await parse(whole));
  });
});

describe('totals and changes', () => {
  const twelve = (count: number | '[x]') => Array.from({ length: 12 }, () => count);
  it('twelve months with one suppressed are no fall of 8 %', () => {
    const latest = [...twelve(10).slice(1), '[x]' as const];
    expect(totalOf(latest)).toEqual({ adverts: 110, published: 11, suppressed: 1, withheld: null });
    expect(compareYears(latest, twelve(10), 'months')).toEqual({
      change: { current: 110, prior: 110, absolute: 0, percent: 0, months: 11 },
      changeWithheld: null,
    });
    expect(compareYears([9, '[x]', 20, 22], [10, 50, 30, 10], 'quarters').change).toEqual({
      current: 51,
      prior: 50,
      absolute: 1,
      percent: 2,
      months: 9,
    });
  });
  it('a year without a figure has no total, and is not 0', () => {
    expect(totalOf(twelve('[x]'))).toMatchObject({
      adverts: null,
      published: 0,
      suppressed: 12,
      withheld: { reason: 'suppressed-by-publisher', marker: '[x]' },
    });
    expect(totalOf([null, null, null, null])).toMatchObject({
      adverts: null,
      published: 0,
      suppressed: 0,
      withheld: { reason: 'not-listed', marker: null },
    });
    expect(totalOf(twelve(0))).toMatchObject({ adverts: 0, withheld: null });
  });
  it.each([
    [9, 10, 'months', true],
    [8, 10, 'months', false],
    [12, 2, 'months', false],
    [10, 3, 'months', true],
    [3, 10, 'quarters', true],
    [2, 100, 'quarters', false],
  ] as const)('%i pairs of %i adverts in %s are compared: %s', (pairs, adverts, parts, isCompared) => {
    const prior = twelve(adverts).map((count, place) => (place < pairs ? count : ('[x]' as const)));
    expect(compareYears(twelve(adverts), prior, parts).change !== null).toBe(isCompared);
  });
  it('a row that is missing is no comparison of suppressed figures', () => {
    expect(compareYears([null, null, null, null], [null, null, null, null], 'quarters')).toMatchObject({
      change: null,
      changeWithheld: { reason: 'not-listed', marker: null },
    });
    expect(compareYears([5, '[x]', '[x]', '[x]'], [5, 5, 5, 5], 'quarters')).toMatchObject({
      changeWithheld: { reason: 'incomplete-period' },
    });
  });
  it.each([
    // If a month is published for no occupation, all totals leave it out alike.
    [9, 9, 'months', null],
    [11, 11, 'months', null],
    [12, 12, 'months', null],
    [11, 12, 'months', 'incomplete-period'],
    [10, 11, 'months', 'incomplete-period'],
    [8, 8, 'months', 'incomplete-period'],
    [3, 3, 'quarters', null],
    [3, 4, 'quarters', 'incomplete-period'],
    [1, 4, 'quarters', 'incomplete-period'],
  ] as const)('a total of %i of %i %s is ranked but for: %s', (published, most, parts, reason) => {
    const cells = twelve(10).map((count, place) => (place < published ? count : ('[x]' as const)));
    expect(whyUnranked(totalOf(parts === 'months' ? cells : cells.slice(0, 4)), parts, most)?.reason ?? null).toBe(reason);
  });
  it('what has no total, or in a local area no advert, is not ranked for that reason', () => {
    expect(whyUnranked(totalOf(twelve('[x]')), 'months', 12)?.reason).toBe('suppressed-by-publisher');
    expect(whyUnranked(totalOf(twelve(0)), 'months', 12)).toBeNull();
    expect([
      whyUnrankedLocally(totalOf([0, 0, 0, 0]), 4)?.reason,
      whyUnrankedLocally(totalOf([0, 0, 1, 0]), 4),
      whyUnrankedLocally(totalOf([]), 4)?.reason,
    ]).toEqual(['not-applicable', null, 'not-listed']);
  });
  it('ranks are shared, and what has no total has none', () => {
    expect(ranksOf([5, 9, null, 9, 0])).toEqual({ ranks: [3, 1, null, 1, 4], of: 4 });
  });
  it('a list is cut by its limit', () => {
    const rest = { notes: ['n'], coverage: 'c', attribution: 'a', provenance: 'p' };
    expect(cutList({ total: 3, occupations: [1, 2, 3], ...rest }, 2)).toEqual({ total: 3, limit: 2, occupations: [1, 2], ...rest });
    expect(cutList({ total: 1, occupations: [1], ...rest }, 412)).toEqual({ total: 1, limit: 412, occupations: [1], ...rest });
  });
  it('the most parts that a total can have are those that are published for some occupation', () => {
    expect(mostPublished([[1, '[x]', '[x]', 0], null, [2, 3, '[x]', '[x]']])).toBe(3);
    expect(mostPublished([null, ['[x]']])).toBe(0);
  });
});

describe('shares', () => {
  const { months, quarters, regional, local, places: totals } = sample.observations;
  const published = (count: number | undefined): count is number => count !== undefined && count !== suppressed;
  const sumAt = (occupations: CountsByOccupation, place: number) =>
    [...occupations.values()]
      .map((counts: Counts) => counts[place])
      .filter(published)
      .reduce((a, b) => a + b, 0);
  const isUsable = (occupations: CountsByOccupation, place: number) => {
    const cells = [...occupations].filter(([soc]) => soc !== unclassified).map(([, counts]) => counts[place]);
    return cells.filter(published).length * 2 >= cells.length;
  };

  it('are worked out as the method says, for every occupation and area', () => {
    const uk = regional.get('uk') ?? new Map<string, Counts>();
    const allUk = months.map((_, month) => (isUsable(uk, month) ? sumAt(uk, month) : null));
    const year = quarters.map((quarter, place) => ({ quarter, place })).slice(-4);
    const all = new Map(
      [...local].map(
        ([slug, occupations]) =>
          [
            slug,
            year.map(({ quarter, place }) => {
              if (!isUsable(occupations, place)) return null;
              const printed = monthsOf(quarter).map((month) => totals.get(slug)?.[months.indexOf(month)]);
              return printed.every(published) ? printed.reduce((a, b) => a + b, 0) : sumAt(occupations, place);
            }),
          ] as const,
      ),
    );
    let [compared, withoutShare, withoutYardstick] = [0, 0, 0];
    for (const { endpoint, body, place } of documentsOf(sample)) {
      if (endpoint !== 'job-adverts-local') continue;
      const soc = place.soc ?? '';
      for (const { area, perThousand, concentration } of (body as LocalAdvertAreasResponse).areas) {
        const used = year.filter(
          (at, index) => published(local.get(area.slug)?.get(soc)?.[at.place]) && (all.get(area.slug)?.[index] ?? null) !== null,
        );
        const own = used.reduce((sum, at) => sum + (local.get(area.slug)?.get(soc)?.[at.place] ?? NaN), 0);
        const whole = year.reduce((sum, at, index) => sum + (used.includes(at) ? (all.get(area.slug)?.[index] ?? NaN) : 0), 0);
        if (used.length === 0 || whole === 0) {
          withoutShare += 1;
          if (perThousand !== null || concentration !== null) expect.fail(`${soc} ${area.slug}: has a share without a quarter`);
          continue;
        }
        const at = used
          .flatMap(({ quarter }) => monthsOf(quarter).map((month) => months.indexOf(month)))
          .filter((month) => published(uk.get(soc)?.[month]) && allUk[month] !== null);
        const [ofUk, wholeUk] = [
          at.reduce((sum, month) => sum + (uk.get(soc)?.[month] ?? NaN), 0),
          at.reduce((sum, month) => sum + (allUk[month] ?? NaN), 0),
        ];
        if (perThousand === null || Math.abs(perThousand - (1000 * own) / whole) > 0.05 + 1e-9)
          expect.fail(`${soc} ${area.slug}: perThousand`);
        if (ofUk < 30) {
          withoutYardstick += 1;
          if (concentration !== null) expect.fail(`${soc} ${area.slug}: concentration rests on ${ofUk} adverts`);
        } else if (concentration === null || Math.abs(concentration - own / whole / (ofUk / wholeUk)) > 0.005 + 1e-9) {
          expect.fail(`${soc} ${area.slug}: concentration`);
        } else {
          compared += 1;
        }
      }
    }
    expect(compared).toBeGreaterThan(2000);
    expect(withoutShare).toBeGreaterThan(0);
    expect(withoutYardstick).toBeGreaterThan(0);
  });
});

describe('notices', () => {
  it('say what adverts are, which month nobody has, what is imputed, and what the publisher notes of the latest year', () => {
    const { notices } = selectJobAdverts(documentOf<JobAdvertDocument>(sample, 'job-adverts', '2134'), 'uk');
    expect(notices).toEqual([
      'New online adverts are a signal of demand. They are not unique vacancies, and not jobs.',
      "The publisher's model assigns occupations to adverts.",
      'No figure for March 2026 is published, for any occupation or area.',
      'The publisher imputes some figures. They are included as published.',
      'The publisher notes: Synthetic sample text: figures of March 2026 are suppressed.',
      'The publisher notes: Synthetic sample text: figures of June 2026 are partly imputed.',
      'The publisher notes: Synthetic sample text: figures of June 2026 are suppressed in some cells.',
      'The total leaves out 1 of the latest twelve months, because their figures are not published.',
    ]);
  });
});

describe('lists', () => {
  const areaList = (edition: Edition, area: string): AreaAdvertsDocument => {
    for (const { endpoint, place, body } of documentsOf(edition))
      if (endpoint === 'local-area-job-adverts' && place.area === area) return body as AreaAdvertsDocument;
    throw new Error(`there is no list of ${area}`);
  };
  /** The row with some periods suppressed, from one on, counted from the end. */
  const gone = <Any extends { readonly across: readonly string[] }>(row: Any, last: number, count: number): Any => {
    const first = row.across.length - last;
    return { ...row, across: row.across.map((text, place) => (place >= first && place < first + count ? '[x]' : text)) };
  };

  it('of a region: a total of four months is listed last and has no rank, however great; what has no total is not listed', () => {
    const { edition } = withRows(
      edited('regions', (row) => {
        if (row.region !== 'Wales') return row;
        if (row.soc === '2136') return withCell(gone(row, 12, 8), row.across.length - 1, '99999');
        return row.soc === '2134' ? gone(row, 12, 12) : row;
      }),
    );
    const [list] = [...documentsOf(edition)].flatMap(({ endpoint, place, body }) =>
      endpoint === 'job-adverts-list' && place.area === 'wales' ? [body as JobAdvertListResponse] : [],
    );
    const incomplete = list?.occupations.find(({ soc2020 }) => soc2020 === '2136');
    expect(list?.occupations.some(({ soc2020 }) => soc2020 === '2134')).toBe(false);
    expect(list?.occupations.filter(({ rank }) => rank === null).map(({ soc2020 }) => soc2020)).toContain('2136');
    expect(incomplete).toMatchObject({ rank: null, rankWithheld: { reason: 'incomplete-period', marker: null } });
    // It stands where its number stands: 99,999 adverts in one month are more than any other occupation has in a year.
    expect(list?.occupations[0]?.soc2020).toBe('2136');
    expect(list?.ranked).toBe(list?.occupations.filter(({ rank }) => rank !== null).length);
    expect(list?.notes).toContain(
      '1 occupation is not listed because no figure of the period is published. This says nothing about adverts.',
    );
    const { rank, rankWithheld, notices } = selectJobAdverts(documentOf<JobAdvertDocument>(edition, 'job-adverts', '2136'), 'wales');
    expect(rank).toBeNull();
    expect(rankWithheld).toEqual({ reason: 'incomplete-period', marker: null });
    expect(notices.join(' ')).toMatch(
      /No rank is given\. Of the latest twelve, 4 months are published\. Totals of fewer than 9 are not ranked\./,
    );
  });
  it('of a local area: empty because nothing is advertised, because the table has no row, because all is suppressed', () => {
    expect(areaList(sample, 'isles-of-scilly')).toMatchObject({ withheld: null, occupations: [] });
    const aberdeen = areaList(sample, 'aberdeen-city');
    expect(aberdeen).toMatchObject({ withheld: { reason: 'not-listed', marker: null }, occupations: [] });
    expect(aberdeen.notes).toContain(aberdeen.withheldLegend[0]?.explanation);
    const { edition } = withRows(edited('local', (row) => (row.district === 'Cambridge' ? gone(row, 4, 4) : row)));
    expect(areaList(edition, 'cambridge')).toMatchObject({
      withheld: { reason: 'suppressed-by-publisher', marker: '[x]' },
      occupations: [],
    });
  });
  it('of the areas of an occupation say how many are left out for want of a figure', () => {
    const { areas, notes } = documentOf<LocalAdvertAreasResponse>(sample, 'job-adverts-local', '2134');
    // The Isles of Scilly have a figure, which is 0.
    expect(notes.at(-1)).toBe(
      `${329 - areas.length - 1} local areas are not listed because no figure of the period is published. This says nothing about adverts.`,
    );
  });
});

describe('discovery', () => {
  const path = landingPage.slice('https://www.ons.gov.uk'.length);
  const landing = (editions: readonly string[]) => ({
    description: { nextRelease: '25 September 2026' },
    datasets: editions.map((edition) => ({ uri: `${path}/${edition}` })),
  });
  const page = (files: readonly string[], versions: readonly object[] = []) => ({
    description: { releaseDate: '2026-08-20T23:00:00.000Z' },
    downloads: files.map((name) => ({ file: name })),
    versions,
  });
  const webOf = (pages: Readonly<Record<string, unknown>>): Web => ({
    text: () => Promise.reject(new PageError('no such page')),
    json: async (url) => pages[url.slice(landingPage.length)] ?? Promise.reject(new PageError(`${url}: there is no such page (404)`)),
  });
  const editions = ['january2017todecember2025', 'january2017tojuly2026', 'january2017tojune2026', 'january2017tomay2025part2'];

  it('takes the edition of the last month, whose address changes with it', async () => {
    const { releases, nextRelease, notices } = await discover(
      webOf({ '/data': landing(editions), '/january2017tojuly2026/data': page(['labourdemandbyoccupation.xlsx']) }),
    );
    expect(releases).toEqual([
      {
        name: '2026-07',
        released: '2026-08-21',
        files: [
          {
            name: 'labourdemandbyoccupation.xlsx',
            url: `https://www.ons.gov.uk/file?uri=${path}/january2017tojuly2026/labourdemandbyoccupation.xlsx`,
          },
        ],
      },
    ]);
    expect([nextRelease, notices]).toEqual(['2026-09-25', []]);
    expect(onlineJobAdverts.release('2026-07')).toMatchObject({ order: ['2026-07', ''] });
  });
  it('a corrected workbook has a name of its own', async () => {
    const corrected = page(
      ['labourdemandbyoccupation.xlsx'],
      [{ updateDate: '2026-09-02T08:30:00.000Z', correctionNotice: 'Table 5 was wrong.' }],
    );
    const { releases, notices } = await discover(webOf({ '/data': landing(editions), '/january2017tojuly2026/data': corrected }));
    expect(releases.map(({ name }) => name)).toEqual(['2026-07-2026-09-02']);
    expect(notices).toEqual([{ release: '2026-07', date: '2026-09-02', text: 'Table 5 was wrong.' }]);
    expect(onlineJobAdverts.release('2026-07-2026-09-02')).toMatchObject({ order: ['2026-07', '2026-09-02'] });
  });
  it.each([
    [{ '/data': landing([]) }, /names no edition like january2017tojuly2026, found none at all/],
    [{ '/data': landing(['time-series']) }, /found "https.*time-series"/],
    [
      { '/data': landing(editions), '/january2017tojuly2026/data': page([]) },
      /expected one workbook like labourdemandbyoccupation.xlsx, found no download/,
    ],
    [{ '/data': landing(editions), '/january2017tojuly2026/data': page(['notes.pdf']) }, /found "notes.pdf"/],
    [{}, /there is no such page/],
  ])('refuses pages that do not say', async (pages, message) => {
    await expect(discover(webOf(pages))).rejects.toThrow(message);
  });
  it.each(['2026-13', '2026', 'july-2026', '2026-07-2026-02-31'])('"%s" is no release', (name) =>
    expect(onlineJobAdverts.release(name)).toBeNull(),
  );
});

describe('a release read from the file alone', () => {
  it('is the sample', async () => {
    const [release] = await keptSample(onlineJobAdverts);
    const { edition, problems: faults } = await examine(onlineJobAdverts, release?.release ?? '', release?.files ?? [], needs);
    expect(faults).toEqual([]);
    expect(onlineJobAdverts.count(edition.observations).withheld).toEqual({ 'suppressed-by-publisher': expect.any(Number) });
  });
});
