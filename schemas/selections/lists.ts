// Variants of stored lists: turned to the requested order, and cut.
import {
  type DemandLevel,
  type InterestType,
  demandLevels,
  interestTypes,
  patterns,
  rankOrders,
  rankedMeasures,
  sexes,
} from '../codes.ts';
import type { Rank, WithheldLegend } from '../figures.ts';
import { byCodeUnit } from '../order.ts';
import { type QueryValues, limitOf, memberOf, membersOf, inGroup } from '../query-values.ts';
import type { DemandListDocument, DemandListResponse } from '../resources/demand.ts';
import type { EmploymentListDocument } from '../resources/employment.ts';
import type { PayListDocument, PayListResponse } from '../resources/pay.ts';
import type { ProjectionListDocument, ProjectionListResponse } from '../resources/projections.ts';
import type { SkillsDocument, SkillsResponse } from '../resources/skills.ts';
import type {
  WorkProfileListDocument,
  WorkProfileListResponse,
} from '../resources/work-profile.ts';
import { withLegendOf } from '../withheld-legend.ts';
import { payNotes } from './pay-notes.ts';
import { type PayQuery, queryMembers, yearMembers, payCoverage, unitOf } from './select-pay.ts';

/** A ranked list of occupations as it is stored. */
export interface StoredList
  extends Readonly<Record<'notes' | 'coverage' | 'attribution' | 'provenance', unknown>> {
  readonly occupations: readonly { readonly soc2020: string; readonly rank: Rank | null }[];
  readonly total: number;
  readonly ranked?: number;
  readonly withheldLegend?: WithheldLegend;
  readonly order?: string;
}

/**
 * The document with the first `limit` of its occupations in the group asked for, and the legend of
 * these.
 */
export function cutList(document: StoredList, values: QueryValues): object {
  const limit = limitOf(values);
  const { notes, coverage, attribution, provenance, withheldLegend, ...about } = document;
  const occupations = inGroup(document.occupations, values);
  const ranked = occupations.filter(({ rank }) => rank !== null).length;
  const answer = {
    ...about,
    total: occupations.length,
    ...(about.ranked === undefined ? {} : { ranked }),
    limit,
    occupations: occupations.slice(0, limit),
    notes,
    coverage,
    attribution,
    provenance,
  };
  return withheldLegend === undefined ? answer : withLegendOf({ withheldLegend }, answer);
}

/**
 * The occupations at a level, in the order of the document. The default is critical and elevated
 * demand.
 */
export function selectDemandList(
  document: DemandListDocument,
  values: QueryValues,
): DemandListResponse {
  const { area, year, occupations, ...otherMembers } = document;
  const level = values.get('level') === null ? null : memberOf(demandLevels, values, 'level');
  const levels: DemandLevel[] = level === null ? ['critical', 'elevated'] : [level];
  const assessed = inGroup(occupations, values);
  const listed = assessed.filter((occupation) => levels.includes(occupation.level));
  const counted = { total: listed.length, assessed: assessed.length };
  return withLegendOf<DemandListResponse>(document, {
    area,
    year,
    level,
    levels,
    ...counted,
    occupations: listed,
    ...otherMembers,
  });
}

/** The first members of each list; the totals give the full numbers. */
export function selectSkills(document: SkillsDocument, values: QueryValues): SkillsResponse {
  const limit = limitOf(values);
  const { soc2020, title, relatedRoles, skills, knowledge, ...otherMembers } = document;
  const cut = <Item>(list: readonly Item[]) => list.slice(0, limit);
  return {
    soc2020,
    title,
    limit,
    relatedRoles: cut(relatedRoles),
    skills: cut(skills),
    knowledge: cut(knowledge),
    ...otherMembers,
  };
}

/**
 * Stored rows are in order from the highest, those without a rank last. From the lowest, ties keep
 * the order of their codes.
 */
function inRankOrder<Row extends { readonly rank: Rank | null }>(
  rows: readonly Row[],
  values: QueryValues,
  codeOf: (row: Row) => string,
) {
  const order = memberOf(rankOrders, values, 'order');
  const rankIn = ({ rank }: Row) => rank?.rank ?? 0;
  const fromLowest = (a: Row, b: Row) => rankIn(b) - rankIn(a) || byCodeUnit(codeOf(a), codeOf(b));
  return { order, rows: order === 'descending' ? rows : rows.toSorted(fromLowest) };
}

const socOf = ({ soc2020 }: { readonly soc2020: string }) => soc2020;

/** The stored rows of a list; without a table of these employees, every occupation by its code. */
function payListOf(
  { lists, occupations }: PayListDocument,
  { measure, sex, pattern }: PayQuery,
): PayListDocument['lists'][number]['occupations'] {
  const list = lists.find(
    (stored) => stored.measure === measure && stored.sex === sex && stored.pattern === pattern,
  );
  if (list === undefined)
    throw new Error(`a list of pay has no ${measure} of ${sex} employees, ${pattern}`);
  const { absent } = list;
  return absent === null
    ? list.occupations
    : occupations.map((unit) => ({ ...unit, rank: null, median: absent }));
}

export function selectPayList(document: PayListDocument, values: QueryValues): PayListResponse {
  const measure = memberOf(rankedMeasures, values, 'measure');
  const limit = limitOf(values);
  const unit = unitOf(measure);
  const sex = memberOf(sexes, values, 'sex');
  const pattern = memberOf(patterns, values, 'pattern');
  const all = inGroup(payListOf(document, { measure, sex, pattern }), values);
  const { order, rows } = inRankOrder(all, values, socOf);
  const occupations = rows.slice(0, limit);
  const { area, provisional, attribution, provenance } = document;
  const noted = occupations.map(({ median }) => ({
    figures: { median, mean: median },
    provisional,
  }));
  return withLegendOf<PayListResponse>(document, {
    area,
    ...yearMembers(unit, document),
    ...queryMembers({ measure, sex, pattern }),
    total: all.length,
    ranked: all.filter(({ rank }) => rank !== null).length,
    order,
    limit,
    occupations,
    notes: payNotes(area.slug === 'uk' ? 'list' : 'list-of-region', { measure, noted }),
    coverage: payCoverage(unit),
    attribution,
    provenance,
  });
}

export function selectEmploymentList(
  document: EmploymentListDocument,
  values: QueryValues,
): object {
  const { order, rows } = inRankOrder(document.occupations, values, socOf);
  return cutList({ ...document, order, occupations: rows }, values);
}

export function selectProjectionList(
  document: ProjectionListDocument,
  values: QueryValues,
): ProjectionListResponse {
  const {
    subMajorGroups,
    notes,
    coverage,
    accuracy,
    citation,
    provenance,
    withheldLegend,
    ...about
  } = document;
  const { order, rows } = inRankOrder(subMajorGroups, values, ({ code }) => code);
  return {
    ...about,
    order,
    subMajorGroups: rows,
    notes,
    coverage,
    accuracy,
    citation,
    provenance,
    withheldLegend,
  };
}

/** How well an occupation fits the interests, in hundredths; 0 if it cannot be ranked by them. */
function fitOf(
  occupation: WorkProfileListDocument['occupations'][number],
  interests: readonly InterestType[],
) {
  const hundredths: number[] = [];
  for (const interest of interests) {
    const score = occupation.interestScores[interest];
    // The scores have two decimals, and a sum of those is not exact.
    if (score !== null) hundredths.push(Math.round(score * 100));
  }
  const isRanked = hundredths.length > 0 && occupation.presentable;
  return {
    occupation,
    isRanked,
    lowest: isRanked ? Math.min(...hundredths) : 0,
    sum: isRanked ? hundredths.reduce((sum, score) => sum + score, 0) : 0,
  };
}

/**
 * The occupations by the lowest of their scores in the interests asked for. Of equal rank the
 * higher sum comes first, then the lower code; those without a rank keep the order of the codes.
 */
export function selectWorkProfileList(
  document: WorkProfileListDocument,
  values: QueryValues,
): WorkProfileListResponse {
  const {
    occupations,
    notes,
    derivation,
    attribution,
    provenance,
    withheldLegend: _,
    ...about
  } = document;
  const interests = membersOf(interestTypes, values, 'interests');
  const limit = limitOf(values);
  const ordered = occupations
    .map((occupation) => fitOf(occupation, interests))
    .toSorted(
      (a, b) =>
        b.lowest - a.lowest ||
        b.sum - a.sum ||
        byCodeUnit(a.occupation.soc2020, b.occupation.soc2020),
    );
  const ranked = ordered.filter(({ isRanked }) => isRanked).length;
  let rank = 1;
  const rows = ordered.map(({ occupation, lowest, isRanked }, place) => {
    if (lowest !== ordered[place - 1]?.lowest) rank = place + 1;
    return { ...occupation, rank: isRanked ? { rank, of: ranked } : null };
  });
  const listed = inGroup(rows, values);
  return withLegendOf<WorkProfileListResponse>(document, {
    rankedBy: interests,
    ...about,
    total: listed.length,
    ranked: listed.filter(({ rank }) => rank !== null).length,
    limit,
    occupations: listed.slice(0, limit),
    notes,
    derivation,
    attribution,
    provenance,
  });
}
