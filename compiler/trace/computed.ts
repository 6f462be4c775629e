// The numbers of answers that are in no cell of a published file: their places, and how we compute them. Every other number of an answer
// is a figure, which its source traces to its cells. Traces show these sentences.

/** Members that only name the answer and its origin, at any place in it: provenance and years. */
export const namesOfAnswers: readonly string[] = ['provenance', 'year', 'baseYear', 'targetYear', 'fromAge', 'toAge', 'limit'];

/** One sentence for each JSON pointer (RFC 6901), in which a step `*` is any member. */
type Sentences = Readonly<Record<string, string>>;

const jobTitles = 'Counted: the distinct job titles of the coding index under the unit group, which the titles endpoint lists.';
const indexEntries = 'Counted: the entries of the coding index under the unit group that carry the ISCO-08 code.';
const iscoWeight = 'The share of the ISCO-08 code in the index entries of the unit group that carry one, 0 to 1.';

const isco08: Sentences = {
  '/isco08/mapping/*/indexEntries': indexEntries,
  '/isco08/mapping/*/sharePercent': 'The share of the ISCO-08 code in the index entries of the unit group, in percent.',
  '/isco08/mapping/*/weight': iscoWeight,
  '/isco08/unmappedEntries': 'Counted: the index entries of the unit group that carry no ISCO-08 code.',
};

/** The sentences under `at`, for the parts of a year of adverts. */
function advertNumbers(at: string, parts: 'months' | 'quarters'): Sentences {
  const suppressed = `${parts}Suppressed`;
  return {
    [`${at}/${suppressed}`]: `Counted: the ${parts} of the year that the publisher suppresses.`,
    [`${at}/prior/${suppressed}`]: `Counted: the ${parts} of the year before that the publisher suppresses.`,
    [`${at}/change/current`]: `The sum of the year's ${parts} that are published in both years.`,
    [`${at}/change/prior`]: `The sum of the same ${parts} a year before.`,
    [`${at}/change/absolute`]: 'The first sum less the second.',
    [`${at}/change/percent`]: 'The same difference in percent of the second sum, to one decimal.',
    [`${at}/change/months`]: 'Counted: the months of these sums.',
    ...rank(at),
  };
}

function rank(at: string): Sentences {
  return {
    [`${at}/rank/rank`]: 'The rank of the total among all ranked occupations or areas, the greatest first.',
    [`${at}/rank/of`]: 'Counted: the occupations or areas that are ranked.',
  };
}

function sharedSkills(list: 'skills' | 'knowledge'): Sentences {
  return {
    [`/${list}/*/sharePercent`]: 'The weight of the related roles that have it, in percent of the weight of all.',
    [`/${list}/*/essentialSharePercent`]: 'The weight of the related roles that have it as essential, in percent of the weight of all.',
    [`/${list}/*/roles`]: 'Counted: the related roles that have it.',
    [`/totals/${list}`]: 'Counted: all skills or knowledge items of the related roles, listed or not.',
  };
}

function scale(at: string): Sentences {
  const bound = "A bound of the scale of the publisher's ratings, as its documentation states it.";
  return { [`${at}/minimum`]: bound, [`${at}/maximum`]: bound };
}

const coverage = 'The share of the mapping weight from the unit group to US occupations that goes to occupations with ratings, in percent.';
const total = 'Counted: the members of the list, given or cut off by `limit`.';
const sizes: Sentences = { '/total': total, '/ranked': 'Counted: the occupations that have a rank.' };
const unitGroups = 'Counted: the unit groups of SOC 2020 that the group holds.';
const moved = 'How far the revised median is from the provisional one, over all occupations with a presentable median in both editions.';

/** By endpoint id. An endpoint that is not here has only figures and texts. */
export const computedNumbers: Readonly<Record<string, Sentences>> = {
  occupations: { '/*/jobTitles': jobTitles },
  search: {
    '/*/confidence': "The search's estimate of how likely the title means this unit group, 0 to 1.",
    '/*/groups': 'The number of unit groups in which the title stands, counted in the coding index.',
  },
  occupation: { '/jobTitles': jobTitles, ...isco08 },
  'pay-regions': {
    '/regions/*/differenceFromUk/absolute': "The region's median less the median of the United Kingdom.",
    '/regions/*/differenceFromUk/percent': 'The same difference in percent of the median of the United Kingdom, to one decimal.',
    '/regions/*/ratioToUk': "The region's median divided by the median of the United Kingdom, to three decimals.",
  },
  'pay-series': {
    '/points/*/change/absolute': 'The median less the median of the year before, each as its edition has it.',
    '/points/*/change/percent': 'The same difference in percent of the median of the year before, to one decimal.',
    '/breaks/*/years/*': 'A year in which the line through the points must be interrupted.',
    '/revisions/years/*/comparableMedians': 'Counted: the occupations with a presentable median in both editions.',
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
    '/total': total,
    '/ranked': 'Counted: the local areas that have a rank.',
    ...rank('/areas/*'),
    '/areas/*/quartersSuppressed': 'Counted: the quarters of the year that the publisher suppresses.',
    '/areas/*/perThousand': "The occupation's adverts per thousand adverts of the area, over the quarters in which both are known.",
    '/areas/*/concentration': "That share divided by the United Kingdom's over the same months, to two decimals.",
  },
  'job-adverts-local-area': advertNumbers('', 'quarters'),
  'work-profile': {
    ...scale('/interests/scale'),
    ...scale('/abilities/importanceScale'),
    ...scale('/abilities/levelScale'),
    '/interests/coveragePercent': coverage,
    '/abilities/coveragePercent': coverage,
    '/basedOn/*/weight': 'The share of the mapping weight from the unit group that goes to this US occupation, 0 to 1.',
    '/basedOnOther/count': 'Counted: the further US occupations that the answer does not list.',
    '/basedOnOther/weight': 'The share of the mapping weight that goes to these occupations, 0 to 1.',
    ...isco08,
  },
  skills: {
    '/relatedRoles/*/weight': "The share of the mapping weight from the unit group's job titles that goes to this ESCO occupation, 0 to 1.",
    ...sharedSkills('skills'),
    ...sharedSkills('knowledge'),
    '/totals/relatedRoles': 'Counted: the ESCO occupations that the job titles map to, listed or not.',
    ...isco08,
  },
  summary: { '/figures/*/value': 'The figure of the answer at `path`: trace that answer to see its cells.' },
  related: {
    '/total': total,
    '/related/*/score': 'The average of the scores of both lists; of one, if the other relates nothing to the occupation.',
    '/related/*/byOnet/score': 'The weight of the pairs of related US occupations, as a share of the highest of the list.',
    '/related/*/bySkills/score': 'The cosine of the weighted skills, as a share of the highest of the list.',
    '/related/*/bySkills/sharedRoles': 'Counted: the related roles in ESCO that both unit groups map to.',
  },
  'pay-list': { ...sizes, ...rank('/occupations/*') },
  'employment-list': { ...sizes, ...rank('/occupations/*') },
  'projections-list': {
    '/total': 'Counted: the sub-major groups of SOC 2020.',
    '/ranked': 'Counted: those with a rank.',
    '/subMajorGroups/*/unitGroups': unitGroups,
    ...rank('/subMajorGroups/*'),
  },
  'demand-list': {
    '/total': 'Counted: the occupations at the requested level.',
    '/assessed': 'Counted: the occupations that the publisher has assessed.',
  },
  'visas-list': { '/total': total, ...rank('/occupations/*') },
  'job-adverts-list': { ...sizes, ...advertNumbers('/occupations/*', 'months') },
  'local-area-job-adverts': { ...sizes, ...advertNumbers('/occupations/*', 'quarters') },
  'meta-editions': {
    '/*/knownIssues': 'Counted: the checks of the edition that found something.',
    '/*/checks/*/count': 'Counted: the places that the check found.',
    '/*/documents': 'Counted: the documents of the edition.',
    '/*/bytes': 'The size of these documents in bytes.',
    '/*/figures': 'Counted: the figures that the release publishes.',
    '/*/withheldByReason/*': 'Counted: the figures that the release withholds for this reason.',
    '/*/files/*/count': 'Counted: the files of the publisher that stand as this one.',
    '/*/files/*/bytes': "The size of the publisher's file in bytes.",
  },
  'meta-ingest': {
    '/catalogue/serial': 'Counted: the catalogues written so far.',
    '/sources/*/heldBack/*/checks/*/count': 'Counted: the places that the check found.',
  },
};

/** How a number of an endpoint's answers is computed, by its JSON pointer; null if it is not computed. */
export function howComputed(endpoint: string, pointer: string): { readonly pattern: string; readonly how: string } | null {
  const steps = pointer.split('/');
  for (const [pattern, how] of Object.entries(computedNumbers[endpoint] ?? {})) {
    const wanted = pattern.split('/');
    if (wanted.length === steps.length && wanted.every((step, place) => step === '*' || step === steps[place])) return { pattern, how };
  }
  return null;
}
