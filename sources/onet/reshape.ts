// O*NET's rows to ratings by occupation, and the mapping of each unit group of SOC 2020 to these occupations.
import { countFigures } from '#sources/kit/cells.ts';
import { iscoSharesOf } from '#sources/kit/isco-shares.ts';
import { complainTo } from '#sources/kit/place.ts';
import type { Problem } from '#sources/kit/problem.ts';
import type { FigureCount, Needs, Release } from '#sources/kit/source.ts';
import type { WithheldReason } from '#schemas/codes.ts';
import type { IscoShare } from '#schemas/resources/isco-shares.ts';
import { type Correction, corrections } from './corrections.ts';
import { type JobTitles, jobTitlesOf } from './job-titles.ts';
import { type RowOf, type Rows, type TableRow, layoutOf, printed, rowsOfKind } from './parse.ts';
import { type Crosswalk, type Crosswalks, type Reach, onetCode, ratedBySoc, reachOf } from './reach.ts';

/** The six interests in the publisher's order, with the elements that hold their scores (scale OI). */
export const interestElements = ['1.B.1.a', '1.B.1.b', '1.B.1.c', '1.B.1.d', '1.B.1.e', '1.B.1.f'] as const;
/** First, second and third high point (scale IH): numbers of interests, 1 to 6, and 0 for none. They are not scores, and no average uses them. */
export const highPointElements = ['1.B.1.g', '1.B.1.h', '1.B.1.i'] as const;

export interface Interests {
  /** Scores on the scale 1 to 7, in the order of `interestElements`; null if the file has none. */
  readonly scores: readonly (number | null)[];
  /** As published, in the order of `highPointElements`. */
  readonly highPoints: readonly (number | null)[];
  /** Month of the rating, not of the release: `2026-02`. */
  readonly rated: string;
}

/** One ability of one occupation. */
export interface AbilityRating {
  /** Scale IM, 1 to 5; null if the publisher recommends to suppress it. */
  readonly importance: number | null;
  /** Scale LV, 0 to 7. The file prints a number also where the ability is not relevant; it means nothing there. */
  readonly level: number | 'suppressed' | 'not-relevant';
}

/** How a unit group maps to rated occupations. */
export interface Way {
  readonly isco08: readonly IscoShare[];
  readonly corrections: readonly Correction[];
  /** To the occupations with interests. */
  readonly interests: Reach;
  /** To the occupations with abilities; null if the release has none. */
  readonly abilities: Reach | null;
}

export interface OnetObservations {
  /** The unit groups of SOC 2020, ordered. */
  readonly occupations: readonly string[];
  /** Titles of O*NET's occupations by code. */
  readonly titles: ReadonlyMap<string, string>;
  readonly interests: ReadonlyMap<string, Interests>;
  /** By occupation, by element; null if the release has no abilities. */
  readonly abilities: ReadonlyMap<string, ReadonlyMap<string, AbilityRating>> | null;
  /** Names by element, in the order of the file. */
  readonly abilityNames: ReadonlyMap<string, string>;
  readonly crosswalks: Crosswalks;
  readonly jobTitles: JobTitles;
  /** By unit group of SOC 2020. */
  readonly ways: ReadonlyMap<string, Way>;
  readonly count: FigureCount;
}

/** The least and the most of each scale. A number outside would make averages that are no ratings. */
const scaleEnds: Readonly<Record<string, readonly [least: number, most: number]>> = { OI: [1, 7], IH: [0, 6], IM: [1, 5], LV: [0, 7] };

const socCode = /^\d{2}-\d{4}$/;

type RatingRow = RowOf<'interests'> | RowOf<'abilities'>;
/** An ability whose two rows are still being read. */
type OpenRating = { -readonly [Member in keyof AbilityRating]: AbilityRating[Member] };

export function reshape(release: Release, rows: Rows, needs: Needs, problems: Problem[]): OnetObservations {
  const reader = new Reader(release, rows, problems);
  const titles = new Map<string, string>();
  for (const row of rowsOfKind(rows, 'occupations'))
    if (reader.code(row, 'code', row.code, onetCode)) titles.set(row.code, row.title.trim());
  const interests = reader.interests();
  const abilities = layoutOf(rows, 'abilities') === undefined ? null : reader.abilities();
  const abilityNames = new Map(rowsOfKind(rows, 'abilities').map(({ element, name }) => [element, name.trim()]));
  const crosswalks = reader.crosswalks();

  const shares = iscoSharesOf(needs.get('soc-index'));
  const rated = [...interests].filter(([, { scores }]) => scores.every((score) => score !== null)).map(([code]) => code);
  const [withInterests, withAbilities] = [ratedBySoc(rated), abilities === null ? null : ratedBySoc(abilities.keys())];
  const occupations = needs.get('soc-structure').unitGroups.map(({ code }) => code);
  const ways = new Map(
    occupations.map((soc2020): [string, Way] => {
      const isco08 = shares.get(soc2020) ?? [];
      const added = corrections.filter((correction) => correction.soc2020 === soc2020);
      const reach = (ratings: Crosswalk) => reachOf(isco08, crosswalks, ratings, added);
      const abilityReach = withAbilities === null ? null : reach(withAbilities);
      return [soc2020, { isco08, corrections: added, interests: reach(withInterests), abilities: abilityReach }];
    }),
  );
  const count = countFigures(reader.reasons);
  return { occupations, titles, interests, abilities, abilityNames, crosswalks, jobTitles: jobTitlesOf(rows), ways, count };
}

class Reader {
  readonly #rows: Rows;
  readonly #complain: (row: TableRow, column: string, message: string) => null;
  /** Of each rating why it is withheld; null if it is published. */
  readonly reasons: (WithheldReason | null)[] = [];

  constructor(release: Release, rows: Rows, problems: Problem[]) {
    const complain = complainTo(release, problems);
    this.#rows = rows;
    this.#complain = (row, column, message) => complain(printed(rows, row.kind), row.row, column, message);
  }

  /** Whether a code has its shape; complains if it has not. */
  code(row: TableRow, column: string, text: string, shape: RegExp): boolean {
    if (shape.test(text)) return true;
    this.#complain(row, column, `found the code "${text}", expected one like ${shape === onetCode ? '15-1252.00' : '15-1252'}`);
    return false;
  }

  interests(): Map<string, Interests> {
    const found = new Map<string, { scores: (number | null)[]; highPoints: (number | null)[]; rated: string }>();
    const scales: Readonly<Record<string, readonly string[]>> = { OI: interestElements, IH: highPointElements };
    for (const row of rowsOfKind(this.#rows, 'interests')) {
      const { code, element, scale } = row;
      const value = this.#rating(row, scales);
      const rated = this.#month(row);
      if (value === null || rated === null) continue;
      const of = found.get(code) ?? { scores: interestElements.map(() => null), highPoints: highPointElements.map(() => null), rated };
      found.set(code, of);
      if (of.rated < rated) of.rated = rated;
      const list = scale === 'OI' ? of.scores : of.highPoints;
      const place = (scales[scale] ?? []).indexOf(element);
      if (list[place] !== null) this.#complain(row, 'element', `${code} has "${element}" twice`);
      list[place] = value;
      // A high point is an index, not a figure.
      if (scale === 'OI') this.reasons.push(null);
    }
    return found;
  }

  abilities(): Map<string, ReadonlyMap<string, AbilityRating>> {
    const rows = rowsOfKind(this.#rows, 'abilities');
    const found = new Map<string, Map<string, OpenRating>>();
    const seen = new Set<string>();
    const elements = [...new Set(rows.map(({ element }) => element))].filter((element) => /^1\.A\.[1-4]\./.test(element));
    for (const row of rows) {
      const { code, element, scale } = row;
      const value = this.#rating(row, { IM: elements, LV: elements });
      const suppress = this.#mark(row, 'suppress');
      const notRelevant = this.#mark(row, 'notRelevant');
      if (value === null || suppress === null || notRelevant === null) continue;
      const of = found.get(code) ?? new Map<string, OpenRating>();
      found.set(code, of);
      const ability = of.get(element) ?? { importance: null, level: 'suppressed' };
      of.set(element, ability);
      if (seen.size === seen.add(`${code} ${element} ${scale}`).size)
        this.#complain(row, 'element', `${code} has "${element}" on the scale ${scale} twice`);
      this.reasons.push(notRelevant && scale === 'LV' ? 'not-relevant' : suppress ? 'suppressed-by-publisher' : null);
      if (scale === 'IM') ability.importance = suppress ? null : value;
      else ability.level = notRelevant ? 'not-relevant' : suppress ? 'suppressed' : value;
    }
    return found;
  }

  /** Codes of the first crosswalk carry blanks at their ends. Two of its ISCO-08 codes have three digits; no unit group has such a code, and they are left out. */
  crosswalks(): Crosswalks {
    const soc2010OfIsco = new Map<string, string[]>();
    for (const row of rowsOfKind(this.#rows, 'isco')) {
      const [isco, soc, part] = [row.isco.trim(), row.soc.trim(), row.part.trim()];
      if (part !== '' && part !== '*') this.#complain(row, 'part', `unknown marker "${row.part}", expected * or nothing`);
      if (!/^\d{3,4}$/.test(isco)) this.#complain(row, 'isco', `found the code "${row.isco}", expected one of four digits`);
      else if (this.code(row, 'soc', soc, socCode) && isco.length === 4) listIn(soc2010OfIsco, isco, soc);
    }
    const soc2018OfSoc2010 = new Map<string, string[]>();
    for (const row of rowsOfKind(this.#rows, 'soc')) {
      const [from, to] = [row.from.trim(), row.to.trim()];
      if (this.code(row, 'from', from, socCode) && this.code(row, 'to', to, socCode)) listIn(soc2018OfSoc2010, from, to);
    }
    return { soc2010OfIsco, soc2018OfSoc2010 };
  }

  /** The value of a rating whose element belongs to its scale, and which lies on it. */
  #rating(row: RatingRow, scales: Readonly<Record<string, readonly string[]>>): number | null {
    const { code, element, scale, value } = row;
    if (!this.code(row, 'code', code, onetCode)) return null;
    const elements = scales[scale];
    if (elements === undefined)
      return this.#complain(row, 'scale', `unknown scale "${scale}", expected ${Object.keys(scales).join(' or ')}`);
    if (!elements.includes(element)) return this.#complain(row, 'element', `unknown element "${element}" on the scale ${scale}`);
    if (!/^\d+(?:\.\d+)?$/.test(value)) return this.#complain(row, 'value', `found "${value}", expected a number`);
    const [number, [least = 0, most = 0] = []] = [Number(value), scaleEnds[scale]];
    // A high point is the number of an interest.
    const isOnScale = number >= least && number <= most && (scale !== 'IH' || Number.isInteger(number));
    const whole = scale === 'IH' ? 'a whole number from ' : '';
    return isOnScale
      ? number
      : this.#complain(row, 'value', `${code} ${element} is ${value} on the scale ${scale}, expected ${whole}${least} to ${most}`);
  }

  /** Months are `MM/YYYY`. */
  #month(row: RowOf<'interests'>): string | null {
    const match = /^(0[1-9]|1[0-2])\/(\d{4})$/.exec(row.date);
    if (match !== null) return `${match[2]}-${match[1]}`;
    return this.#complain(row, 'date', `found "${row.date}", expected a month like 02/2026`);
  }

  /** Y, N, or n/a for not available, which counts as N. */
  #mark(row: RowOf<'abilities'>, column: 'suppress' | 'notRelevant'): boolean | null {
    const text = row[column];
    if (text === 'Y') return true;
    return text === 'N' || text === 'n/a' ? false : this.#complain(row, column, `unknown marker "${text}", expected Y, N or n/a`);
  }
}

function listIn(lists: Map<string, string[]>, key: string, value: string): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
