// Volume 1's rows to groups: which code a row is about, which of the two titles is the right one, and lists taken apart.
import type { Problem } from '#sources/kit/problem.ts';
import type { ClassificationGroup, NeededObservations, Release, UnitGroup } from '#sources/kit/source.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { type DescriptionRow, type FrameworkRow, type Row, type Rows, placeOf } from './parse.ts';

/** What stands in a cell of the descriptions that has nothing to say at its level: a text, not an empty cell. */
export const blank = '<blank>';

export const levels = ['major', 'subMajor', 'minor', 'unit'] as const;
type Level = (typeof levels)[number];

/** The cells of a row that hold a code: exactly one in a sound row. The framework leaves the others empty. */
export function codesOf(row: DescriptionRow | FrameworkRow): { level: Level; code: string }[] {
  return levels.map((level) => ({ level, code: row[level].trim() })).filter(({ code }) => code !== '' && code !== blank);
}

export function isDescription(row: Row): row is DescriptionRow {
  return row.kind === 'descriptions';
}

export function isFramework(row: Row): row is FrameworkRow {
  return row.kind === 'framework';
}

/**
 * Titles of unit groups come from the framework, those of the levels above from the descriptions: sheet 1 has lost the capitals and dots of some
 * units (2161 "(r&d)", 6129), and sheet 2 prints majors and sub-majors in capitals.
 */
export function reshape(release: Release, rows: Rows, problems: Problem[]): NeededObservations['soc-structure'] {
  const groups = new Map<string, ClassificationGroup>();
  const unitGroups: UnitGroup[] = [];
  const unitTitles = new Map<string, string>();
  for (const row of rows.filter(isFramework)) {
    const code = readCode(release, rows, row, problems);
    if (code?.length === 4) unitTitles.set(code, tidy(row.title));
  }
  for (const row of rows.filter(isDescription)) {
    const code = readCode(release, rows, row, problems);
    if (code === null) continue;
    if (code.length < 4) {
      groups.set(code, { code, title: textOf(row.title) });
      continue;
    }
    const title = unitTitles.get(code);
    if (title === undefined) {
      problems.push({
        place: placeOf(release.name, rows, 'descriptions', row.row, 'unit'),
        message: `unit group "${code}" is not in the framework sheet, which holds its title`,
      });
      continue;
    }
    groups.set(code, { code, title });
    unitGroups.push({
      code,
      title,
      description: textOf(row.description),
      entryRoutes: textOf(row.entryRoutes),
      tasks: itemsOf(row.tasks),
      relatedTitles: itemsOf(row.relatedTitles),
    });
  }
  return {
    groups: new Map([...groups].sort(([a], [b]) => byCodeUnit(a, b))),
    unitGroups: unitGroups.sort((a, b) => byCodeUnit(a.code, b.code)),
  };
}

/** The code of a row by its value, since editions hold it as a number or as a text. Rows with none or several are the check one-code-per-row's. */
function readCode(release: Release, rows: Rows, row: DescriptionRow | FrameworkRow, problems: Problem[]): string | null {
  const [found, ...more] = codesOf(row);
  if (found === undefined || more.length > 0) return null;
  const digits = levels.indexOf(found.level) + 1;
  if (new RegExp(`^[1-9][0-9]{${digits - 1}}$`).test(found.code)) return found.code;
  problems.push({
    place: placeOf(release.name, rows, row.kind, row.row, found.level),
    message: `got "${found.code}", expected a code of ${digits} digit${digits === 1 ? '' : 's'}`,
  });
  return null;
}

/** The items of a list. The only separator is a tilde at the start of a line; a task may hold commas, semicolons and several clauses. */
export function itemsOf(cell: string): string[] {
  if (cell.trim() === blank) return [];
  return cell
    .split(/(?:^|\n)\s*~/)
    .map(tidy)
    .filter((item) => item !== '');
}

/** A running text: its paragraphs kept, edges and no-break spaces not. */
function textOf(cell: string): string {
  return cell
    .split('\n')
    .map(tidy)
    .filter((paragraph) => paragraph !== '' && paragraph !== blank)
    .join('\n');
}

function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
