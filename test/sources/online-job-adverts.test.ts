// Online job adverts: the traps of the workbook, on small edits of the sample's rows; and shares
// worked out again from what is published.
import ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';
import { readZip } from '#sources/kit/read/zip.ts';
import { type SampleCell, type SampleSheet, writeWorkbook } from '#sources/kit/sample/workbook.ts';
import type { AreaAdvertsDocument, LocalAdvertAreasResponse } from '#schemas/resources/adverts.ts';
import {
  type Row,
  type Rows,
  type TableKind,
  layout,
  periodsIn,
} from '#sources/online-job-adverts/layout.ts';
import {
  type Counts,
  type CountsByOccupation,
  monthsOf,
  suppressed,
  unclassified,
} from '#sources/online-job-adverts/reshape.ts';
import { onlineJobAdverts } from '#sources/online-job-adverts/source.ts';
import { localAuthorities } from '#sources/local-authorities/source.ts';
import { structureOfSample } from './classification.ts';
import { bodiesOf, findingsOf } from './data-set.ts';
import { examineSample, needsOf, reshaped } from './examine.ts';

const places = (await examineSample(localAuthorities)).edition.observations;
const needs = needsOf({ 'soc-structure': await structureOfSample(), 'local-authorities': places });
const { edition: sample } = await examineSample(onlineJobAdverts, needs);
type Edition = typeof sample;

const withRows = (rows: Rows, name?: string) => reshaped(onlineJobAdverts, sample, rows, name);
/** The sample with the rows of one table changed, or left out where the edit gives null. */
function edited<Kind extends TableKind>(
  kind: Kind,
  edit: (row: Row<Kind>, place: number) => Row<Kind> | null,
) {
  let place = -1;
  return withRows(
    sample.rows.flatMap((row) =>
      row.kind === kind ? ((edit(row as Row<Kind>, (place += 1)) ?? []) as Rows[number]) : row,
    ),
  );
}
const withHeader = (kind: TableKind, change: object) =>
  withRows(
    sample.rows.map((row) =>
      row.kind === 'columns' && row.of === kind ? ({ ...row, ...change } as typeof row) : row,
    ),
  );
const withPeriods = (kind: TableKind, edit: (headers: readonly string[]) => readonly string[]) => {
  const { from, headers } = periodsIn(sample.rows, kind);
  return withHeader(kind, { across: { from, headers: edit(headers) } });
};
/** The row with another text in a period, counted from 0. */
const withCell = <Any extends { readonly across: readonly string[] }>(
  row: Any,
  place: number,
  text: string,
): Any => ({
  ...row,
  across: row.across.with(place, text),
});
/** The row with its last periods suppressed. */
const gone = <Any extends { readonly across: readonly string[] }>(
  row: Any,
  count: number,
): Any => ({
  ...row,
  across: [...row.across.slice(0, -count), ...Array<string>(count).fill('[x]')],
});
const first = <Kind extends TableKind>(kind: Kind, change: Partial<Row<Kind>>) =>
  edited(kind, (row, place) => (place === 0 ? { ...row, ...change } : row));
const found = (name: string, { edition }: { edition: Edition }, previous: Edition | null = null) =>
  findingsOf(onlineJobAdverts, name, edition, previous);
const bodyOf = <Body>({ edition }: { edition: Edition }, key: string): Body =>
  bodiesOf<Body>(
    onlineJobAdverts,
    edition,
    ({ soc = '', area = '' }, endpoint) => `${endpoint} ${soc}${area}`,
  ).get(key) ?? expect.fail(key);

describe('traps', () => {
  it.each(['x', '', '12.5', '-3', '1,234', '..', '[X]', 'nan'])(
    '"%s" is no count and no marker, and never becomes 0',
    (text) => {
      const { lines } = edited('local', (row, place) =>
        place === 0 ? withCell(row, 0, text) : row,
      );
      expect(lines.map((line) => line.split('\n')[0])).toEqual([
        expect.stringMatching(/'Table 5'!G6: .*, expected a whole number or one of \[x\]/),
      ]);
      expect(lines[0]).toContain(`"${text}"`);
    },
  );
  const london = edited('local', (row) =>
    row.code === '' && row.soc === '1111' ? { ...row, region: 'South East' } : row,
  );
  it.each<[string, { lines: readonly string[] }, RegExp]>([
    [
      'a gap in the months',
      withPeriods('regions', (headers) => headers.with(2, 'Nov-24')),
      /'Table 3'!F5: got the period "Nov-24" after/,
    ],
    [
      'London in another region',
      london,
      /'Table 5'!row \d+: got the place "South East", "London", "", expected a local authority/,
    ],
    [
      'a borough in Table 5',
      first('local', { code: 'E09000007' }),
      /got the place "East Midlands", "Rutland", "E09000007"/,
    ],
    [
      'an unknown occupation',
      first('regions', { soc: '9999' }),
      /'Table 3'!B6: got the occupation "9999", expected a unit group of SOC 2020/,
    ],
    [
      'an unknown region',
      first('regions', { region: 'Mercia' }),
      /'Table 3'!row 6: got the place "Mercia", expected a region or nation/,
    ],
  ])('%s', (_, { lines }, message) => expect(lines.join('\n')).toMatch(message));
  it.each(['E09000007', 'Unknown'])(
    'a row of Table 2 with the code %s is passed over: a borough, or an unknown place',
    (code) => {
      const { lines, edition } = first('places', { code });
      expect([lines, edition.observations.places.size]).toEqual([
        [],
        sample.observations.places.size - 1,
      ]);
    },
  );
  it('a workbook without its notes is read; its notes come from two sheets, each once', () => {
    const { edition, lines } = withRows(
      sample.rows.filter(({ kind }) => kind !== 'cover' && kind !== 'notes'),
    );
    expect([lines, edition.observations.notes]).toEqual([[], []]);
    const { notes } = sample.observations;
    expect([notes.length > 0, new Set(notes).size]).toEqual([true, notes.length]);
  });
});

describe('checks', () => {
  const shifted = edited('local', (row) =>
    row.soc === '1111' ? { ...row, label: 'Elected officers and representatives' } : row,
  );
  const isLondon = (row: Row<'local'>, soc: string) => row.district === 'London' && row.soc === soc;
  const ten = (row: Row<'regions'>) =>
    withCell(row, row.across.length - 1, `${row.across.at(-1)}0`);
  const grown = edited('regions', (row) =>
    /^\d+$/.test(row.across.at(-1) ?? '') ? ten(row) : row,
  );
  const unknown = edited('regions', (row) =>
    row.region === 'Total UK' && row.soc === unclassified ? withCell(row, 0, '99999') : row,
  );

  it.each<[string, { edition: Edition }, RegExp]>([
    [
      'measure',
      withHeader('regions', { above: ['Table 3: Snapshots of live adverts'] }),
      /'Table 3': .*names live adverts/,
    ],
    [
      'periods',
      withRows(sample.rows, '2026-08'),
      /the last month: found "2026-07", expected "2026-08"/,
    ],
    [
      'last-quarter',
      withPeriods('local', (headers) => headers.slice(0, -1)),
      /its last month: found "2026-03", expected "2026-06"/,
    ],
    [
      'periods',
      withPeriods('places', (headers) => headers.slice(1)),
      /'Table 2': runs from Aug-24 to Jul-26, Table 3 from Jul-24/,
    ],
    [
      'titles-agree',
      shifted,
      /1111 is "Elected officers and representatives", the title of "1112"/,
    ],
    [
      'local-rows',
      edited('local', (row) => (isLondon(row, '1111') ? null : row)),
      /the rows of London lack "1111", expected all 412/,
    ],
    [
      'whole-months-suppressed',
      edited('regions', (row) => gone(row, 2)),
      /2026-03 is suppressed throughout/,
    ],
    [
      'uk-sum',
      unknown,
      /'Table 3'!D5: 2024-07: the regions and nations add up to \d+ adverts, expected \d+ within \d+/,
    ],
    [
      'london-quarter',
      edited('local', (row) => (isLondon(row, '2134') ? withCell(row, 4, '99999') : row)),
      /2024-Q3: 1 .* 2134 first/,
    ],
    [
      'year-on-year',
      grown,
      /'Table 3'!.*: the change of all UK adverts on the year before is [\d.]+%, expected -40 to 60%/,
    ],
  ])('%s', (check, altered, message) => {
    expect(found(check, { edition: sample })).toEqual([]);
    expect(found(check, altered).join('\n')).toMatch(message);
  });
  it('suppressed-share: up to two months suppressed throughout pass', () => {
    expect(
      found('suppressed-share', { edition: sample }).map((line) => line.split(': ')[1]),
    ).toEqual(['2026-03 is suppressed throughout', '2026-Q1 is suppressed throughout']);
    const oneMonth = edited('regions', (row) => gone(row, 1));
    expect(found('whole-months-suppressed', oneMonth)).toEqual([]);
  });
  it('revision: small movements pass, another measure is held back in every region', () => {
    const scale = (factor: number) => (text: string) =>
      text === '[x]' ? text : String(Math.round(Number(text) * factor));
    const times = (factor: number) =>
      edited('regions', (row) => ({ ...row, across: row.across.map(scale(factor)) }));
    expect(found('revision', times(1.06), sample)).toEqual([]);
    expect(found('revision', times(1.3), sample)).toHaveLength(13);
  });
});

describe('layout', () => {
  const months = ['Jan-17', 'Feb-17'];
  const ofFive = [
    'Region',
    'ITL2',
    'Local Authority District',
    'SOC 4 digit code',
    'SOC 4 digit label',
    'Local Authority Code',
    '2017Q1',
  ];
  const ofThree = [
    ['Region', 'SOC 4 digit label', 'SOC 4-digit code', ...months],
    ['Wales', 'Label', '2134', 0, '[x]'],
  ];
  const whole = [
    { name: 'Cover sheet', rows: [['A note', null, 'in two cells']] },
    { name: 'Table 1', rows: [['what nobody reads']] },
    {
      name: 'Table 2',
      rows: [
        ['t'],
        [],
        [],
        [],
        ['Local Authority Code', 'Region', 'ITL2', 'Local Authority District', ...months],
      ],
    },
    { name: 'table 3', rows: [['t'], [], ...ofThree] },
    { name: 'Table 5', rows: [['t'], [], [], [], ofFive] },
  ];
  const name = 'labourdemandbyoccupation.xlsx';
  const withTable3 = (...header: readonly SampleCell[]) =>
    whole.map((sheet) => (sheet.name === 'table 3' ? { ...sheet, rows: [header] } : sheet));
  const beforeMonths = ['Region', 'SOC 4 digit code', 'SOC 4 digit label'];
  const parse = async (sheets: readonly SampleSheet[]) =>
    onlineJobAdverts.parse(sample.release, [{ name, bytes: await writeWorkbook(sheets) }]);

  it('columns are found by their headers, in whatever order and row', async () => {
    const rows = await parse(whole);
    const columns = { region: 1, label: 2, soc: 3 };
    expect(layout.header(rows, 'regions')).toMatchObject({
      row: 3,
      columns,
      across: { from: 4, headers: months },
    });
    const row = {
      kind: 'regions',
      row: 4,
      region: 'Wales',
      label: 'Label',
      soc: '2134',
      across: ['0', '[x]'],
    };
    expect(layout.rowsOf(rows, 'regions')).toEqual([row]);
    expect(layout.rowsOf(rows, 'cover')).toEqual([
      { kind: 'cover', row: 1, text: 'A note\tin two cells' },
    ]);
  });
  it.each<[string, readonly SampleSheet[], RegExp]>([
    [
      'a column is renamed',
      withTable3('Land', ...beforeMonths.slice(1), ...months),
      /'table 3'!row 1: no column is headed "Region"; found "Land"/,
    ],
    [
      'a column is new',
      withTable3(...beforeMonths, 'Rural', ...months),
      /'table 3'!D1: got the header "Rural", expected months like Jan-17/,
    ],
    [
      'quarters among the months',
      withTable3(...beforeMonths, 'Jan-17', '2017Q1'),
      /'table 3'!E1: got the header "2017Q1"/,
    ],
  ])('stops where %s', async (_, sheets, message) => {
    await expect(parse(sheets)).rejects.toThrow(message);
  });
  it('a workbook with its texts after its sheets reads the same', async () => {
    const workbook = new ExcelJS.Workbook();
    for (const sheet of whole)
      workbook.addWorksheet(sheet.name).addRows(sheet.rows.map((row) => [...row]));
    const bytes = Buffer.from(await workbook.xlsx.writeBuffer());
    const names = (await readZip('p', bytes)).map((member) => member.name);
    expect(names.indexOf('xl/sharedStrings.xml')).toBeGreaterThan(
      names.indexOf('xl/worksheets/sheet1.xml'),
    );
    expect(await onlineJobAdverts.parse(sample.release, [{ name, bytes }])).toEqual(
      await parse(whole),
    );
  });
});

it.each([
  ['isles-of-scilly', 'nothing advertised'],
  ['aberdeen-city', 'not-listed'],
  ['cambridge', 'suppressed-by-publisher'],
])('the list of %s is empty: %s', (area, why) => {
  const { edition } = edited('local', (row) => (row.district === 'Cambridge' ? gone(row, 4) : row));
  const { occupations, withheld } = bodyOf<AreaAdvertsDocument>(
    { edition },
    `local-area-job-adverts ${area}`,
  );
  expect([occupations, withheld?.reason ?? 'nothing advertised']).toEqual([[], why]);
});

describe('shares and concentrations', () => {
  it('are worked out as the method says, for every occupation and area', () => {
    const { months, quarters, regional, local, places: totals } = sample.observations;
    const published = (count: number | undefined): count is number =>
      count !== undefined && count !== suppressed;
    const total = (counts: readonly (number | null | undefined)[]) =>
      counts.reduce<number>((sum, count) => sum + (count ?? NaN), 0);
    /** All occupations of an area in a period; null if more than half of them are suppressed. */
    const wholeOf = (occupations: CountsByOccupation, place: number) => {
      const cells = [...occupations]
        .filter(([soc]) => soc !== unclassified)
        .map(([, counts]) => counts[place]);
      if (cells.filter(published).length * 2 < cells.length) return null;
      return total([...occupations.values()].map((counts) => counts[place]).filter(published));
    };
    const uk = regional.get('uk') ?? new Map<string, Counts>();
    const allUk = months.map((_, month) => wholeOf(uk, month));
    const year = quarters.map((quarter, place) => ({ quarter, place })).slice(-4);
    const all = new Map(
      [...local].map(([slug, occupations]) => {
        const wholes = year.map(({ quarter, place }) => {
          const printed = monthsOf(quarter).map(
            (month) => totals.get(slug)?.[months.indexOf(month)],
          );
          const whole = wholeOf(occupations, place);
          return whole !== null && printed.every(published) ? total(printed) : whole;
        });
        return [slug, wholes] as const;
      }),
    );
    const seen = { compared: 0, withoutShare: 0, withoutYardstick: 0 };
    for (const { endpoint, body, place } of onlineJobAdverts.documents({
      ...sample,
      provenance: {} as never,
      attribution: '',
    })) {
      if (endpoint !== 'job-adverts-local') continue;
      for (const { area, perThousand, concentration } of (body as LocalAdvertAreasResponse).areas) {
        const blame = (what: string) => expect.fail(`${place.soc} ${area.slug}: ${what}`);
        const counts = local.get(area.slug)?.get(place.soc ?? '');
        const used = year.flatMap((at, index) => {
          const whole = all.get(area.slug)?.[index] ?? null;
          return published(counts?.[at.place]) && whole !== null ? [{ ...at, whole }] : [];
        });
        const own =
          total(used.map((at) => counts?.[at.place])) / total(used.map(({ whole }) => whole));
        if (!Number.isFinite(own)) {
          seen.withoutShare += 1;
          if (perThousand !== null || concentration !== null)
            blame('has a share without a quarter');
          continue;
        }
        if (perThousand === null || Math.abs(perThousand - 1000 * own) > 0.05 + 1e-9)
          blame('perThousand');
        const ofUk = uk.get(place.soc ?? '');
        const at = used
          .flatMap(({ quarter }) => monthsOf(quarter).map((month) => months.indexOf(month)))
          .filter((month) => published(ofUk?.[month]) && allUk[month] !== null);
        const adverts = total(at.map((month) => ofUk?.[month]));
        const yardstick = adverts / total(at.map((month) => allUk[month]));
        seen[adverts < 30 ? 'withoutYardstick' : 'compared'] += 1;
        if ((concentration === null) !== adverts < 30)
          blame(`concentration rests on ${adverts} adverts`);
        if (concentration !== null && Math.abs(concentration - own / yardstick) > 0.005 + 1e-9)
          blame('concentration');
      }
    }
    expect([seen.compared > 2000, seen.withoutShare > 0, seen.withoutYardstick > 0]).toEqual([
      true,
      true,
      true,
    ]);
  });
});
