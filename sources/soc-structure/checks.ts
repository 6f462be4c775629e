// What an edition of Volume 1 must show before it is served: counts, hierarchy, texts, and cells
// read by eye.
import * as check from '#sources/kit/checks.ts';
import { type KeyedTable, keyedCheck } from '#sources/kit/checks-keyed.ts';
import { type Described, textChecks } from '#sources/kit/checks-texts.ts';
import type { Check } from '#sources/kit/checks.ts';
import type { NeededObservations } from '#sources/kit/needs.ts';
import { placeOfRelease } from '#sources/kit/place.ts';
import { parseAddress } from '#sources/kit/read/addresses.ts';
import { foldToLetters } from '#sources/kit/read/fold.ts';
import type { Examined } from '#sources/kit/release.ts';
import {
  type DescriptionRow,
  type FrameworkRow,
  type Rows,
  type SheetKind,
  layout,
} from './layout.ts';
import { blank, codesOf, itemsOf } from './reshape.ts';

type Edition = Examined<Rows, NeededObservations['soc-structure']>;

const levelCounts = [9, 26, 104, 412] as const;

// Read by eye from ONS's workbooks: the number of tasks in each of two releases, and cells that are
// the same in both. They catch a shifted column and a misread sheet.
const tasksOf: Readonly<Record<string, number>> = { '2024-10-16': 2646, '2025-04-16': 2647 };
const anchorCells: readonly {
  readonly sheet: SheetKind;
  readonly address: string;
  readonly text: string;
}[] = [
  { sheet: 'descriptions', address: 'E2', text: 'Managers, directors and senior officials' },
  { sheet: 'descriptions', address: 'H6', text: 'Entry is by election.' },
  { sheet: 'descriptions', address: 'D552', text: '9269' },
  { sheet: 'descriptions', address: 'E552', text: 'Other elementary services occupations n.e.c.' },
  { sheet: 'framework', address: 'E8', text: '1111' },
  { sheet: 'framework', address: 'F8', text: 'Chief executives and senior officials' },
  { sheet: 'framework', address: 'F133', text: 'Research and development (R&D) managers' },
  { sheet: 'framework', address: 'G59', text: 'Unit group title was Leisure and sports managers' },
  { sheet: 'framework', address: 'E453', text: '5111' },
  { sheet: 'framework', address: 'F453', text: 'Farmers' },
];
/** Cells of the descriptions that hold a list; `list` is left out if it has many items. */
const anchorLists: readonly {
  readonly address: string;
  readonly count: number;
  readonly list?: string;
}[] = [
  { address: 'J6', count: 2, list: 'Councillor (local government) | Member of Parliament' },
  { address: 'I220', count: 8 },
  { address: 'J220', count: 5 },
];

/** The rows of a sheet with exactly one code. */
function coded<Row extends DescriptionRow | FrameworkRow>(
  rows: readonly Row[],
): { code: string; row: Row }[] {
  const codedRows: { code: string; row: Row }[] = [];
  for (const row of rows) {
    const [onlyCode, another] = codesOf(row);
    if (onlyCode !== undefined && another === undefined)
      codedRows.push({ code: onlyCode.code, row });
  }
  return codedRows;
}
const described = ({ rows }: Edition) => coded(layout.rowsOf(rows, 'descriptions'));
const framed = ({ rows }: Edition) => coded(layout.rowsOf(rows, 'framework'));
const sheets = { descriptions: described, framework: framed } as const;
const describedUnits = (edition: Edition) =>
  described(edition).filter(({ code }) => code.length === 4);
const codesIn = (groups: readonly { readonly code: string }[]) => groups.map(({ code }) => code);

/** The texts of the unit groups in these columns, without the blanks at their edges. */
function textsOf(
  edition: Edition,
  ...columns: readonly ('description' | 'entryRoutes' | 'tasks' | 'relatedTitles')[]
) {
  return describedUnits(edition).flatMap(({ row }) =>
    columns.map((column) => ({
      place: layout.placeOf(edition, row, column),
      text: row[column].trim(),
    })),
  );
}

/**
 * The unit groups with their texts. Their titles are those of the framework, which answers have.
 */
function textsOfUnits(edition: Edition): Described[] {
  const titled = new Map(framed(edition).map(({ code, row }) => [code, row]));
  return describedUnits(edition).map(({ code, row }) => ({
    code,
    title: titled.get(code)?.title ?? row.title,
    parts: {
      description: [row.description],
      entryRoutes: [row.entryRoutes],
      tasks: [row.tasks],
      relatedTitles: [row.relatedTitles],
    },
    place: (part) =>
      layout.placeOf(edition, (part === 'title' ? titled.get(code) : undefined) ?? row, part),
  }));
}

// Three texts changed from October 2024 to April 2025, and seven titles with their texts until
// December. The codes never change: the check `codes` compares them.
const changes = { changes: 0.15 } as const;

const unitGroupsCompared: KeyedTable<Edition> = {
  name: 'unit groups',
  rows: ({ observations: { unitGroups } }) =>
    unitGroups.map((group) => ({
      key: group.code,
      name: `${group.code} ${group.title}`,
      values: {
        title: group.title,
        'earlier titles': (group.earlierTitles ?? []).join('\n'),
        description: group.description,
        'entry routes': group.entryRoutes,
        tasks: group.tasks.join('\n'),
        'related titles': group.relatedTitles.join('\n'),
      },
    })),
  columns: {
    title: changes,
    // A title that was once given stays in the history.
    'earlier titles': { ...changes, emptied: 0 },
    description: changes,
    'entry routes': changes,
    tasks: changes,
    'related titles': changes,
  },
  lost: 0,
};

const broaderGroupsCompared: KeyedTable<Edition> = {
  name: 'broader groups',
  rows: ({ observations: { groups } }) =>
    [...groups.values()]
      .filter(({ code }) => code.length < 4)
      .map(({ code, title }) => ({ key: code, name: `${code} ${title}`, values: { title } })),
  columns: { title: changes },
  lost: 0,
};

/** Unit groups whose text in a column is that of another unit group. */
function sameTexts(column: 'description' | 'tasks' | 'relatedTitles'): check.Rule<Edition> {
  return function* (edition) {
    const first = new Map<string, string>();
    for (const { code, row } of describedUnits(edition)) {
      const text = row[column].trim();
      const other = first.get(text);
      if (other === undefined) first.set(text, code);
      else if (text !== '')
        yield {
          place: layout.placeOf(edition, row, column),
          message: `${code} has the text of ${other}: "${text.slice(0, 60)}…"`,
        };
    }
  };
}

/** The titles that the two sheets print differently, for the codes that are wanted. */
function titlesThatDiffer(
  edition: Edition,
  isWanted: (code: string) => boolean,
): check.Agreement[] {
  const titles = new Map(framed(edition).map(({ code, row }) => [code, row.title]));
  return described(edition).flatMap(({ code, row }): check.Agreement[] => {
    const other = titles.get(code) ?? row.title;
    if (!isWanted(code) || foldToLetters(other) === foldToLetters(row.title)) return [];
    return [
      {
        place: layout.placeOf(edition, row, 'title'),
        found: row.title.trim(),
        expected: other.trim(),
        what: 'the title, as in the framework',
      },
    ];
  });
}

/** The text of a cell by its address, through the column that the parser found there. */
function cellAt(rows: Rows, sheet: SheetKind, address: string): string {
  const parsedAddress = parseAddress(address);
  const [name = ''] =
    Object.entries(layout.printedTable(rows, sheet).columns ?? {}).find(
      ([, column]) => column === parsedAddress.column,
    ) ?? [];
  const row: Readonly<Record<string, string | number>> =
    layout.rowsOf(rows, sheet).find((candidate) => candidate.row === parsedAddress.row) ?? {};
  return String(row[name] ?? '');
}

function* anchors({ release, rows, observations }: Edition): Generator<check.Agreement> {
  const placeOfCell = (sheet: SheetKind, address: string) =>
    `${layout.placeOf({ release, rows }, sheet)}!${address}`;
  for (const { sheet, address, text } of anchorCells)
    yield {
      place: placeOfCell(sheet, address),
      found: cellAt(rows, sheet, address),
      expected: text,
    };
  for (const { address, count, list } of anchorLists) {
    const items = itemsOf(cellAt(rows, 'descriptions', address));
    yield {
      place: placeOfCell('descriptions', address),
      found: items.length,
      expected: count,
      what: 'the number of items',
    };
    if (list !== undefined)
      yield {
        place: placeOfCell('descriptions', address),
        found: items.join(' | '),
        expected: list,
      };
  }
  const tasks = observations.unitGroups.reduce((sum, group) => sum + group.tasks.length, 0);
  yield {
    place: placeOfRelease(release),
    found: tasks,
    expected: tasksOf[release.name] ?? 0,
    what: 'the number of tasks',
  };
}

export const checks: readonly Check<Rows, NeededObservations['soc-structure']>[] = [
  check.comparing.block(
    'codes',
    'Both sheets have the same 551 codes, one in each row: 9 major, 26 sub-major, 104 ' +
      'minor and 412 unit groups. Every code without its last digit is a code of the ' +
      'level above. The codes are those of the previous edition.',
    ...(['descriptions', 'framework'] as const).flatMap((sheet): check.Rule<Edition>[] => [
      check.agree((edition) => {
        const place = layout.placeOf(edition, { kind: sheet, row: 1 });
        const lengths = sheets[sheet](edition).map(({ code }) => code.length);
        return levelCounts.map((expected, level) => {
          const count = lengths.filter((length) => length === level + 1).length;
          return {
            place,
            found: count,
            expected,
            what: `the number of groups of ${level + 1} digits`,
          };
        });
      }),
      check.unique('code', (edition) =>
        sheets[sheet](edition).map(({ code, row }) => [layout.placeOf(edition, row), code]),
      ),
    ]),
    check.complete('codes of the framework', (edition) => {
      return [
        {
          place: placeOfRelease(edition.release),
          found: new Set(codesIn(framed(edition))),
          expected: codesIn(described(edition)),
        },
      ];
    }),
    check.complete(
      'codes',
      (edition) => {
        const codes = codesIn(described(edition));
        return [
          {
            place: placeOfRelease(edition.release),
            found: new Set(codes),
            expected: codes.map((code) => code.slice(0, -1)).filter((code) => code !== ''),
          },
        ];
      },
      { open: true },
    ),
    check.against(
      check.complete('codes', ({ release, observations }, previous) => [
        {
          place: placeOfRelease(release),
          found: observations.groups.keys(),
          expected: previous?.observations.groups.keys() ?? [],
        },
      ]),
    ),
  ),
  check.block(
    'text-complete',
    'Every unit group has a description, entry routes, 3 to 20 tasks and 1 to 20 ' +
      `related titles, each list beginning with a tilde, and no ${blank}.`,
    check.each(
      (edition) => textsOf(edition, 'description', 'entryRoutes'),
      ({ place }) => place,
      ({ text }) =>
        text === '' || text.includes(blank) ? `found "${text}", expected a text` : null,
    ),
    check.each(
      (edition) => textsOf(edition, 'tasks', 'relatedTitles'),
      ({ place }) => place,
      ({ text }) =>
        text.startsWith('~') && !text.includes(blank)
          ? null
          : `found "${text.slice(0, 20)}", expected a list beginning with "~"`,
    ),
    ...(['tasks', 'relatedTitles'] as const).map((list) =>
      check.within<Edition>(
        'the number of items',
        (edition) => textsOf(edition, list).map(({ place, text }) => [place, itemsOf(text).length]),
        [list === 'tasks' ? 3 : 1, 20],
      ),
    ),
  ),
  // Found in both editions that we hold: 100, 86, 55 and 94%; shifted by a row 60, 51, 31 and
  // 51%.
  ...textChecks(textsOfUnits, {
    description: 0.95,
    tasks: 0.75,
    entryRoutes: 0.45,
    relatedTitles: 0.85,
  }),
  keyedCheck(unitGroupsCompared, broaderGroupsCompared),
  check.block(
    'texts-distinct',
    'No two unit groups have the same description, tasks or related titles (none in ' +
      'October 2024 and April 2025).',
    ...(['description', 'tasks', 'relatedTitles'] as const).map((column) => sameTexts(column)),
  ),
  check.block(
    'titles-of-broader-groups-agree',
    'The two sheets print the same titles of major, sub-major and minor groups. Case, ' +
      'blanks and punctuation differ.',
    check.agree((edition) => titlesThatDiffer(edition, (code) => code.length < 4)),
  ),
  check.knownIssue(
    'title-agreement',
    'The two sheets print the same titles of unit groups. Case, blanks and punctuation differ.',
    check.agree((edition) => titlesThatDiffer(edition, (code) => code.length === 4)),
  ),
  check.anchors(Object.keys(tasksOf), 'Cells read by eye from the published workbook.', anchors),
];
