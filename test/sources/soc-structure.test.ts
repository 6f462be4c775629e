// Volume 1: the traps of the publisher's workbook, on small edits of the sample's rows and files.
import { describe, expect, it } from 'vitest';
import { formatProblem } from '#sources/kit/problem.ts';
import { writeWorkbook } from '#sources/kit/sample/workbook.ts';
import type { Rows } from '#sources/soc-structure/layout.ts';
import { itemsOf } from '#sources/soc-structure/reshape.ts';
import { socStructure } from '#sources/soc-structure/source.ts';
import { keptSample } from '../kept.ts';
import { findingsOf } from './data-set.ts';
import { examineSample, reshaped } from './examine.ts';
const { edition: sample } = await examineSample(socStructure);
const [{ files } = expect.fail('there is no sample')] = await keptSample(socStructure);

const withRows = (rows: Rows, name?: string) => reshaped(socStructure, sample, rows, name);
/** The sample with the row of a unit group changed in one sheet. */
const edited = (
  kind: 'descriptions' | 'framework',
  change: Readonly<Record<string, string>>,
  unit = '2134',
) =>
  withRows(
    sample.rows.map((row) =>
      row.kind === kind && row.unit === unit ? ({ ...row, ...change } as Rows[number]) : row,
    ),
  );
/** The texts of a unit group of the sample. */
const textsOf = (code: string) =>
  sample.observations.unitGroups.find((group) => group.code === code) ?? expect.fail(code);
const groupOf = ({ edition }: ReturnType<typeof withRows>, code = '2134') =>
  edition.observations.groups.get(code);
const found = (
  check: string,
  { edition }: ReturnType<typeof withRows>,
  previous = null as typeof sample | null,
) => findingsOf(socStructure, check, edition, previous).join('\n');

const codes = [
  'SOC\n2020 Major Group',
  'SOC\n2020 Sub-Major Group',
  'SOC\n2020 Minor Group',
  'SOC 2020 Unit Group',
];
const texts = [
  'Group  Description',
  'Typical Entry Routes And Associated Qualifications',
  'Tasks',
  'Related Job Titles',
];
const descriptions = [
  ...codes,
  'SOC\n2020 \nGroup Title',
  'Groups Classified Within Sub-Groups ',
  ...texts,
];
const framework = [
  'Unique ID',
  ...codes.map((header) => header.replace('SOC\n2020', 'SOC2020\n')),
  'SOC2020 Group Title',
  'Change',
  'VERSNO',
];
/** Parses a workbook of these headers alone, by the names of their sheets. */
const parse = async (sheets: Readonly<Record<string, readonly string[]>>) => {
  const bytes = await writeWorkbook(
    Object.entries(sheets).map(([name, headers]) => ({ name, rows: [headers] })),
  );
  return socStructure.parse(sample.release, [{ name: files[0]?.name ?? '', bytes }]);
};

describe('traps', () => {
  it.each<[string, string[] | undefined]>([
    ['Unit group title was Programmers ', ['Programmers']],
    ['Unit group title was Programmers\nUnit group title was Coders', ['Programmers', 'Coders']],
    ['Moved from 213', undefined],
  ])('the history %j tells earlier titles', (change, titles) => {
    expect(groupOf(edited('framework', { change }))?.earlierTitles).toEqual(titles);
  });
  it.each<[string, string[]]>([
    ['<blank>', []],
    [
      '~plans; assigns, and so on\n\n~keeps ~40 accounts \t\n \u00a0\n~ Meets clients\u00a0',
      ['plans; assigns, and so on', 'keeps ~40 accounts', 'Meets clients'],
    ],
  ])('the list %j is split where a tilde begins a line', (text, items) =>
    expect(itemsOf(text)).toEqual(items),
  );
  it('takes unit titles from the framework and upper titles from the descriptions, trimmed', () => {
    const rows = edited(
      'descriptions',
      { title: 'Research and development (r&d) managers' },
      '2161',
    );
    expect(groupOf(rows, '2161')?.title).toBe('Research and development (R&D) managers');
    const managers = sample.rows.map((row): Rows[number] => {
      if (row.kind === 'columns' || row.major !== '1') return row;
      return {
        ...row,
        title: row.kind === 'framework' ? row.title.toUpperCase() : `${row.title} `,
      };
    });
    expect(groupOf(withRows(managers), '1')?.title).toBe(
      'Managers, directors and senior officials',
    );
    expect(groupOf(edited('framework', { title: ' Programmers ' }))?.title).toBe('Programmers');
    expect(edited('framework', { unit: ' 5111 ' }, '5111').problems).toEqual([]);
  });
  it('takes the hierarchy from the codes, not from the order of rows', () => {
    const shuffled = withRows(sample.rows.toReversed());
    expect([shuffled.problems, shuffled.edition.observations]).toEqual([[], sample.observations]);
  });
  it('reads a sheet whose name differs in one capital, with VERNO for VERSNO', async () => {
    const rows = await parse({
      'SOC2020 descriptions': descriptions,
      'SOC2020 framework': framework.with(-1, 'VERNO'),
    });
    expect(rows.map(({ kind }) => kind)).toEqual(['columns', 'columns']);
  });
  it.each([
    [
      'framework',
      { unit: '21340' },
      /'SOC2020 Framework'!E\d+: got "21340", expected a code of 4 digits/,
    ],
    [
      'framework',
      { unit: '2199' },
      /'SOC2020 descriptions'!D81: unit group "2134" is not in the framework/,
    ],
  ] as const)('a code of the %s: %o', (kind, change, message) => {
    expect(edited(kind, change).problems.map(formatProblem).join('\n')).toMatch(message);
  });
});

describe('checks', () => {
  const tasks = (text: string) => edited('descriptions', { tasks: text });
  const other = withRows(
    sample.rows.map((row) =>
      row.kind !== 'columns' && row.unit === '2134' ? { ...row, unit: '2138' } : row,
    ),
  );
  const swapped: Readonly<Record<string, string>> = { '2231': '5313', '5313': '2231' };
  const textOf = new Map(
    sample.rows.flatMap((row) => (row.kind === 'descriptions' ? [[row.unit, row] as const] : [])),
  );
  const withOther = withRows(
    sample.rows.map((row) => {
      const {
        description,
        entryRoutes,
        tasks: swappedTasks,
        relatedTitles,
      } = textOf.get(row.kind === 'descriptions' ? (swapped[row.unit] ?? '') : '') ?? {};
      return swappedTasks === undefined
        ? row
        : ({
            ...row,
            description,
            entryRoutes,
            tasks: swappedTasks,
            relatedTitles,
          } as Rows[number]);
    }),
  );
  it.each<[string, ReturnType<typeof withRows>, RegExp]>([
    ['codes', edited('framework', { unit: '2199' }), /the codes of the framework lack "2134"/],
    ['codes', edited('descriptions', { unit: '9999' }), /the codes lack "999"/],
    [
      'codes',
      edited('descriptions', { minor: '213' }),
      /the number of groups of 4 digits: found "411", expected "412"/,
    ],
    [
      'text-complete',
      edited('descriptions', { entryRoutes: '<blank>' }),
      /found "<blank>", expected a text/,
    ],
    [
      'text-complete',
      tasks('no tilde\n\n~two\n\n~three\n\n~four'),
      /expected a list beginning with "~"/,
    ],
    ['text-complete', tasks('~one\n\n~two'), /the number of items is 2, expected 3 to 20/],
    [
      'title-agreement',
      edited('descriptions', { title: 'Programmers' }),
      /the title, as in the framework: found "Programmers"/,
    ],
    ['values-in-their-rows', withOther, /./],
    [
      'texts-distinct',
      edited('descriptions', { description: textsOf('2133').description }),
      /^.*!G\d+: 2134 has the text of 2133: /,
    ],
    [
      'titles-of-broader-groups-agree',
      withRows(
        sample.rows.map((row) =>
          row.kind === 'descriptions' && row.minor === '213' ? { ...row, title: 'Brewers' } : row,
        ),
      ),
      /the title, as in the framework: found "Brewers"/,
    ],
  ])('%s', (check, altered, message) => {
    expect(found(check, { edition: sample, problems: [], lines: [] }, sample)).toBe('');
    expect(found(check, altered, check === 'values-in-their-rows' ? sample : null)).toMatch(
      message,
    );
  });
  it('a unit group changed in both sheets is found by comparison', () => {
    expect([found('codes', other), found('codes', other, sample)]).toEqual([
      '',
      expect.stringMatching(/lack "2134", [^]*have "2138"/),
    ]);
    expect(found('text-complete', tasks('~Prepares fish\n\n~Sells fish\n\n~Cleans the shop'))).toBe(
      '',
    );
  });
});
