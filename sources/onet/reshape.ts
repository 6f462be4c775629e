// O*NET's rows to ratings by occupation, and the mapping of each unit group of SOC 2020 to these
// occupations.
import type { Complain } from '#sources/kit/place.ts';
import { withoutFirstBrackets } from '#sources/kit/read/between.ts';
import { iscoSharesOf } from '#sources/kit/isco-shares.ts';
import type { Needs } from '#sources/kit/needs.ts';
import type { Problem } from '#sources/kit/problem.ts';
import type { Release } from '#sources/kit/release.ts';
import type { IscoShare } from '#schemas/resources/isco-shares.ts';
import { relatedTiers } from '#schemas/resources/related.ts';
import { type Correction, corrections } from './corrections.ts';
import { type Kind, type RowOfKind, type Rows, layout, type titleKinds } from './layout.ts';
import {
  type Crosswalk,
  type Crosswalks,
  type Reach,
  onetCode,
  ratedBySoc,
  reachOf,
} from './reach.ts';

/**
 * The six interests in the publisher's order, with the elements that hold their scores (scale OI).
 */
export const interestElements = [
  '1.B.1.a',
  '1.B.1.b',
  '1.B.1.c',
  '1.B.1.d',
  '1.B.1.e',
  '1.B.1.f',
] as const;
/**
 * First, second and third high point (scale IH): numbers of interests, 1 to 6, and 0 for none. They
 * are not scores, and no average uses them.
 */
export const highPointElements = ['1.B.1.g', '1.B.1.h', '1.B.1.i'] as const;

export interface Interests {
  /** Scores on the scale 1 to 7, in the order of `interestElements`; null if the file has none. */
  readonly scores: readonly (number | null)[];
  /** As published, in the order of `highPointElements`. */
  readonly highPoints: readonly (number | null)[];
  /** Month of the rating, not of the release: `2026-02`. */
  readonly rated: string;
}

export interface AbilityRating {
  /** Scale IM, 1 to 5; null if the publisher recommends to suppress it. */
  readonly importance: number | null;
  /**
   * Scale LV, 0 to 7. The file prints a number also where the ability is not relevant; it means
   * nothing there.
   */
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

export interface JobTitle {
  /** O*NET-SOC 2019. */
  readonly code: string;
  readonly title: string;
  /** True for `CEO`, the short form of `Chief Executive Officer`. */
  readonly isShort: boolean;
}

export interface RelatedOccupation {
  /** O*NET-SOC 2019. */
  readonly code: string;
  readonly tier: (typeof relatedTiers)[number];
}

export interface OnetObservations {
  readonly occupations: readonly string[];
  readonly titles: ReadonlyMap<string, string>;
  readonly interests: ReadonlyMap<string, Interests>;
  /** By occupation, by element; null if the release has no abilities. */
  readonly abilities: ReadonlyMap<string, ReadonlyMap<string, AbilityRating>> | null;
  /**
   * By occupation, those that the publisher relates to it, closest first; null if the release has
   * no such file.
   */
  readonly related: ReadonlyMap<string, readonly RelatedOccupation[]> | null;
  /** Names by element, in the order of the file. */
  readonly abilityNames: ReadonlyMap<string, string>;
  readonly crosswalks: Crosswalks;
  /**
   * Those of the optional files, in which search finds words that the titles of the occupations do
   * not have.
   */
  readonly jobTitles: readonly JobTitle[];
  readonly ways: ReadonlyMap<string, Way>;
}

/**
 * The elements of each scale of interests, and its least and most. A number outside would make
 * averages that are no ratings.
 */
const scalesOfInterests: Scales = {
  OI: { elements: interestElements, least: 1, most: 7 },
  IH: { elements: highPointElements, least: 0, most: 6 },
};
interface Scale {
  readonly elements: readonly string[];
  readonly least: number;
  readonly most: number;
}
type Scales = Readonly<Record<string, Scale>>;

const socCode = /^\d{2}-\d{4}$/;

export function reshape(
  release: Release,
  rows: Rows,
  needs: Needs,
  problems: Problem[],
): OnetObservations {
  const reader = new Reader(layout.complainTo(release, rows, problems));
  const titled = layout
    .rowsOf(rows, 'occupations')
    .filter((row) => reader.isCode(row, 'code', onetCode));
  const interests = reader.interests(layout.rowsOf(rows, 'interests'));
  const abilityRows = layout.rowsOf(rows, 'abilities');
  const abilities =
    layout.header(rows, 'abilities') === undefined ? null : reader.abilities(abilityRows);
  const crosswalks = reader.crosswalks(rows);

  const shares = iscoSharesOf(needs.get('soc-index'));
  const rated = [...interests]
    .filter(([, { scores }]) => scores.every((score) => score !== null))
    .map(([code]) => code);
  const withInterests = ratedBySoc(rated);
  const withAbilities = abilities === null ? null : ratedBySoc(abilities.keys());
  const occupations = needs.get('soc-structure').unitGroups.map(({ code }) => code);
  const ways = new Map(
    occupations.map((soc2020): [string, Way] => {
      const isco08 = shares.get(soc2020) ?? [];
      const added = corrections.filter((correction) => correction.soc2020 === soc2020);
      const reach = (ratings: Crosswalk) => reachOf(isco08, crosswalks, ratings, added);
      const abilityReach = withAbilities === null ? null : reach(withAbilities);
      return [
        soc2020,
        { isco08, corrections: added, interests: reach(withInterests), abilities: abilityReach },
      ];
    }),
  );
  return {
    occupations,
    interests,
    abilities,
    crosswalks,
    ways,
    related:
      layout.header(rows, 'relatedOccupations') === undefined
        ? null
        : reader.related(layout.rowsOf(rows, 'relatedOccupations')),
    titles: new Map(titled.map(({ code, title }) => [code, title.trim()])),
    abilityNames: new Map(abilityRows.map(({ element, name }) => [element, name.trim()])),
    jobTitles: jobTitlesOf(rows),
  };
}

/**
 * The reported titles, then the alternate ones. A row with a fault is left out, and a check names
 * it.
 */
function jobTitlesOf(rows: Rows): JobTitle[] {
  const reported = layout
    .rowsOf(rows, 'reportedTitles')
    .filter((row) => faultOfTitle(row) === null);
  const titles = reported.map(({ code, title }) => ({ code, title, isShort: false }));
  for (const row of layout.rowsOf(rows, 'alternateTitles')) {
    if (faultOfTitle(row) !== null) continue;
    // "Chief Executive Officer (CEO)" is two titles.
    titles.push({ code: row.code, title: withoutFirstBrackets(row.title), isShort: false });
    if (row.shortTitle !== 'n/a')
      titles.push({ code: row.code, title: row.shortTitle, isShort: true });
  }
  return titles;
}

/** What is wrong with a row of job titles, and in which column; null if nothing is. */
export function faultOfTitle(
  row: RowOfKind<(typeof titleKinds)[number]>,
): { readonly column: string; readonly message: string } | null {
  if (!onetCode.test(row.code))
    return {
      column: 'code',
      message: `found the code "${row.code}", expected one like 15-1252.00`,
    };
  if (row.title.trim() === '') return { column: 'title', message: 'found no title' };
  if (row.kind === 'alternateTitles' && row.shortTitle.trim() === '')
    return { column: 'shortTitle', message: 'found no short title, expected one, or n/a' };
  return null;
}

class Reader {
  readonly #complain: Complain<RowOfKind<Kind>>;

  constructor(complain: Complain<RowOfKind<Kind>>) {
    this.#complain = complain;
  }

  /** Whether a code has its shape; complains if it has not. */
  isCode<Row extends RowOfKind<Kind>>(
    row: Row,
    column: keyof Row & string,
    shape: RegExp,
    text = String(row[column]),
  ): boolean {
    if (shape.test(text)) return true;
    this.#complain(
      row,
      column,
      `found the code "${text}", expected one like ` +
        `${shape === onetCode ? '15-1252.00' : '15-1252'}`,
    );
    return false;
  }

  interests(rows: readonly RowOfKind<'interests'>[]): Map<string, Interests> {
    const interestsByCode = new Map<
      string,
      { scores: (number | null)[]; highPoints: (number | null)[]; rated: string }
    >();
    for (const row of rows) {
      const { code, element, scale, date } = row;
      const value = this.#rating(row, scalesOfInterests);
      const [, month, year] = /^(0[1-9]|1[0-2])\/(\d{4})$/.exec(date) ?? [];
      if (month === undefined)
        this.#complain(row, 'date', `found "${date}", expected a month like 02/2026`);
      if (value === null || month === undefined) continue;
      const rated = `${year}-${month}`;
      const profile = interestsByCode.get(code) ?? {
        scores: interestElements.map(() => null),
        highPoints: highPointElements.map(() => null),
        rated,
      };
      interestsByCode.set(code, profile);
      if (profile.rated < rated) profile.rated = rated;
      const list = scale === 'OI' ? profile.scores : profile.highPoints;
      const index = scalesOfInterests[scale]?.elements.indexOf(element) ?? 0;
      if (list[index] !== null) this.#complain(row, 'element', `${code} has "${element}" twice`);
      list[index] = value;
    }
    return interestsByCode;
  }

  abilities(
    rows: readonly RowOfKind<'abilities'>[],
  ): Map<string, ReadonlyMap<string, AbilityRating>> {
    const ratingsByCode = new Map<string, Map<string, AbilityRating>>();
    const seen = new Set<string>();
    const elements = [...new Set(rows.map(({ element }) => element))].filter((element) =>
      /^1\.A\.[1-4]\./.test(element),
    );
    const scales: Scales = {
      IM: { elements, least: 1, most: 5 },
      LV: { elements, least: 0, most: 7 },
    };
    for (const row of rows) {
      const { code, element, scale } = row;
      const value = this.#rating(row, scales);
      const suppress = this.#mark(row, 'suppress');
      const notRelevant = this.#mark(row, 'notRelevant');
      if (value === null || suppress === null || notRelevant === null) continue;
      const ratings = ratingsByCode.get(code) ?? new Map<string, AbilityRating>();
      ratingsByCode.set(code, ratings);
      const ability = ratings.get(element) ?? { importance: null, level: 'suppressed' };
      if (seen.size === seen.add(`${code} ${element} ${scale}`).size)
        this.#complain(row, 'element', `${code} has "${element}" on the scale ${scale} twice`);
      if (scale === 'IM') ratings.set(element, { ...ability, importance: suppress ? null : value });
      else if (notRelevant) ratings.set(element, { ...ability, level: 'not-relevant' });
      else ratings.set(element, { ...ability, level: suppress ? 'suppressed' : value });
    }
    return ratingsByCode;
  }

  related(rows: readonly RowOfKind<'relatedOccupations'>[]): Map<string, RelatedOccupation[]> {
    const relatedByCode = new Map<string, (RelatedOccupation & { readonly index: number })[]>();
    for (const row of rows) {
      const tier = relatedTiers.find((knownTier) => knownTier === row.tier.toLowerCase());
      if (tier === undefined)
        this.#complain(
          row,
          'tier',
          `unknown tier "${row.tier}", expected ${relatedTiers.join(', ')} in any case`,
        );
      else if (!/^\d+$/.test(row.index))
        this.#complain(row, 'index', `found "${row.index}", expected a number`);
      else if (this.isCode(row, 'code', onetCode) && this.isCode(row, 'related', onetCode))
        relatedByCode.set(row.code, [
          ...(relatedByCode.get(row.code) ?? []),
          { code: row.related, tier, index: Number(row.index) },
        ]);
    }
    return new Map(
      [...relatedByCode].map(([code, related]) => [
        code,
        related.sort((a, b) => a.index - b.index),
      ]),
    );
  }

  /**
   * Codes of the first crosswalk carry blanks at their ends. Two of its ISCO-08 codes have three
   * digits; no unit group has such a code, and they are left out.
   */
  crosswalks(rows: Rows): Crosswalks {
    const soc2010OfIsco: [string, string][] = [];
    for (const row of layout.rowsOf(rows, 'isco')) {
      if (!['', '*'].includes(row.part.trim()))
        this.#complain(row, 'part', `unknown marker "${row.part}", expected * or nothing`);
      const isco = row.isco.trim();
      if (!/^\d{3,4}$/.test(isco))
        this.#complain(row, 'isco', `found the code "${row.isco}", expected one of four digits`);
      else if (this.isCode(row, 'soc', socCode, row.soc.trim()) && isco.length === 4)
        soc2010OfIsco.push([isco, row.soc.trim()]);
    }
    const isSound = (column: 'from' | 'to') => (row: RowOfKind<'soc'>) =>
      this.isCode(row, column, socCode, row[column].trim());
    const sound = layout.rowsOf(rows, 'soc').filter(isSound('from')).filter(isSound('to'));
    const soc2018OfSoc2010 = crosswalkOf(sound.map(({ from, to }) => [from.trim(), to.trim()]));
    return { soc2010OfIsco: crosswalkOf(soc2010OfIsco), soc2018OfSoc2010 };
  }

  /** The value of a rating, if its element belongs to the scale and the value is within it. */
  #rating(row: RowOfKind<'interests' | 'abilities'>, scales: Scales): number | null {
    const { code, element, scale, value } = row;
    if (!this.isCode(row, 'code', onetCode)) return null;
    const knownScale = scales[scale];
    if (knownScale === undefined)
      return this.#complain(
        row,
        'scale',
        `unknown scale "${scale}", expected ${Object.keys(scales).join(' or ')}`,
      );
    const { elements, least, most } = knownScale;
    if (!elements.includes(element))
      return this.#complain(row, 'element', `unknown element "${element}" on the scale ${scale}`);
    if (!/^\d+(?:\.\d+)?$/.test(value))
      return this.#complain(row, 'value', `found "${value}", expected a number`);
    const number = Number(value);
    // A high point is the number of an interest.
    const isIndex = scale === 'IH';
    if (number >= least && number <= most && (!isIndex || Number.isInteger(number))) return number;
    const expected = `${isIndex ? 'a whole number from ' : ''}${least} to ${most}`;
    return this.#complain(
      row,
      'value',
      `${code} ${element} is ${value} on the scale ${scale}, expected ${expected}`,
    );
  }

  /** Y, N, or n/a for not available, which counts as N. */
  #mark(row: RowOfKind<'abilities'>, column: 'suppress' | 'notRelevant'): boolean | null {
    const text = row[column];
    if (text === 'Y') return true;
    return text === 'N' || text === 'n/a'
      ? false
      : this.#complain(row, column, `unknown marker "${text}", expected Y, N or n/a`);
  }
}

function crosswalkOf(pairs: readonly (readonly [from: string, to: string])[]): Crosswalk {
  const lists = Map.groupBy(pairs, ([from]) => from);
  return new Map(
    Array.from(lists, ([from, pairsOfCode]) => [from, pairsOfCode.map(([, to]) => to)]),
  );
}
