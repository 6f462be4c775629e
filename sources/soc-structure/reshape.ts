// Volume 1's rows to groups: the code of each row, the right one of two titles, and the items of
// lists.
import type { Complain } from '#sources/kit/place.ts';
import type { ClassificationGroup, NeededObservations, UnitGroup } from '#sources/kit/needs.ts';
import type { Problem } from '#sources/kit/problem.ts';
import type { Release } from '#sources/kit/release.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { type DescriptionRow, type FrameworkRow, type Rows, layout } from './layout.ts';

/**
 * The text of a cell of the descriptions that does not apply at its level. The cell is not empty.
 */
export const blank = '<blank>';

export const levels = ['major', 'subMajor', 'minor', 'unit'] as const;
type Level = (typeof levels)[number];

/**
 * The cells of a row that hold a code: exactly one in a sound row. In the framework the others are
 * empty.
 */
export function codesOf(row: DescriptionRow | FrameworkRow): { level: Level; code: string }[] {
  return levels
    .map((level) => ({ level, code: row[level].trim() }))
    .filter(({ code }) => code !== '' && code !== blank);
}

/**
 * Titles of unit groups come from the framework, titles of the levels above from the descriptions.
 * Sheet 1 has lost the capitals and dots of some units (2161 "(r&d)", 6129), and sheet 2 prints
 * majors and sub-majors in capitals.
 */
export function reshape(
  release: Release,
  rows: Rows,
  problems: Problem[],
): NeededObservations['soc-structure'] {
  const complain = layout.complainTo(release, rows, problems);
  const groups: ClassificationGroup[] = [];
  const unitGroups: UnitGroup[] = [];
  const framework = new Map(
    layout.rowsOf(rows, 'framework').map((row) => [readCode(row, complain), row]),
  );
  for (const row of layout.rowsOf(rows, 'descriptions')) {
    const code = readCode(row, complain);
    if (code === null) continue;
    const other = framework.get(code);
    const earlierTitles = earlierTitlesIn(other?.change ?? '');
    const history = earlierTitles.length === 0 ? {} : { earlierTitles };
    const title = code.length < 4 ? textOf(row.title) : other && tidy(other.title);
    if (title === undefined) {
      complain(
        row,
        'unit',
        `unit group "${code}" is not in the framework sheet, which holds its title`,
      );
      continue;
    }
    groups.push({ code, title, ...history });
    if (code.length < 4) continue;
    unitGroups.push({
      code,
      title,
      ...history,
      description: textOf(row.description),
      entryRoutes: textOf(row.entryRoutes),
      tasks: itemsOf(row.tasks),
      relatedTitles: itemsOf(row.relatedTitles),
    });
  }
  const byCode = (a: ClassificationGroup, b: ClassificationGroup) => byCodeUnit(a.code, b.code);
  return {
    groups: new Map(groups.sort(byCode).map((group) => [group.code, group])),
    unitGroups: unitGroups.sort(byCode),
  };
}

/**
 * The code of a row, which editions hold as a number or as a text. The check `codes` misses the
 * codes of rows with none or several.
 */
function readCode(
  row: DescriptionRow | FrameworkRow,
  complain: Complain<DescriptionRow | FrameworkRow>,
): string | null {
  const [firstCode, ...furtherCodes] = codesOf(row);
  if (firstCode === undefined || furtherCodes.length > 0) return null;
  const digits = levels.indexOf(firstCode.level) + 1;
  if (new RegExp(`^[1-9][0-9]{${digits - 1}}$`).test(firstCode.code)) return firstCode.code;
  return complain(
    row,
    firstCode.level,
    `got "${firstCode.code}", expected a code of ${digits} digit${digits === 1 ? '' : 's'}`,
  );
}

/** The earlier titles in a cell of the history: "Unit group title was Community nurses". */
function earlierTitlesIn(change: string): string[] {
  return [...change.matchAll(/\btitle was\s+([^\n]+)/gi)].map((match) => tidy(match[1] ?? ''));
}

/**
 * The items of a list. The only separator is a tilde at the start of a line: a task may have
 * commas, semicolons and several clauses.
 */
export function itemsOf(cell: string): string[] {
  if (cell.trim() === blank) return [];
  const items = [''];
  for (const line of cell.split('\n')) {
    const text = line.trimStart();
    if (text.startsWith('~')) items.push(text.slice(1));
    else items.push(`${items.pop()}\n${line}`);
  }
  return items.map(tidy).filter((item) => item !== '');
}

/** A running text with its paragraphs, without edge blanks and no-break spaces. */
function textOf(cell: string): string {
  const paragraphs = cell.split('\n').map(tidy);
  return paragraphs.filter((paragraph) => paragraph !== '' && paragraph !== blank).join('\n');
}

function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
