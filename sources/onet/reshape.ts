// O*NET's rows to ratings by occupation, and the way from every unit group of SOC 2020 to them.
import { iscoSharesOf } from '#sources/kit/isco-shares.ts';
import type { Problem } from '#sources/kit/problem.ts';
import type { FigureCount, Needs, Release } from '#sources/kit/source.ts';
import type { IscoShare } from '#schemas/resources/isco-shares.ts';
import { type Correction, corrections } from './corrections.ts';
import { type AbilityRow, type FileKind, type InterestRow, type Rows, layoutOf, placeOf, rowsOfKind } from './parse.ts';
import { type Crosswalks, type Reach, ratedBySoc, reachOf } from './reach.ts';

/** The six interests in the publisher's order, with the elements that hold their scores (scale OI). */
export const interestElements = ['1.B.1.a', '1.B.1.b', '1.B.1.c', '1.B.1.d', '1.B.1.e', '1.B.1.f'] as const;
/** First, second and third high point (scale IH): numbers of interests, 1 to 6, and 0 for none. They are no scores and are averaged with nothing. */
export const highPointElements = ['1.B.1.g', '1.B.1.h', '1.B.1.i'] as const;

export interface Interests {
  /** Scores on the scale 1 to 7, in the order of `interestElements`; null where the file has none. */
  readonly scores: readonly (number | null)[];
  /** As published, in the order of `highPointElements`. */
  readonly highPoints: readonly (number | null)[];
  /** Month of the rating, `2026-02`: not that of the release. */
  readonly rated: string;
}

/** One ability of one occupation. */
export interface AbilityRating {
  /** Scale IM, 1 to 5; null where the publisher recommends to suppress it. */
  readonly importance: number | null;
  /** Scale LV, 0 to 7; a level of what is not relevant means nothing, though a number is printed. */
  readonly level: number | 'suppressed' | 'not-relevant';
}

/** How a unit group comes to its ratings. */
export interface Way {
  readonly isco08: readonly IscoShare[];
  readonly corrections: readonly Correction[];
  /** To the occupations with interests. */
  readonly interests: Reach;
  /** To the occupations with abilities; null where the release has none. */
  readonly abilities: Reach | null;
}

export interface OnetObservations {
  /** The unit groups of SOC 2020, ordered. */
  readonly occupations: readonly string[];
  /** Titles of O*NET's occupations by code. */
  readonly titles: ReadonlyMap<string, string>;
  readonly interests: ReadonlyMap<string, Interests>;
  /** By occupation, by element; null where the release has no abilities. */
  readonly abilities: ReadonlyMap<string, ReadonlyMap<string, AbilityRating>> | null;
  /** Names by element, in the order of the file. */
  readonly abilityNames: ReadonlyMap<string, string>;
  readonly crosswalks: Crosswalks;
  /** By unit group of SOC 2020. */
  readonly ways: ReadonlyMap<string, Way>;
  readonly count: FigureCount;
}

const onetCode = /^\d{2}-\d{4}\.\d{2}$/;
const socCode = /^\d{2}-\d{4}$/;

/** An interest or ability of an occupation, that the row gives. */
type Rating = { readonly row: number; readonly code: string; readonly element: string; readonly scale: string; readonly value: number };

export function reshape(release: Release, rows: Rows, needs: Needs, problems: Problem[]): OnetObservations {
  const reader = new Reader(release, rows, problems);
  const titles = new Map<string, string>();
  for (const row of rowsOfKind(rows, 'occupations')) {
    if (reader.code('occupations', row.row, 'code', row.code, onetCode)) titles.set(row.code, row.title.trim());
  }
  const interests = reader.interests();
  const abilities = layoutOf(rows, 'abilities') === undefined ? null : reader.abilities();
  const abilityNames = new Map(rowsOfKind(rows, 'abilities').map(({ element, name }) => [element, name.trim()]));
  const crosswalks = reader.crosswalks();

  const shares = iscoSharesOf(needs.get('soc-index'));
  const withInterests = ratedBySoc(
    [...interests].filter(([, { scores }]) => scores.every((score) => score !== null)).map(([code]) => code),
  );
  const withAbilities = abilities === null ? null : ratedBySoc(abilities.keys());
  const occupations = needs.get('soc-structure').unitGroups.map(({ code }) => code);
  const ways = new Map(
    occupations.map((soc2020): [string, Way] => {
      const isco08 = shares.get(soc2020) ?? [];
      const added = corrections.filter((correction) => correction.soc2020 === soc2020);
      return [
        soc2020,
        {
          isco08,
          corrections: added,
          interests: reachOf(isco08, crosswalks, withInterests, added),
          abilities: withAbilities === null ? null : reachOf(isco08, crosswalks, withAbilities, added),
        },
      ];
    }),
  );
  return { occupations, titles, interests, abilities, abilityNames, crosswalks, ways, count: reader.count() };
}

class Reader {
  readonly #release: Release;
  readonly #rows: Rows;
  readonly #problems: Problem[];
  #published = 0;
  #suppressed = 0;
  #notRelevant = 0;

  constructor(release: Release, rows: Rows, problems: Problem[]) {
    this.#release = release;
    this.#rows = rows;
    this.#problems = problems;
  }

  count(): FigureCount {
    const withheld = { 'suppressed-by-publisher': this.#suppressed, 'not-relevant': this.#notRelevant };
    return { published: this.#published, withheld: Object.fromEntries(Object.entries(withheld).filter(([, times]) => times > 0)) };
  }

  /** Whether a code has its shape; says so where it has not. */
  code(of: FileKind, row: number, column: string, text: string, shape: RegExp): boolean {
    if (shape.test(text)) return true;
    this.#blame(of, row, column, `found the code "${text}", expected one like ${shape === onetCode ? '15-1252.00' : '15-1252'}`);
    return false;
  }

  interests(): Map<string, Interests> {
    const found = new Map<string, { scores: (number | null)[]; highPoints: (number | null)[]; rated: string }>();
    const scales: Readonly<Record<string, readonly string[]>> = { OI: interestElements, IH: highPointElements };
    for (const row of rowsOfKind(this.#rows, 'interests')) {
      const rating = this.#rating('interests', row, scales);
      const rated = this.#month(row);
      if (rating === null || rated === null) continue;
      const of = found.get(rating.code) ?? {
        scores: interestElements.map(() => null),
        highPoints: highPointElements.map(() => null),
        rated,
      };
      found.set(rating.code, of);
      if (of.rated < rated) of.rated = rated;
      const list = rating.scale === 'OI' ? of.scores : of.highPoints;
      const place = (scales[rating.scale] ?? []).indexOf(rating.element);
      if (list[place] !== null) this.#blame('interests', row.row, 'element', `${rating.code} has "${rating.element}" twice`);
      list[place] = rating.value;
      // A high point is an index, no figure.
      if (rating.scale === 'OI') this.#published += 1;
    }
    return found;
  }

  abilities(): Map<string, ReadonlyMap<string, AbilityRating>> {
    const found = new Map<string, Map<string, { importance: number | null; level: AbilityRating['level'] }>>();
    const seen = new Set<string>();
    const elements = new Set(
      rowsOfKind(this.#rows, 'abilities')
        .map(({ element }) => element)
        .filter((element) => /^1\.A\.[1-4]\./.test(element)),
    );
    const scales = { IM: [...elements], LV: [...elements] };
    for (const row of rowsOfKind(this.#rows, 'abilities')) {
      const rating = this.#rating('abilities', row, scales);
      const suppress = this.#mark(row, 'suppress');
      const notRelevant = this.#mark(row, 'notRelevant');
      if (rating === null || suppress === null || notRelevant === null) continue;
      const of = found.get(rating.code) ?? new Map<string, { importance: number | null; level: AbilityRating['level'] }>();
      found.set(rating.code, of);
      const ability = of.get(rating.element) ?? { importance: null, level: 'suppressed' };
      of.set(rating.element, ability);
      const key = `${rating.code} ${rating.element} ${rating.scale}`;
      if (seen.has(key))
        this.#blame('abilities', row.row, 'element', `${rating.code} has "${rating.element}" on the scale ${rating.scale} twice`);
      seen.add(key);
      if (notRelevant && rating.scale === 'LV') this.#notRelevant += 1;
      else if (suppress) this.#suppressed += 1;
      else this.#published += 1;
      if (rating.scale === 'IM') ability.importance = suppress ? null : rating.value;
      else ability.level = notRelevant ? 'not-relevant' : suppress ? 'suppressed' : rating.value;
    }
    return found;
  }

  /** Codes of the first crosswalk carry blanks at their ends; two of its ISCO-08 codes have three digits, name no unit group and are left out. */
  crosswalks(): Crosswalks {
    const soc2010OfIsco = new Map<string, string[]>();
    for (const row of rowsOfKind(this.#rows, 'isco')) {
      const [isco, soc, part] = [row.isco.trim(), row.soc.trim(), row.part.trim()];
      if (part !== '' && part !== '*') this.#blame('isco', row.row, 'part', `unknown marker "${row.part}", expected * or nothing`);
      if (!/^\d{3,4}$/.test(isco)) this.#blame('isco', row.row, 'isco', `found the code "${row.isco}", expected one of four digits`);
      else if (this.code('isco', row.row, 'soc', soc, socCode) && isco.length === 4) listIn(soc2010OfIsco, isco, soc);
    }
    const soc2018OfSoc2010 = new Map<string, string[]>();
    for (const row of rowsOfKind(this.#rows, 'soc')) {
      const [from, to] = [row.from.trim(), row.to.trim()];
      if (this.code('soc', row.row, 'from', from, socCode) && this.code('soc', row.row, 'to', to, socCode))
        listIn(soc2018OfSoc2010, from, to);
    }
    return { soc2010OfIsco, soc2018OfSoc2010 };
  }

  #rating(
    of: 'interests' | 'abilities',
    row: InterestRow | AbilityRow,
    scales: Readonly<Record<string, readonly string[]>>,
  ): Rating | null {
    const { code, element, scale } = row;
    if (!this.code(of, row.row, 'code', code, onetCode)) return null;
    const elements = scales[scale];
    if (elements === undefined) {
      this.#blame(of, row.row, 'scale', `unknown scale "${scale}", expected ${Object.keys(scales).join(' or ')}`);
      return null;
    }
    if (!elements.includes(element)) {
      this.#blame(of, row.row, 'element', `unknown element "${element}" on the scale ${scale}`);
      return null;
    }
    if (!/^\d+(?:\.\d+)?$/.test(row.value)) {
      this.#blame(of, row.row, 'value', `found "${row.value}", expected a number`);
      return null;
    }
    return { row: row.row, code, element, scale, value: Number(row.value) };
  }

  /** Months are `MM/YYYY`. */
  #month(row: InterestRow): string | null {
    const match = /^(0[1-9]|1[0-2])\/(\d{4})$/.exec(row.date);
    if (match !== null) return `${match[2]}-${match[1]}`;
    this.#blame('interests', row.row, 'date', `found "${row.date}", expected a month like 02/2026`);
    return null;
  }

  /** Y, N, or n/a for not available, which is neither. */
  #mark(row: AbilityRow, column: 'suppress' | 'notRelevant'): boolean | null {
    const text = row[column];
    if (text === 'Y') return true;
    if (text === 'N' || text === 'n/a') return false;
    this.#blame('abilities', row.row, column, `unknown marker "${text}", expected Y, N or n/a`);
    return null;
  }

  #blame(of: FileKind, row: number, column: string, message: string): void {
    this.#problems.push({ place: placeOf(this.#release.name, layoutOf(this.#rows, of), row, column), message });
  }
}

function listIn(lists: Map<string, string[]>, key: string, value: string): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
