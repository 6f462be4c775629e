// The workbook's rows to counts: months and quarters, markers, regions, places by their codes.
import { isoMonth } from '#sources/kit/months.ts';
import type { Needs } from '#sources/kit/needs.ts';
import type { Problem } from '#sources/kit/problem.ts';
import { foldToLetters } from '#sources/kit/read/fold.ts';
import type { Release } from '#sources/kit/release.ts';
import { areas as contractAreas } from '#schemas/codes.ts';
import type { LocalArea } from '#schemas/resources/local-areas.ts';
import {
  type Row,
  type Rows,
  type TableKind,
  cells,
  layout,
  periodOf,
  periodsIn,
} from './layout.ts';

/**
 * The row of adverts to which the publisher's model gave no occupation. They count among all
 * adverts.
 */
export const unclassified = 'Unknown';
/** The count of a cell that has the marker. */
export const suppressed = -1;

/** Counts by period; `suppressed` for a cell with the marker. */
export type Counts = Int32Array;
/** By unit group, and `unclassified`. */
export type CountsByOccupation = ReadonlyMap<string, Counts>;

export interface AdvertObservations {
  readonly occupations: readonly string[];
  /** 2017-01 … and 2017-Q1 …, oldest first. */
  readonly months: readonly string[];
  readonly quarters: readonly string[];
  /** Table 3 by the slug of its region, Northern Ireland included. */
  readonly regional: ReadonlyMap<string, CountsByOccupation>;
  /** Table 5 by the slug of the local area. An area that the table does not name is absent. */
  readonly local: ReadonlyMap<string, CountsByOccupation>;
  /** All adverts of a local area by month, from Table 2. An area without a row is absent. */
  readonly places: ReadonlyMap<string, Counts>;
  readonly areas: readonly LocalArea[];
  /** Lines of the cover sheet and of the notes sheet. */
  readonly notes: readonly string[];
  /** The row that prints some counts. */
  readonly rowOf: ReadonlyMap<Counts, Row>;
}

export function reshape(
  release: Release,
  rows: Rows,
  needs: Needs,
  problems: Problem[],
): AdvertObservations {
  const { areas } = needs.get('local-authorities');
  const occupations = needs.get('soc-structure').unitGroups.map(({ code }) => code);
  const reader = new CountReader(rows, layout.complainTo(release, rows, problems), {
    areas,
    occupations,
  });
  const lines = [...layout.rowsOf(rows, 'cover'), ...layout.rowsOf(rows, 'notes')];
  return {
    occupations,
    areas,
    rowOf: reader.rowOf,
    months: reader.periods('regions'),
    quarters: reader.periods('local'),
    regional: reader.counts('regions'),
    local: reader.counts('local'),
    places: new Map(
      [...reader.counts('places')].map(([slug, counts]) => [
        slug,
        counts.get('') ?? new Int32Array(),
      ]),
    ),
    notes: [...new Set(lines.map(({ text }) => noteOf(text.split('\t'))))],
  };
}

/** Reads the periods and the counts of the tables. */
class CountReader {
  /** The row that prints some counts. */
  readonly rowOf = new Map<Counts, Row>();
  readonly #rows: Rows;
  readonly #complain: ReturnType<typeof layout.complainTo>;
  /** The slugs of local areas by their codes. London has no code. An area may have former codes. */
  readonly #slugs = new Map<string, string>();
  readonly #known: ReadonlySet<string>;

  constructor(
    rows: Rows,
    complain: ReturnType<typeof layout.complainTo>,
    { areas, occupations }: Pick<AdvertObservations, 'areas' | 'occupations'>,
  ) {
    this.#rows = rows;
    this.#complain = complain;
    this.#known = new Set([...occupations, unclassified]);
    for (const { code, slug, formerCodes } of areas)
      for (const codeOfArea of [code, ...formerCodes]) this.#slugs.set(codeOfArea, slug);
  }

  periods(kind: TableKind): string[] {
    const { row, from, headers } = periodsIn(this.#rows, kind);
    return headers.map((text, index) => {
      const period = periodOf(text);
      const before = periodOf(headers[index - 1] ?? '');
      if (period === null || (before !== null && following(before) !== period)) {
        const after = before === null ? '' : ` after "${headers[index - 1]}"`;
        this.#complain(
          { kind, row },
          from + index,
          `got the period "${text}"${after}, expected each to follow the one before`,
        );
      }
      return period ?? text;
    });
  }

  /**
   * The counts of a table by place and occupation; under an empty text those of a table without
   * occupations.
   */
  counts(kind: TableKind): Map<string, Map<string, Counts>> {
    const countsByPlace = new Map<string, Map<string, Counts>>();
    for (const row of layout.rowsOf(this.#rows, kind) as Row[]) {
      const slug = this.#placeOf(row);
      const soc = slug === null ? null : this.#occupationOf(row);
      if (slug === null || soc === null) continue;
      const ofPlace = countsByPlace.get(slug) ?? new Map<string, Counts>();
      countsByPlace.set(slug, ofPlace);
      if (ofPlace.has(soc))
        this.#complain(
          row,
          undefined,
          `${soc === '' ? `${slug} has` : `${slug} and ${soc} have`} a row already`,
        );
      ofPlace.set(soc, this.#countsOf(row));
    }
    return countsByPlace;
  }

  /** The slug of a row's place; null for a row that is not read, or after a complaint. */
  #placeOf(row: Row): string | null {
    const slug = slugOf(row, this.#slugs);
    if (slug !== null) return slug ?? null;
    const names = 'district' in row ? [row.region, row.district, row.code] : [row.region];
    const expected =
      row.kind === 'regions'
        ? 'a region or nation'
        : 'a local authority of April 2023, or London with no code';
    return this.#complain(
      row,
      undefined,
      `got the place ${names.map((name) => `"${name.trim()}"`).join(', ')}, expected ${expected}`,
    );
  }

  /** The occupation of a row, empty in a table without occupations; null after a complaint. */
  #occupationOf(row: Row): string | null {
    if (!('soc' in row)) return '';
    const soc = row.soc.trim();
    if (this.#known.has(soc)) return soc;
    return this.#complain(
      row,
      'soc',
      `got the occupation "${soc}", expected a unit group of SOC 2020 or ${unclassified}`,
    );
  }

  #countsOf(row: Row): Counts {
    const { from, headers } = periodsIn(this.#rows, row.kind);
    const counts = new Int32Array(headers.length);
    for (const [index, text] of row.across.entries()) {
      const cell = cells.read(text.trim(), (message, repair) =>
        this.#complain(row, from + index, message, repair),
      );
      counts[index] = typeof cell === 'number' ? cell : suppressed;
    }
    this.rowOf.set(counts, row);
    return counts;
  }
}

// The notes sheet numbers its notes in a column of its own.
const noteNumber = /^(?:note )?\[?\d+\]?[.:]?$/i;

function noteOf([first = '', ...others]: readonly string[]): string {
  return (others.length > 0 && noteNumber.test(first) ? others : [first, ...others]).join(' ');
}

export function following(period: string): string {
  const [year = '', part = ''] = period.split('-');
  const isQuarter = part.startsWith('Q');
  const last = isQuarter ? 4 : 12;
  const next = (Number(part.replace('Q', '')) % last) + 1;
  const nextYear = next === 1 ? Number(year) + 1 : Number(year);
  return isQuarter ? `${nextYear}-Q${next}` : isoMonth(nextYear, next);
}

export function monthsOf(quarter: string): string[] {
  const [year = '', part = ''] = quarter.split('-Q');
  return [1, 2, 3].map((month) => isoMonth(year, (Number(part) - 1) * 3 + month));
}

function regionSlug(name: string): string | null {
  if (foldToLetters(name) === 'totaluk') return 'uk';
  return (
    contractAreas.find((area) => foldToLetters(area.name) === foldToLetters(name))?.slug ?? null
  );
}

/**
 * The slug of a row's place: null if we do not know it, undefined if one of its cells says that the
 * place is unknown. London has no code; we recognise it by region and district only, and skip its
 * boroughs if Table 2 lists them.
 */
function slugOf(row: Row, slugs: ReadonlyMap<string, string>): string | null | undefined {
  if (row.kind === 'regions') return regionSlug(row.region.trim());
  const region = row.region.trim();
  const district = row.district.trim();
  const code = row.code.trim();
  if (
    [region, district, code].includes(unclassified) ||
    (row.kind === 'places' && code.startsWith('E09'))
  )
    return undefined;
  if (code !== '') return slugs.get(code) ?? null;
  return region === 'London' && district === 'London' ? 'london' : null;
}
