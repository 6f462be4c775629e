// Work profiles: for every unit group the averages of the US occupations that it reaches, with what they rest on.
import type { Document, DocumentInputs, UnitGroup } from '#sources/kit/source.ts';
import type { Withheld } from '#schemas/figures.ts';
import { printIscoWeights } from '#schemas/resources/isco-shares.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { round } from '#schemas/round.ts';
import {
  type AbilityCategory,
  type InterestType,
  type WorkProfileResponse,
  abilityCategories,
  interestTypes,
} from '#schemas/resources/work-profile.ts';
import type { Reach } from './reach.ts';
import type { OnetObservations, Way } from './reshape.ts';

type Interests = WorkProfileResponse['interests'];
type Abilities = WorkProfileResponse['abilities'];
type Ability = Abilities['elements'][number];

// Where less than half of the way leads to rated occupations, the average is that of the others, which nobody asked for.
const leastCovered = 0.5;
// Under this the average is shown with a note.
const wellCovered = 0.8;
// A list of up to 130 occupations is not read; those of less than this are told in one line.
const leastWeightListed = 0.01;
// Sums of weights differ from what they should be in the last binary digits. Everything is compared to nine decimals.
const perUnit = 1e9;
const imprecision = 1 / perUnit;
// Types whose average is this near to the highest are high points too. The publisher's rule is not known.
const nearHighest = 1;

const interestNames: Readonly<Record<InterestType, string>> = {
  realistic: 'Realistic',
  investigative: 'Investigative',
  artistic: 'Artistic',
  social: 'Social',
  enterprising: 'Enterprising',
  conventional: 'Conventional',
};

/** The third number of an element: 1.A.1 cognitive … 1.A.4 sensory (Content Model Reference). reshape lets no other pass. */
function categoryOf(element: string): AbilityCategory {
  const category = abilityCategories[Number(element.split('.')[2]) - 1];
  if (category === undefined) throw new Error(`onet: the element "${element}" is of no known category`);
  return category;
}

export function* documents({ observations, needs, provenance, attribution }: DocumentInputs<OnetObservations>): Generator<Document> {
  for (const group of needs.get('soc-structure').unitGroups) {
    yield { endpoint: 'work-profile', place: { soc: group.code }, body: { ...profileOf(observations, group), attribution, provenance } };
  }
}

/** Whether averages over these occupations are shown. */
export function isShown(reach: Reach): boolean {
  return reach.occupations.length > 0 && reach.covered >= leastCovered;
}

/** One sentence that unit groups without a profile can share. */
export function whyNotShown({ isco08, interests }: Way): string {
  if (isco08.length === 0) return 'their job titles carry no ISCO-08 code';
  if (interests.occupations.length === 0) return 'no occupation of O*NET to which their job titles lead has ratings';
  return 'less than half of the way from their job titles leads to occupations of O*NET with ratings';
}

/** The profile of a unit group, all but who is to be credited. */
function profileOf(
  observations: OnetObservations,
  { code: soc2020, title }: Pick<UnitGroup, 'code' | 'title'>,
): Omit<WorkProfileResponse, 'attribution' | 'provenance'> {
  const way = observations.ways.get(soc2020);
  if (way === undefined) throw new Error(`onet: no way is known from the unit group ${soc2020}`);
  const abilities = abilitiesOf(observations, way);
  const shown = isShown(way.interests);
  return {
    soc2020,
    title,
    interests: interestsOf(observations, way),
    abilities,
    ...basedOnOf(observations, way),
    corrections: shown
      ? way.corrections
          .filter(({ code }) => isApplied(way, code))
          .map(({ code, reason }) => ({ code, title: titleOf(observations, code), reason }))
      : [],
    isco08: printIscoWeights(way.isco08),
    notes: notesOf(way, abilities),
    derivation: derivationOf(way),
  };
}

/** Whether a correction has added an occupation. */
export function isApplied({ interests }: Way, code: string): boolean {
  return interests.occupations.some((occupation) => occupation.code === code && occupation.via === 'correction');
}

function titleOf({ titles }: OnetObservations, code: string): string {
  return titles.get(code) ?? code;
}

/** The occupations whose interests are averaged; none where no average is shown. */
export function basedOnOf(
  observations: OnetObservations,
  { interests: reach }: Way,
): Pick<WorkProfileResponse, 'basedOn' | 'basedOnOther'> {
  const occupations = isShown(reach) ? reach.occupations : [];
  const heaviest = occupations
    .map((occupation) => ({ ...occupation, rank: Math.round(occupation.weight * perUnit) }))
    .sort((a, b) => b.rank - a.rank || byCodeUnit(a.code, b.code));
  const listed = heaviest.filter(({ weight }) => weight >= leastWeightListed);
  const others = heaviest.slice(listed.length);
  return {
    basedOn: listed.map(({ code, weight, via }) => ({ code, title: titleOf(observations, code), weight: round(weight, 4), via })),
    basedOnOther: {
      occupations: others.length,
      weight: round(
        others.reduce((sum, { weight }) => sum + weight, 0),
        4,
      ),
    },
  };
}

export function interestsOf({ interests }: OnetObservations, { interests: reach }: Way): Interests {
  const shown = isShown(reach);
  const averages = interestTypes.map((_, place) => {
    const average = new Average();
    if (shown) for (const { code, weight } of reach.occupations) average.add(weight, interests.get(code)?.scores[place] ?? null);
    return average;
  });
  const months = shown ? reach.occupations.flatMap(({ code }) => interests.get(code)?.rated ?? []).sort(byCodeUnit) : [];
  const [from, to] = [months[0], months.at(-1)];
  return {
    scale: { minimum: 1, maximum: 7 },
    scores: interestTypes.map((type, place) => ({ type, name: interestNames[type], score: averages[place]?.printed() ?? null })),
    highPoints: shown ? highPointsOf(averages) : [],
    rated: from === undefined || to === undefined ? null : { from, to },
    ...verdict(reach, shown ? null : notComparable(reach)),
  };
}

/** Ties keep the publisher's order: the sort is stable. */
function highPointsOf(averages: readonly Average[]): InterestType[] {
  const sorted = interestTypes
    .map((type, place) => ({ type, average: averages[place]?.value() ?? 0 }))
    .sort((a, b) => b.average - a.average);
  const highest = sorted[0]?.average ?? 0;
  return sorted
    .slice(0, 3)
    .filter(({ average }) => highest - average <= nearHighest + imprecision)
    .map(({ type }) => type);
}

export function abilitiesOf({ abilities, abilityNames }: OnetObservations, { abilities: reach }: Way): Abilities {
  const scales = { importanceScale: { minimum: 1, maximum: 5 }, levelScale: { minimum: 0, maximum: 7 } };
  if (abilities === null || reach === null) {
    const explanation = 'The release of the O*NET database that is served has no file of abilities.';
    return { ...scales, elements: [], ...verdict(null, { reason: 'not-in-this-release', marker: null, explanation }) };
  }
  if (!isShown(reach)) return { ...scales, elements: [], ...verdict(reach, notComparable(reach)) };
  const rated = reach.occupations.map(({ code, weight }) => ({ weight, ratings: abilities.get(code) }));
  const elements = [...abilityNames].map(([elementId, name]): Ability => {
    const [importances, levels] = [new Average(), new Average()];
    let irrelevant = 0;
    for (const { weight, ratings } of rated) {
      const { importance = null, level = null } = ratings?.get(elementId) ?? {};
      importances.add(weight, importance);
      levels.add(weight, typeof level === 'number' ? level : null);
      if (level === 'not-relevant') irrelevant += weight;
    }
    const withheldFigures: Record<string, Withheld> = {};
    if (!importances.isOfMost(1)) withheldFigures['importance'] = suppressed;
    // A level that matters to no more than half of the weight would be that of the wrong half.
    if (irrelevant > 0.5 + imprecision) withheldFigures['level'] = notRelevant;
    else if (!levels.isOfMost(1 - irrelevant)) withheldFigures['level'] = suppressed;
    const figure = (member: string, found: Average) => (member in withheldFigures ? null : found.printed());
    return {
      elementId,
      name,
      category: categoryOf(elementId),
      importance: figure('importance', importances),
      level: figure('level', levels),
      withheldFigures,
    };
  });
  return { ...scales, elements, ...verdict(reach, null) };
}

const suppressed: Withheld = {
  reason: 'suppressed-by-publisher',
  marker: 'Y',
  explanation: 'For most of the weight the publisher gives no rating of it, or recommends to suppress the rating for its low precision.',
};
const notRelevant: Withheld = {
  reason: 'not-relevant',
  marker: 'Y',
  explanation: 'For most of the weight the raters found the ability not relevant to the work, so that a level of it has no meaning.',
};

/** An average over the occupations that have a value, whose weights are made to add up to 1 again. */
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

/** The publisher rates in scores, on about eight raters an occupation: neither a coefficient of variation nor a shading tells of the averages. */
function verdict(
  reach: Reach | null,
  withheld: Withheld | null,
): Pick<Interests, 'coveragePercent' | 'quality' | 'qualityBasis' | 'presentable' | 'withheld'> {
  return {
    coveragePercent: reach === null ? null : percent(reach.covered),
    quality: 'unrated',
    qualityBasis: null,
    presentable: withheld === null,
    withheld,
  };
}

function notComparable({ occupations, covered }: Reach): Withheld {
  const explanation =
    occupations.length === 0
      ? 'No comparable US occupation: none that the unit group leads to has ratings.'
      : `No comparable US occupation: only ${percent(covered)} % of the weight of the unit group's job titles leads to US occupations with ratings.`;
  return { reason: 'no-comparable-occupation', marker: null, explanation };
}

function percent(share: number): number {
  return round(round(100 * share, 9), 1);
}

function notesOf(way: Way, abilities: Abilities): string[] {
  const { interests, corrections } = way;
  const notes = ['The ratings are of US occupations. They say what such work is like there, and are no figures of the UK.'];
  if (isShown(interests) && interests.covered < wellCovered) {
    notes.push(
      `Only ${percent(interests.covered)} % of the weight of the unit group's job titles leads to US occupations with ratings: the averages leave out the rest.`,
    );
  }
  if (isShown(interests) && interests.occupations.length === 1) notes.push('One US occupation alone: the averages are its ratings.');
  if (isShown(interests) && corrections.some(({ code }) => isApplied(way, code)))
    notes.push('A US occupation that the classifications do not lead to has been added by us: see `corrections`.');
  if (abilities.withheld?.reason === 'not-in-this-release') notes.push(abilities.withheld.explanation);
  return notes;
}

function derivationOf({ isco08, interests }: Way): string {
  const { occupations } = interests;
  const codes = isco08.slice(0, 5).map(({ code, share }) => `${code} (${percent(share)} %)`);
  const reached = occupations.length === 1 ? '1 US occupation' : `${occupations.length} US occupations`;
  const averaged = isShown(interests)
    ? `Codes that lead to no occupation with ratings lose their share, and the others' weights are made to add up to 1: ${reached}. `
    : `${occupations.length === 0 ? 'None' : 'Less than half'} of the way leads to occupations with ratings, so that no interests are averaged. `;
  const way = isco08.length === 0 ? 'none' : `${codes.join(', ')}${isco08.length > 5 ? ` and ${isco08.length - 5} more` : ''}`;
  return (
    `Ratings of US occupations from the O*NET database, averaged. SOC 2020 to ISCO-08 by the job titles of the coding index under the unit group (title counts, not people): ${way}. ` +
    'ISCO-08 to US SOC 2010, and that to US SOC 2018, by the crosswalks of the US Bureau of Labor Statistics, full and partial matches alike, split equally at every step because nobody publishes weights; a code of 2010 that has kept its number stands for itself alone, and ' +
    `O*NET-SOC 2019 occupations of one US SOC code are averaged first. ${averaged}` +
    'High points are the highest average and the next two while within 1.00 of it; the rule by which the publisher finds its own is not known. Editions used: see `provenance`.'
  );
}
