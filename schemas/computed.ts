// The numbers of answers that stand in no cell of a published file: where each stands, and how it is computed. Every other number of an
// answer is a figure, which its source leads back to its cells. Traces give these sentences.

/** Members that say what the answer is of and where it comes from, wherever they stand: the year, and the codes by which it is asked for. */
export const namesOfAnswers: readonly string[] = ['provenance', 'year', 'baseYear', 'targetYear', 'from', 'to'];

/** By JSON pointer (RFC 6901), in which a step `*` is any member; one sentence each. */
type Sentences = Readonly<Record<string, string>>;

const jobTitles = 'Counted: the job titles of the coding index under the unit group.';
const indexEntries = 'Counted: the entries of the coding index under the unit group that carry the ISCO-08 code.';
const iscoWeight = 'The share of the ISCO-08 code in the index entries of the unit group that carry one, 0 to 1.';

const iscoShares: Sentences = {
  '/isco08/*/indexEntries': indexEntries,
  '/isco08/*/weight': iscoWeight,
};

/** Under `at`, of the parts into which a year of adverts falls. */
function advertNumbers(at: string, parts: 'months' | 'quarters'): Sentences {
  const suppressed = `${parts}Suppressed`;
  const compared = `${at}/change/${parts}Compared`;
  return {
    [`${at}/${suppressed}`]: `Counted: the ${parts} of the year that the publisher suppresses.`,
    [`${at}/prior/${suppressed}`]: `Counted: the ${parts} of the year before that the publisher suppresses.`,
    [`${at}/change/absolute`]: `The year's adverts less those of the year before, over the ${parts} that are published in both.`,
    [`${at}/change/percent`]: 'The same difference in percent of the year before, to one decimal.',
    [compared]: `Counted: the ${parts} that are published in both years.`,
    ...rank(at),
  };
}

function rank(at: string): Sentences {
  return {
    [`${at}/rank/rank`]: 'Its place among the totals of all occupations or areas that are ranked, the greatest first.',
    [`${at}/rank/of`]: 'Counted: the occupations or areas that are ranked.',
  };
}

function sharedSkills(list: 'skills' | 'knowledge'): Sentences {
  return {
    [`/${list}/*/sharePercent`]: 'The weight of the related roles that have it, in percent of all.',
    [`/${list}/*/essentialSharePercent`]: 'The weight of the related roles that have it as essential, in percent of all.',
    [`/${list}/*/roles`]: 'Counted: the related roles that have it.',
    [`/totals/${list}`]: 'Counted: all that the related roles have, listed or not.',
  };
}

function scale(at: string): Sentences {
  const bound = "A bound of the scale on which the publisher's experts rate, as its documentation states it.";
  return { [`${at}/minimum`]: bound, [`${at}/maximum`]: bound };
}

const coverage = 'The share of the way from the unit group to US occupations that leads to occupations with ratings, in percent.';
const ranked = 'Counted: the occupations that have a rank.';
const unitGroups = 'Counted: the unit groups of SOC 2020 that the group holds.';
const moved = 'Over all occupations of which both editions have a presentable median: how far the revised one is from the provisional one.';

/** By endpoint id. An endpoint that is not named has figures and texts alone. */
export const computedNumbers: Readonly<Record<string, Sentences>> = {
  occupations: { '/*/jobTitles': jobTitles },
  search: { '/*/confidence': 'How surely the title means this unit group, 0 to 1, as the search estimates it.' },
  occupation: {
    '/jobTitles': jobTitles,
    '/isco08/mapping/*/indexEntries': indexEntries,
    '/isco08/mapping/*/sharePercent': 'The share of the ISCO-08 code in the index entries of the unit group that carry one, in percent.',
    '/isco08/unmappedEntries': 'Counted: the index entries of the unit group that carry no ISCO-08 code.',
  },
  'pay-regions': {
    '/regions/*/differenceFromUk/absolute': "The region's median less the median of the United Kingdom.",
    '/regions/*/differenceFromUk/percent': 'The same difference in percent of the median of the United Kingdom, to one decimal.',
    '/regions/*/ratioToUk': "The region's median divided by the median of the United Kingdom, to three decimals.",
  },
  'pay-series': {
    '/points/*/changeOnPreviousPoint/absolute': 'The median less the median of the year before, as the two editions have them.',
    '/points/*/changeOnPreviousPoint/percent': 'The same difference in percent of the median of the year before, to one decimal.',
    '/breaks/*/years/*': 'A year at which the line through the points is interrupted.',
    '/revisions/years/*/comparableMedians': 'Counted: the occupations of which both editions have a presentable median.',
    '/revisions/years/*/medianAbsolutePercent': moved,
    '/revisions/years/*/percentile90AbsolutePercent': moved,
    '/revisions/years/*/meanPercent': moved,
    '/revisions/years/*/movedMoreThanOnePercentPercent': moved,
  },
  projections: { '/group/unitGroups': unitGroups },
  vacancies: { '/group/unitGroups': unitGroups },
  visas: rank(''),
  'job-adverts': advertNumbers('', 'months'),
  'job-adverts-local': {
    '/areas/*/quartersSuppressed': 'Counted: the quarters of the year that the publisher suppresses.',
    '/areas/*/perThousand': "The occupation's adverts in a thousand of all in the area, over the quarters in which both are known.",
    '/areas/*/concentration': "That share divided by the United Kingdom's over the same months, to two decimals.",
  },
  'job-adverts-local-area': advertNumbers('', 'quarters'),
  'work-profile': {
    ...scale('/interests/scale'),
    ...scale('/abilities/importanceScale'),
    ...scale('/abilities/levelScale'),
    '/interests/coveragePercent': coverage,
    '/abilities/coveragePercent': coverage,
    '/basedOn/*/weight': 'The share of the way from the unit group to US occupations that leads to this one, 0 to 1.',
    '/basedOnOther/occupations': 'Counted: the further US occupations that the answer does not list.',
    '/basedOnOther/weight': 'The share of the way that leads to those, 0 to 1.',
    ...iscoShares,
  },
  skills: {
    '/limit': 'As it was asked for.',
    '/relatedRoles/*/weight': "The share of the way from the unit group's job titles to ESCO's occupations that leads to this one, 0 to 1.",
    ...sharedSkills('skills'),
    ...sharedSkills('knowledge'),
    '/totals/relatedRoles': 'Counted: the occupations of ESCO to which the job titles lead, listed or not.',
    ...iscoShares,
  },
  'demand-list': {
    '/total': 'Counted: the occupations at the level that was asked for.',
    '/assessed': 'Counted: the occupations that the publisher has assessed.',
  },
  'visas-list': { '/ranked': ranked, ...rank('/occupations/*') },
  'job-adverts-list': { '/ranked': ranked, ...advertNumbers('/occupations/*', 'months') },
  'local-area-job-adverts': { '/ranked': ranked, ...advertNumbers('/occupations/*', 'quarters') },
  'meta-editions': {
    '/*/knownIssues': 'Counted: the checks of the edition that found something.',
    '/*/checks/*/count': 'Counted: the places that the check found.',
    '/*/documents': 'Counted: the documents of the edition.',
    '/*/bytes': 'The size of these documents in bytes.',
    '/*/figures': 'Counted: the figures that the release gives.',
    '/*/withheld/*': 'Counted: the figures that the release withholds for the reason.',
    '/*/inputs/*/bytes': "The size of the publisher's file in bytes.",
  },
  'meta-ingest': { '/catalogue/serial': 'Counted: the catalogues that have been written, one after the other.' },
};

/** How a number of an endpoint's answers is computed, by its JSON pointer; null for one that is not computed. */
export function howComputed(endpoint: string, pointer: string): { readonly pattern: string; readonly how: string } | null {
  const steps = pointer.split('/');
  for (const [pattern, how] of Object.entries(computedNumbers[endpoint] ?? {})) {
    const wanted = pattern.split('/');
    if (wanted.length === steps.length && wanted.every((step, place) => step === '*' || step === steps[place])) return { pattern, how };
  }
  return null;
}
