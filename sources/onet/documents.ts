// Work profiles: for each unit group the averages of the US occupations that it reaches, with the
// occupations and their weights.
import type { Document, ExplainedMembers } from '#sources/kit/document.ts';
import type { Needs } from '#sources/kit/needs.ts';
import type { DocumentInputs } from '#sources/kit/source.ts';
import { type Explaining, withheldAs } from '#schemas/withheld-legend.ts';
import type { Explained, ReferenceDates } from '#schemas/figures.ts';
import { printIscoMapping } from '#schemas/resources/isco-shares.ts';
import { type InterestType, interestTypes, unrated } from '#schemas/codes.ts';
import { datesOf, monthsInWords } from '#schemas/reference-dates.ts';
import { entriesByUnitGroup, percent } from '#sources/kit/isco-shares.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { round, roundComputed } from '#schemas/round.ts';
import {
  type AbilityCategory,
  type WorkProfileListDocument,
  type WorkProfileResponse,
  abilityCategories,
} from '#schemas/resources/work-profile.ts';
import type { Reach } from './reach.ts';
import type { OnetObservations, Way } from './reshape.ts';

type Interests = Explaining<WorkProfileResponse['interests']>;
type Abilities = Explaining<WorkProfileResponse['abilities']>;
type Ability = Abilities['elements'][number];
type Ratings = 'interests' | 'abilities';

// If less than half of the weight reaches rated occupations, the average would describe a minority
// of the unit group.
const leastCovered = 0.5;
// Below this the average is shown with a note.
const wellCovered = 0.8;
// Nobody reads a list of 130 occupations: lighter ones are summed in one line.
const leastWeightListed = 0.01;
// Sums of weights miss in their last binary digits, so everything is compared to nine decimals.
const perUnit = 1e9;
const imprecision = 1 / perUnit;
// Longer lists of occupations in a text are cut.
const mostNamed = 3;
// Types whose average is this near to the highest are high points too. We do not know the
// publisher's rule.
const nearHighest = 1;

const interestScale = { minimum: 1, maximum: 7 };
const unitedStatesNote =
  'The ratings describe US occupations. They say what such work is like in the US and ' +
  'are not UK figures.';

/**
 * The third number of an element: 1.A.1 cognitive … 1.A.4 sensory (Content Model Reference).
 * reshape refuses all others.
 */
function categoryOf(element: string): AbilityCategory {
  const category = abilityCategories[Number(element.split('.')[2]) - 1];
  if (category === undefined)
    throw new Error(`onet: the element "${element}" has no known category`);
  return category;
}

export function* documents({
  observations,
  needs,
  answer,
}: DocumentInputs<OnetObservations>): Generator<Document> {
  const entries = entriesByUnitGroup(needs.get('soc-index'));
  for (const { code } of needs.get('soc-structure').unitGroups)
    yield answer<WorkProfileResponse>(
      { soc: code },
      'work-profile',
      profileOf(observations, code, entries.get(code) ?? 0),
    );
  yield answer<WorkProfileListDocument>({}, 'work-profile-list', listOf(observations, needs));
}

/** The scores of every unit group, in the order of the codes. */
function listOf(
  observations: OnetObservations,
  needs: Needs,
): ExplainedMembers<WorkProfileListDocument> {
  const occupations: Explaining<WorkProfileListDocument>['occupations'][number][] = [];
  const days: ReferenceDates[] = [];
  for (const { code, title } of needs.get('soc-structure').unitGroups) {
    const interests = interestsOf(observations, wayOf(observations, code));
    const { scores, referenceDates, coveragePercent, presentable, withheld } = interests;
    if (referenceDates !== null) days.push(referenceDates);
    occupations.push({
      soc2020: code,
      title,
      // Every type has its score.
      interestScores: Object.fromEntries(scores.map(({ key, score }) => [key, score])) as Record<
        InterestType,
        number | null
      >,
      coveragePercent,
      presentable,
      withheld,
    });
  }
  const from = days.map((dates) => dates.from).sort(byCodeUnit)[0];
  const to = days
    .map((dates) => dates.to)
    .sort(byCodeUnit)
    .at(-1);
  const referenceDates = from === undefined || to === undefined ? null : { from, to };
  return {
    ...unrated,
    scale: interestScale,
    period: referenceDates === null ? null : monthsInWords(referenceDates),
    referenceDates,
    occupations,
    notes: [unitedStatesNote],
    derivation:
      'Ratings of US occupations from the O*NET database, averaged over those that the ' +
      'job titles of each unit group lead to. The work profile of an occupation lists ' +
      'them with their weights.',
  };
}

function wayOf({ ways }: OnetObservations, soc2020: string): Way {
  const way = ways.get(soc2020);
  if (way === undefined) throw new Error(`onet: the unit group ${soc2020} has no mapping`);
  return way;
}

export function isShown(reach: Reach): boolean {
  return reach.occupations.length > 0 && reach.covered >= leastCovered;
}

/** What a unit group reaches with interests and, if the release has abilities, with those. */
function reachesOf(way: Way): { readonly ratings: Ratings; readonly reach: Reach }[] {
  const interests = { ratings: 'interests', reach: way.interests } as const;
  if (way.abilities === null) return [interests];
  return [interests, { ratings: 'abilities', reach: way.abilities }];
}

function profileOf(
  observations: OnetObservations,
  soc2020: string,
  entries: number,
): ExplainedMembers<WorkProfileResponse> {
  const way = wayOf(observations, soc2020);
  const abilities = abilitiesOf(observations, way);
  return {
    // The publisher's scores come from about eight raters an occupation. It gives no measure of
    // precision that holds for the averages.
    ...unrated,
    interests: interestsOf(observations, way),
    abilities,
    ...basedOnOf(observations, way),
    corrections: appliedOf(way).map(({ code, reason }) => ({
      code,
      title: titleOf(observations, code),
      reason,
    })),
    isco08: printIscoMapping(way.isco08, entries),
    notes: notesOf(observations, way, abilities),
    derivation: derivationOf(way),
  };
}

/** The corrections that have added an occupation to the averages. */
function appliedOf({ interests, corrections }: Way) {
  const added = interests.occupations
    .filter(({ via }) => via === 'correction')
    .map(({ code }) => code);
  return isShown(interests) ? corrections.filter(({ code }) => added.includes(code)) : [];
}

function titleOf({ titles }: OnetObservations, code: string): string {
  return titles.get(code) ?? code;
}

/** The occupations whose interests are averaged; empty if answers give no average. */
function basedOnOf(
  observations: OnetObservations,
  { interests: reach }: Way,
): Pick<WorkProfileResponse, 'basedOn' | 'basedOnOther'> {
  const occupations = isShown(reach) ? reach.occupations : [];
  const heaviest = occupations
    .map((occupation) => ({ ...occupation, rank: Math.round(occupation.weight * perUnit) }))
    .sort((a, b) => b.rank - a.rank || byCodeUnit(a.code, b.code));
  const listed = heaviest.filter(({ weight }) => weight >= leastWeightListed);
  const others = heaviest.slice(listed.length);
  const weightOfOthers = others.reduce((sum, { weight }) => sum + weight, 0);
  return {
    basedOn: listed.map(({ code, weight, via }) => ({
      code,
      title: titleOf(observations, code),
      weight: roundComputed(weight, 4),
      via,
    })),
    basedOnOther: { count: others.length, weight: roundComputed(weightOfOthers, 4) },
  };
}

export function interestsOf({ interests }: OnetObservations, { interests: reach }: Way): Interests {
  const shown = isShown(reach);
  const averages = interestTypes.map((_, index) => {
    const average = new Average();
    if (shown)
      for (const { code, weight } of reach.occupations)
        average.add(weight, interests.get(code)?.scores[index] ?? null);
    return average;
  });
  const months = shown
    ? reach.occupations.flatMap(({ code }) => interests.get(code)?.rated ?? []).sort(byCodeUnit)
    : [];
  const from = months[0];
  const to = months.at(-1);
  const referenceDates = from === undefined || to === undefined ? null : datesOf(from, to);
  return {
    scale: interestScale,
    scores: interestTypes.map((type, index) => ({
      key: type,
      name: `${type.charAt(0).toUpperCase()}${type.slice(1)}`,
      score: averages[index]?.printed() ?? null,
    })),
    highPoints: shown ? highPointsOf(averages) : [],
    period: referenceDates === null ? null : monthsInWords(referenceDates),
    referenceDates,
    ...verdict(reach, shown ? null : notComparable),
  };
}

/** Ties keep the publisher's order: the sort is stable. */
function highPointsOf(averages: readonly Average[]): InterestType[] {
  const sorted = interestTypes
    .map((type, index) => ({ type, average: averages[index]?.value() ?? 0 }))
    .sort((a, b) => b.average - a.average);
  const highest = sorted[0]?.average ?? 0;
  return sorted
    .slice(0, 3)
    .filter(({ average }) => highest - average <= nearHighest + imprecision)
    .map(({ type }) => type);
}

export function abilitiesOf(
  { abilities, abilityNames }: OnetObservations,
  { abilities: reach }: Way,
): Abilities {
  const scales = {
    importanceScale: { minimum: 1, maximum: 5 },
    levelScale: { minimum: 0, maximum: 7 },
  };
  if (abilities === null || reach === null) {
    const explanation = "We have not received the publisher's file of abilities.";
    return { ...scales, elements: [], ...verdict(null, withheldAs('not-received', explanation)) };
  }
  if (!isShown(reach)) return { ...scales, elements: [], ...verdict(reach, notComparable) };
  const rated = reach.occupations.map(({ code, weight }) => ({
    weight,
    ratings: abilities.get(code),
  }));
  const elements = [...abilityNames].map(([code, name]): Ability => {
    const importances = new Average();
    const levels = new Average();
    let irrelevant = 0;
    for (const { weight, ratings } of rated) {
      const { importance = null, level = null } = ratings?.get(code) ?? {};
      importances.add(weight, importance);
      levels.add(weight, typeof level === 'number' ? level : null);
      if (level === 'not-relevant') irrelevant += weight;
    }
    const withheldFigures: Record<string, Explained> = {};
    if (!importances.isOfMost(1)) withheldFigures['importance'] = suppressed;
    // If the ability is relevant to less than half of the weight, a level would describe the
    // minority.
    if (irrelevant > 0.5 + imprecision) withheldFigures['level'] = notRelevant;
    else if (!levels.isOfMost(1 - irrelevant)) withheldFigures['level'] = suppressed;
    const figure = (member: string, average: Average) =>
      member in withheldFigures ? null : average.printed();
    return {
      code,
      name,
      category: categoryOf(code),
      importance: figure('importance', importances),
      level: figure('level', levels),
      withheldFigures,
    };
  });
  return { ...scales, elements, ...verdict(reach, null) };
}

const suppressed = withheldAs(
  'suppressed-by-publisher',
  'For most of the weight the publisher gives no rating, or recommends suppressing it ' +
    'because of its low precision.',
  'Y',
);
const notRelevant = withheldAs(
  'not-relevant',
  'For most of the weight the raters found the ability not relevant to the work, so a ' +
    'level has no meaning.',
  'Y',
);

/**
 * An average over the occupations that have a value. Their weights are scaled to add up to 1 again.
 */
class Average {
  #sum = 0;
  #weight = 0;
  add(weight: number, value: number | null): void {
    if (value === null) return;
    this.#sum += weight * value;
    this.#weight += weight;
  }
  /** Whether at least half of a weight has a value. */
  isOfMost(weight: number): boolean {
    return this.#weight > 0 && this.#weight >= weight / 2 - imprecision;
  }
  value(): number | null {
    return this.#weight === 0 ? null : Math.round((this.#sum / this.#weight) * perUnit) / perUnit;
  }
  printed(): number | null {
    const value = this.value();
    return value === null ? null : round(value, 2);
  }
}

function verdict(
  reach: Reach | null,
  withheld: Explained | null,
): Pick<Interests, 'coveragePercent' | 'presentable' | 'withheld'> {
  return {
    coveragePercent: reach === null ? null : percent(reach.covered),
    presentable: withheld === null,
    withheld,
  };
}

/** The same for interests and for abilities; the notes name the occupations that lack either. */
const notComparable = withheldAs(
  'no-comparable-occupation',
  "Less than half of the weight of the unit group's job titles maps to US occupations " +
    'with such ratings.',
);

/** The first members of a list with commas between them, and how many more there are. */
function cutList(items: readonly string[], most = mostNamed): string {
  const listed = items.slice(0, most).join(', ');
  return items.length > most ? `${listed} and ${items.length - most} more` : listed;
}

function notesOf(observations: OnetObservations, way: Way, abilities: Abilities): string[] {
  const { interests } = way;
  const reaches = reachesOf(way);
  const notes = [
    unitedStatesNote,
    ...reaches.flatMap(({ ratings, reach }) => withoutRatings(observations, reach, ratings)),
  ];
  for (const { ratings, reach } of reaches)
    if (isShown(reach) && reach.covered < wellCovered)
      notes.push(
        `Only ${percent(reach.covered)}% of the weight of the unit group's job titles maps to US ` +
          `occupations with ratings of ${ratings}. The averages of ${ratings} leave out the rest.`,
      );
  if (way.abilities !== null) notes.push(...leftOut(observations, way.abilities, interests));
  if (isShown(interests) && interests.occupations.length === 1)
    notes.push('The averages are the ratings of a single US occupation.');
  if (appliedOf(way).length > 0)
    notes.push('We have added a US occupation that the classifications do not reach.');
  if (abilities.withheld?.reason === 'not-received') notes.push(abilities.withheld.explanation);
  return notes;
}

/** The heaviest US occupations that a withheld average would leave out. */
function withoutRatings({ titles }: OnetObservations, reach: Reach, ratings: Ratings): string[] {
  if (isShown(reach) || reach.lost.length === 0) return [];
  // O*NET has an occupation for each code of US SOC 2018, and it ends in .00.
  const withoutRatingsOf = reach.lost.map(({ code, share }) => {
    const title = titles.get(`${code}.00`);
    return `${title === undefined ? code : `${code} ${title}`} (${percent(share)}%)`;
  });
  return [
    'The job titles of the unit group map to these US occupations without ratings of ' +
      `${ratings}: ${cutList(withoutRatingsOf)}.`,
  ];
}

/** `basedOn` lists the occupations with interests. Some of them have no abilities. */
function leftOut(observations: OnetObservations, abilities: Reach, interests: Reach): string[] {
  if (!isShown(abilities) || !isShown(interests)) return [];
  const rated = new Set(abilities.occupations.map(({ code }) => code));
  const without = interests.occupations
    .filter(({ code }) => !rated.has(code))
    .sort((a, b) => b.weight - a.weight || byCodeUnit(a.code, b.code));
  if (without.length === 0) return [];
  const occupationsNamed = without.map(({ code }) => `${code} ${titleOf(observations, code)}`);
  return [
    'These US occupations have interests and no abilities, and are not in the averages ' +
      `of abilities: ${cutList(occupationsNamed)}.`,
  ];
}

function derivationOf({ isco08, interests }: Way): string {
  const { occupations } = interests;
  const codes = isco08.map(({ code, share }) => `${code} (${percent(share)}%)`);
  const reached =
    occupations.length === 1 ? '1 US occupation' : `${occupations.length} US occupations`;
  const averaged = isShown(interests)
    ? 'Codes without a rated occupation lose their share, and the other weights are ' +
      `scaled to add up to 1: ${reached}. `
    : `${occupations.length === 0 ? 'None' : 'Less than half'} of the weight reaches ` +
      'occupations with ratings, so no interests are averaged. ';
  const way = isco08.length === 0 ? 'none' : cutList(codes, 5);
  return (
    'Ratings of US occupations from the O*NET database, averaged. The job titles of the ' +
    'unit group in the coding index give its ISCO-08 codes (title counts, not people): ' +
    `${way}. The crosswalks of the US Bureau of Labor Statistics map ISCO-08 to US SOC 2010 and ` +
    'US SOC 2010 to US SOC 2018. Full and partial matches count alike, and every step ' +
    'splits equally because no weights are published. A code of 2010 that kept its ' +
    'number stands only for itself. ' +
    `O*NET-SOC 2019 occupations of one US SOC code are averaged first. ${averaged}` +
    'High points are the highest average and the next two if they are within 1.00 of ' +
    "it. We do not know the publisher's own rule."
  );
}
