// What an edition of Volume 1 must show before it is served: counts, hierarchy, texts, and cells read by eye.
import { quoteList } from '#sources/kit/problem.ts';
import { parseAddress } from '#sources/kit/read/workbook.ts';
import type { Check, Examined, Finding, NeededObservations } from '#sources/kit/source.ts';
import { type ColumnsRow, type DescriptionRow, type FrameworkRow, type Row, type Rows, type SheetKind, placeOf } from './parse.ts';
import { blank, codesOf, isDescription, isFramework, itemsOf } from './reshape.ts';

type StructureCheck = Check<Rows, NeededObservations['soc-structure']>;
type Edition = Examined<Rows, NeededObservations['soc-structure']>;

const groupsByLevel = [9, 26, 104, 412] as const;

// Cells read by eye from ONS's workbooks. They catch a shifted column and a misread sheet. A count is of list items in the cell or column.
const bothHeld = ['2024-10-16', '2025-04-16'];
const anchors: readonly {
  readonly releases: readonly string[];
  readonly sheet: SheetKind;
  readonly cell: string;
  readonly value: string;
}[] = [
  { releases: bothHeld, sheet: 'descriptions', cell: 'A2', value: '1' },
  { releases: bothHeld, sheet: 'descriptions', cell: 'E2', value: 'Managers, directors and senior officials' },
  { releases: bothHeld, sheet: 'descriptions', cell: 'D5', value: '1111' },
  { releases: bothHeld, sheet: 'descriptions', cell: 'E5', value: 'Chief executives and senior officials' },
  { releases: bothHeld, sheet: 'descriptions', cell: 'H6', value: 'Entry is by election.' },
  { releases: bothHeld, sheet: 'descriptions', cell: 'E81', value: 'Programmers and software development professionals ' },
  { releases: bothHeld, sheet: 'descriptions', cell: 'E70', value: 'Mechanical engineers' },
  { releases: bothHeld, sheet: 'descriptions', cell: 'D552', value: '9269' },
  { releases: bothHeld, sheet: 'descriptions', cell: 'E552', value: 'Other elementary services occupations n.e.c.' },
  { releases: bothHeld, sheet: 'framework', cell: 'A8', value: 'soc-y1aa' },
  { releases: bothHeld, sheet: 'framework', cell: 'E8', value: '1111' },
  { releases: bothHeld, sheet: 'framework', cell: 'F8', value: 'Chief executives and senior officials' },
  { releases: bothHeld, sheet: 'framework', cell: 'A115', value: 'soc-y1lk' },
  { releases: bothHeld, sheet: 'framework', cell: 'E115', value: '2134' },
  { releases: bothHeld, sheet: 'framework', cell: 'F133', value: 'Research and development (R&D) managers' },
  { releases: bothHeld, sheet: 'framework', cell: 'G59', value: 'Unit group title was Leisure and sports managers' },
  { releases: bothHeld, sheet: 'framework', cell: 'H59', value: 'V7' },
  { releases: bothHeld, sheet: 'framework', cell: 'E453', value: '5111' },
  { releases: bothHeld, sheet: 'framework', cell: 'F453', value: 'Farmers' },
];
const listAnchors: readonly {
  readonly releases: readonly string[];
  readonly cell: string;
  readonly items: number;
  readonly list?: readonly string[];
}[] = [
  { releases: bothHeld, cell: 'J6', items: 2, list: ['Councillor (local government)', 'Member of Parliament'] },
  { releases: bothHeld, cell: 'I220', items: 8 },
  { releases: bothHeld, cell: 'J220', items: 5 },
];
const taskAnchors: readonly { readonly release: string; readonly tasks: number }[] = [
  { release: '2024-10-16', tasks: 2646 },
  { release: '2025-04-16', tasks: 2647 },
];
const unitsByMajorGroup = [42, 97, 68, 27, 57, 29, 19, 39, 34] as const;

export const checks: readonly StructureCheck[] = [
  {
    name: 'level-counts',
    severity: 'block',
    describe: '9 major, 26 sub-major, 104 minor and 412 unit groups, the same 551 distinct codes in both sheets.',
    check: (edition) => [...levelFindings(edition, 'descriptions'), ...levelFindings(edition, 'framework'), ...sheetDifferences(edition)],
  },
  {
    name: 'parents-exist',
    severity: 'block',
    describe: 'Every code without its last digit is a code of the level above.',
    check: ({ release, rows }) => {
      const codes = new Set(codedRows(rows, 'descriptions').map(({ code }) => code));
      return codedRows(rows, 'descriptions')
        .filter(({ code }) => code.length > 1 && !codes.has(code.slice(0, -1)))
        .map(({ code, row }) => ({
          place: placeOf(release.name, rows, 'descriptions', row.row),
          message: `"${code}" has no parent "${code.slice(0, -1)}"`,
        }));
    },
  },
  {
    name: 'one-code-per-row',
    severity: 'block',
    describe: 'Exactly one of the four code columns is filled.',
    check: ({ release, rows }) =>
      rows
        .filter((row): row is DescriptionRow | FrameworkRow => row.kind !== 'columns')
        .flatMap((row) => {
          const codes = codesOf(row).map(({ code }) => code);
          if (codes.length === 1) return [];
          return [
            {
              place: placeOf(release.name, rows, row.kind, row.row),
              message: `${codes.length} code columns are filled (${quoteList(codes)}), expected one`,
            },
          ];
        }),
  },
  {
    name: 'no-blank-leak',
    severity: 'block',
    describe: `The marker ${blank} occurs in no emitted value.`,
    check: ({ release, observations }) => {
      const texts = [
        ...[...observations.groups.values()].map(({ code, title }) => ({ code, texts: [title] })),
        ...observations.unitGroups.map((group) => ({
          code: group.code,
          texts: [group.description, group.entryRoutes, ...group.tasks, ...group.relatedTitles],
        })),
      ];
      return texts
        .filter((group) => group.texts.some((text) => text.includes(blank)))
        .map(({ code }) => ({ place: `soc-structure ${release.name} ${code}`, message: `"${blank}" stands in a text of the group` }));
    },
  },
  {
    name: 'text-complete',
    severity: 'block',
    describe:
      'Every unit group has a description, entry routes, 3 to 20 tasks and 1 to 20 related titles, each list beginning with a tilde.',
    check: (edition) => unitRows(edition.rows).flatMap((row) => textFindings(edition, row)),
  },
  {
    name: 'totals-near',
    severity: 'known-issue',
    describe: 'Between 2,500 and 2,800 tasks and between 2,000 and 2,200 related titles in all.',
    check: ({ release, observations }) => {
      const total = (list: 'tasks' | 'relatedTitles') => observations.unitGroups.reduce((sum, group) => sum + group[list].length, 0);
      const outside = (name: string, count: number, low: number, high: number): Finding[] =>
        count >= low && count <= high
          ? []
          : [{ place: `soc-structure ${release.name}`, message: `${count} ${name}, expected ${low} to ${high}` }];
      return [...outside('tasks', total('tasks'), 2500, 2800), ...outside('related titles', total('relatedTitles'), 2000, 2200)];
    },
  },
  {
    name: 'children-listed',
    severity: 'known-issue',
    describe: "The codes that an upper group's row lists are its children by prefix.",
    check: ({ release, rows }) => {
      const codes = codedRows(rows, 'descriptions').map(({ code }) => code);
      return codedRows(rows, 'descriptions').flatMap(({ code, row }) => {
        if (code.length === 4 || row.kind !== 'descriptions') return [];
        const listed = [...row.children.matchAll(/^\s*([1-9][0-9]{0,3})\b/gm)].map((match) => match[1] ?? '').sort();
        const children = codes.filter((candidate) => candidate.length === code.length + 1 && candidate.startsWith(code)).sort();
        if (listed.join() === children.join()) return [];
        return [
          {
            place: placeOf(release.name, rows, 'descriptions', row.row, 'children'),
            message: `lists ${quoteList(listed)}, expected ${quoteList(children)}`,
          },
        ];
      });
    },
  },
  {
    name: 'codes-stable',
    severity: 'block',
    describe: 'The unit groups are those of the previous edition.',
    check: (edition, previous) => {
      if (previous === null) return [];
      const place = `soc-structure ${edition.release.name}`;
      const now = new Set(edition.observations.unitGroups.map(({ code }) => code));
      const before = new Set(previous.observations.unitGroups.map(({ code }) => code));
      const message = (codes: readonly string[], what: string): Finding[] =>
        codes.length === 0 ? [] : [{ place, message: `${quoteList(codes)} ${what} since ${previous.release.name}` }];
      return [
        ...message(
          [...now].filter((code) => !before.has(code)),
          'added',
        ),
        ...message(
          [...before].filter((code) => !now.has(code)),
          'gone',
        ),
      ];
    },
  },
  {
    name: 'titles-moved',
    severity: 'known-issue',
    describe: 'More than 12 titles differ from the previous edition after trimming and case folding.',
    check: (edition, previous) => movedTitles(edition, previous, 12),
  },
  {
    name: 'titles-moved-widely',
    severity: 'block',
    describe: 'More than 60 titles differ from the previous edition after trimming and case folding.',
    check: (edition, previous) => movedTitles(edition, previous, 60),
  },
  {
    name: 'title-agreement',
    severity: 'known-issue',
    describe: 'The two sheets print the same titles, edge blanks and case aside.',
    check: ({ release, rows }) => {
      const framework = new Map(codedRows(rows, 'framework').map(({ code, row }) => [code, row.title]));
      return codedRows(rows, 'descriptions').flatMap(({ code, row }) => {
        const other = framework.get(code);
        if (other === undefined || fold(other) === fold(row.title)) return [];
        return [
          {
            place: placeOf(release.name, rows, 'descriptions', row.row, 'title'),
            message: `"${row.title.trim()}", but "${other.trim()}" in the framework`,
          },
        ];
      });
    },
  },
  {
    name: 'unique-ids',
    severity: 'known-issue',
    describe: 'The 412 unit groups have distinct identifiers of the known shape, each the one it had in the previous edition.',
    check: uniqueIdFindings,
  },
  {
    name: 'anchors',
    severity: 'block',
    describe: 'Cells read by eye from the published workbook.',
    check: anchorFindings,
  },
];

interface CodedRow {
  readonly code: string;
  readonly row: DescriptionRow | FrameworkRow;
}

function codedRows(rows: Rows, kind: SheetKind): CodedRow[] {
  return rows.flatMap((row) => {
    if (row.kind === 'columns' || row.kind !== kind) return [];
    const [only, ...more] = codesOf(row);
    return only === undefined || more.length > 0 ? [] : [{ code: only.code, row }];
  });
}

function unitRows(rows: Rows): DescriptionRow[] {
  return rows.filter((row): row is DescriptionRow => isDescription(row) && codesOf(row).some(({ code }) => code.length === 4));
}

function fold(title: string): string {
  return title.trim().toLowerCase();
}

function levelFindings({ release, rows }: Edition, kind: SheetKind): Finding[] {
  const codes = codedRows(rows, kind).map(({ code }) => code);
  const place = placeOf(release.name, rows, kind, 1);
  const findings: Finding[] = [];
  groupsByLevel.forEach((expected, level) => {
    const count = codes.filter((code) => code.length === level + 1).length;
    if (count !== expected) findings.push({ place, message: `${count} groups of ${level + 1} digits, expected ${expected}` });
  });
  const repeated = [...new Set(codes.filter((code, at) => codes.indexOf(code) !== at))];
  if (repeated.length > 0) findings.push({ place, message: `${quoteList(repeated)} more than once` });
  return findings;
}

function sheetDifferences({ release, rows }: Edition): Finding[] {
  const descriptions = new Set(codedRows(rows, 'descriptions').map(({ code }) => code));
  const framework = new Set(codedRows(rows, 'framework').map(({ code }) => code));
  const different = [
    ...[...descriptions].filter((code) => !framework.has(code)),
    ...[...framework].filter((code) => !descriptions.has(code)),
  ];
  return different.length === 0
    ? []
    : [{ place: `soc-structure ${release.name}`, message: `${quoteList(different)} in one sheet and not in the other` }];
}

function textFindings({ release, rows }: Edition, row: DescriptionRow): Finding[] {
  const findings: Finding[] = [];
  const finding = (column: string, message: string) =>
    findings.push({ place: placeOf(release.name, rows, 'descriptions', row.row, column), message });
  for (const column of ['description', 'entryRoutes'] as const) {
    if (row[column].trim() === '' || row[column].trim() === blank) finding(column, 'there is no text');
  }
  for (const { column, least } of [
    { column: 'tasks', least: 3 },
    { column: 'relatedTitles', least: 1 },
  ] as const) {
    if (!row[column].trimStart().startsWith('~'))
      finding(column, `the list begins with "${row[column].trimStart().slice(0, 20)}", expected "~"`);
    const count = itemsOf(row[column]).length;
    if (count < least || count > 20) finding(column, `${count} items, expected ${least} to 20`);
  }
  return findings;
}

function movedTitles(edition: Edition, previous: Edition | null, allowed: number): Finding[] {
  if (previous === null) return [];
  const moved = [...edition.observations.groups.values()].filter(({ code, title }) => {
    const before = previous.observations.groups.get(code);
    return before !== undefined && fold(before.title) !== fold(title);
  });
  if (moved.length <= allowed) return [];
  return moved.map(({ code, title }) => ({
    place: `soc-structure ${edition.release.name} ${code}`,
    message: `now "${title}", "${previous.observations.groups.get(code)?.title ?? ''}" in ${previous.release.name}`,
  }));
}

function uniqueIdFindings({ release, rows }: Edition, previous: Edition | null): Finding[] {
  const idsOf = (of: Rows) =>
    new Map(
      codedRows(of, 'framework').flatMap(({ code, row }) => (row.kind === 'framework' && code.length === 4 ? [[code, row.uniqueId]] : [])),
    );
  const ids = idsOf(rows);
  const before = previous === null ? new Map<string, string>() : idsOf(previous.rows);
  const seen = new Set<string>();
  return codedRows(rows, 'framework').flatMap(({ code, row }) => {
    const id = ids.get(code);
    if (id === undefined) return [];
    const place = placeOf(release.name, rows, 'framework', row.row, 'uniqueId');
    const repeated = seen.has(id);
    seen.add(id);
    if (!/^soc-[a-z][0-9][a-z]{2}$/.test(id)) return [{ place, message: `"${id}" has not the shape soc-y1aa` }];
    if (repeated) return [{ place, message: `"${id}" occurs twice` }];
    const old = before.get(code);
    return old === undefined || old === id ? [] : [{ place, message: `${code} has "${id}", "${old}" in the previous edition` }];
  });
}

function anchorFindings({ release, rows, observations }: Edition): Finding[] {
  if (release.sample) return [];
  const findings: Finding[] = [];
  const compare = (place: string, got: string | undefined, expected: string) => {
    if (got !== expected)
      findings.push({ place, message: `got ${got === undefined ? 'no such cell' : `"${got}"`}, expected "${expected}"` });
  };
  const place = (sheet: SheetKind, cell: string) => `soc-structure ${release.name} '${columnsOf(rows, sheet)?.sheet ?? sheet}'!${cell}`;
  for (const { sheet, cell, value } of anchors.filter(({ releases }) => releases.includes(release.name))) {
    compare(place(sheet, cell), cellOf(rows, sheet, cell), value);
  }
  for (const { cell, items, list } of listAnchors.filter(({ releases }) => releases.includes(release.name))) {
    const found = itemsOf(cellOf(rows, 'descriptions', cell) ?? '');
    compare(place('descriptions', cell), `${found.length} items`, `${items} items`);
    if (list !== undefined) compare(place('descriptions', cell), found.join(' | '), list.join(' | '));
  }
  for (const { tasks } of taskAnchors.filter((anchor) => anchor.release === release.name)) {
    const found = observations.unitGroups.reduce((sum, group) => sum + group.tasks.length, 0);
    compare(`soc-structure ${release.name}`, `${found} tasks`, `${tasks} tasks`);
  }
  unitsByMajorGroup.forEach((expected, place) => {
    const major = String(place + 1);
    const units = observations.unitGroups.filter(({ code }) => code.startsWith(major)).length;
    compare(
      `soc-structure ${release.name}`,
      `${units} unit groups in major group ${major}`,
      `${expected} unit groups in major group ${major}`,
    );
  });
  return findings;
}

function columnsOf(rows: Rows, sheet: SheetKind): ColumnsRow | undefined {
  return rows.find((row): row is ColumnsRow => row.kind === 'columns' && row.of === sheet);
}

/** The text of a cell by its address, through the column that the parser found there. */
function cellOf(rows: Rows, sheet: SheetKind, address: string): string | undefined {
  const at = parseAddress(address);
  const name = Object.entries(columnsOf(rows, sheet)?.columns ?? {}).find(([, column]) => column === at.column)?.[0];
  const row = rows.find(
    (candidate: Row) => candidate.kind === sheet && (isDescription(candidate) || isFramework(candidate)) && candidate.row === at.row,
  );
  if (name === undefined || row === undefined) return undefined;
  const cells: Readonly<Record<string, unknown>> = { ...row };
  const text = cells[name];
  return typeof text === 'string' ? text : undefined;
}
