// From the cells that checks name to the figures that answers give: a reader asks for an occupation, never for a cell. Only the catalogue
// names them, because a check may compare editions and a document must not depend on another edition.
import type { AffectedFigure } from '#schemas/catalogue.ts';
import { withCoefficients } from '#sources/kit/figures.ts';
import { placeOfRelease } from '#sources/kit/place.ts';
import type { Check, Figure, Finding, ReadFiles, Source } from '#sources/kit/source.ts';

type Edition = ReadFiles<readonly unknown[], unknown>;

/** A check with what it found. */
export interface Found {
  readonly check: Check<readonly unknown[], unknown>;
  readonly findings: readonly NamedFinding[];
}

export interface NamedFinding extends Finding {
  /** The occupation and the figure in words; absent if the place is not the cell of one. */
  readonly about?: string;
  readonly figure?: AffectedFigure;
}

/**
 * The known issues with their figures, and without those in the columns of figures that are no answer's, such as those of broader groups.
 * A table may have millions of figures, so it looks at none if no finding names a cell.
 */
export function namedFindings(source: Source, edition: Edition, found: readonly Found[]): Found[] {
  const isKnown = ({ check }: Found) => check.severity === 'known-issue';
  const cells = found.filter(isKnown).flatMap(({ findings }) => findings.flatMap(({ place }) => cellIn(edition, place) ?? []));
  if (source.figures === 'texts' || cells.length === 0) return [...found];
  const wanted = Map.groupBy(cells, ({ sheet, address }) => `${sheet}!${address}`);
  const sheets = new Set(cells.map(({ sheet }) => sheet));
  const figures = new Map<string, Figure>();
  /** The first row of figures in each column of a file. */
  const columns = new Map<string, number>();
  for (const figure of withCoefficients(source.figures(edition))) {
    for (const { file, member, sheet, address } of figure.cells()) {
      if (!sheets.has(sheet ?? '')) continue;
      const { column, row } = split(address);
      const at = `${member ?? file}!${sheet ?? ''}!${column}`;
      columns.set(at, Math.min(row, columns.get(at) ?? row));
      for (const { table, place } of wanted.get(`${sheet ?? ''}!${address}`) ?? [])
        if ((member ?? file).includes(table) && !figures.has(place)) figures.set(place, figure);
    }
  }
  const named = (check: string, finding: NamedFinding): NamedFinding[] => {
    const cell = cellIn(edition, finding.place);
    const figure = figures.get(finding.place);
    if (figure !== undefined) {
      const about = inWords(figure, edition);
      return [{ ...finding, about, ...affected(figure, `The check "${check}" doubts a figure (${about}): ${finding.message}.`) }];
    }
    if (cell === null) return [finding];
    const { column, row } = split(cell.address);
    const isAmong = ([at, first]: readonly [string, number]) =>
      at.endsWith(`!${cell.sheet}!${column}`) && at.includes(cell.table) && first <= row;
    return [...columns].some(isAmong) ? [] : [finding];
  };
  return found
    .map((one) => (isKnown(one) ? { ...one, findings: one.findings.flatMap((finding) => named(one.check.name, finding)) } : one))
    .filter(({ findings }) => findings.length > 0);
}

/** The cell of a place such as `ashe 2024-provisional 14.7a 'All'!F231`; null for any other place. */
function cellIn({ release }: Edition, place: string) {
  const inRelease = place.slice(placeOfRelease(release).length + 1);
  const [, table = '', sheet = '', address] = /^([^'!]*?) ?(?:'([^']+)')?!([A-Z]{1,3}\d+|row \d+ .+)$/.exec(inRelease) ?? [];
  return address === undefined ? null : { place, table, sheet, address };
}

/** `F231` and `row 231 OBS_VALUE` without the row, and the row. */
function split(address: string): { readonly column: string; readonly row: number } {
  return { column: address.replace(/\d+/, ''), row: Number(/\d+/.exec(address)?.[0]) };
}

function inWords({ group, area, period, measure, dimensions }: Figure, { needs }: Edition): string {
  return [
    group === null ? 'all occupations' : `${group} ${needs.get('soc-structure').groups.get(group)?.title ?? ''}`,
    ...(area === null ? [] : [area.name]),
    ...[period, measure.replaceAll('_', ' ')],
    ...Object.entries(dimensions).map(([name, value]) => `${name} ${value}`),
  ].join(', ');
}

/** Where answers of an occupation give the figure; nothing if none does. */
function affected(figure: Figure, text: string): { readonly figure?: AffectedFigure } {
  const answers = figure.answers().filter(({ place }) => place.soc !== undefined);
  const [first] = answers;
  if (first?.place.soc === undefined) return {};
  const area = answers.find(({ place }) => place.area !== undefined)?.place.area ?? null;
  const endpoints = [...new Set(answers.map(({ endpoint }) => endpoint))];
  return { figure: { soc: first.place.soc, area, query: { ...first.query }, endpoints, text } };
}
