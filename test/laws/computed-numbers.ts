// The numbers of answers that are in no cell of a published file, by endpoint id, as JSON pointers (RFC 6901) in which a step `*` is any
// member. Every other number of an answer is a figure, which its source traces to its cells. An endpoint that is not here has only figures.
const under = (at: string, names: readonly string[]) => names.map((name) => `${at}/${name}`);

const isco08 = ['/isco08/unmappedEntries', ...under('/isco08/mapping/*', ['indexEntries', 'sharePercent', 'weight'])];
const rank = (at: string) => under(`${at}/rank`, ['rank', 'of']);
const sizes = ['/total', '/ranked'];

/** Of a year of adverts, which is made of months or of quarters. */
const adverts = (at: string, parts: 'months' | 'quarters') => [
  ...under(at, [`${parts}Suppressed`, `prior/${parts}Suppressed`]),
  ...under(`${at}/change`, ['current', 'prior', 'absolute', 'percent', 'months']),
  ...rank(at),
];

export const computedNumbers: Readonly<Record<string, readonly string[]>> = {
  occupations: ['/*/jobTitles'],
  search: ['/*/confidence', '/*/groups'],
  occupation: ['/jobTitles', ...isco08],
  'pay-regions': under('/regions/*', ['differenceFromUk/absolute', 'differenceFromUk/percent', 'ratioToUk']),
  'pay-series': [
    ...under('/points/*/change', ['absolute', 'percent']),
    '/breaks/*/years/*',
    ...under('/revisions/years/*', [
      ...['comparableMedians', 'medianAbsolutePercent', 'percentile90AbsolutePercent'],
      ...['meanPercent', 'movedMoreThanOnePercentPercent'],
    ]),
  ],
  projections: ['/group/unitGroups'],
  vacancies: ['/group/unitGroups'],
  visas: rank(''),
  'job-adverts': adverts('', 'months'),
  'job-adverts-local': [...sizes, ...rank('/areas/*'), ...under('/areas/*', ['quartersSuppressed', 'perThousand', 'concentration'])],
  'job-adverts-local-area': adverts('', 'quarters'),
  'work-profile': [
    ...['/interests/scale', '/abilities/importanceScale', '/abilities/levelScale'].flatMap((at) => under(at, ['minimum', 'maximum'])),
    ...['/interests/coveragePercent', '/abilities/coveragePercent', '/basedOn/*/weight', '/basedOnOther/count', '/basedOnOther/weight'],
    ...isco08,
  ],
  skills: [
    '/relatedRoles/*/weight',
    ...['/skills/*', '/knowledge/*'].flatMap((at) => under(at, ['sharePercent', 'essentialSharePercent', 'roles'])),
    ...under('/totals', ['relatedRoles', 'skills', 'knowledge']),
    ...isco08,
  ],
  summary: ['/figures/*/value'],
  related: ['/total', ...under('/related/*', ['score', 'byOnet/score', 'bySkills/score', 'bySkills/sharedRoles'])],
  'pay-list': [...sizes, ...rank('/occupations/*')],
  'employment-list': [...sizes, ...rank('/occupations/*')],
  'projections-list': [...sizes, '/subMajorGroups/*/unitGroups', ...rank('/subMajorGroups/*')],
  'demand-list': ['/total', '/assessed'],
  'visas-list': ['/total', ...rank('/occupations/*')],
  'job-adverts-list': [...sizes, ...adverts('/occupations/*', 'months')],
  'local-area-job-adverts': [...sizes, ...adverts('/occupations/*', 'quarters')],
  'meta-editions': [
    ...under('/*', ['knownIssues', 'checks/*/count', 'documents', 'bytes', 'figures', 'withheldByReason/*']),
    ...under('/*/files/*', ['count', 'bytes']),
  ],
  'meta-ingest': ['/catalogue/serial', '/sources/*/heldBack/*/checks/*/count'],
};

/** The declared pattern of a number in an endpoint's answers; undefined if there is none. */
export function patternOf(endpoint: string, pointer: string): string | undefined {
  const steps = pointer.split('/');
  return computedNumbers[endpoint]?.find((pattern) => {
    const wanted = pattern.split('/');
    return wanted.length === steps.length && wanted.every((step, place) => step === '*' || step === steps[place]);
  });
}
