// Writes the demand for every unit group, and the list of all assessed occupations, highest demand first.
import type { Document, DocumentInputs } from '#sources/kit/source.ts';
import { areaOf, demandIndicators, demandLevels } from '#schemas/codes.ts';
import type { DemandListDocument, DemandListItem, DemandResponse } from '#schemas/resources/demand.ts';
import type { Withheld } from '#schemas/figures.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { verdictOnUnrated } from '#schemas/resources/unrated.ts';
import { type Assessment, type DemandObservations, withheldBy } from './reshape.ts';

const coverage = {
  description:
    'The assessment covers the United Kingdom, but its indicators of hours and earnings cover Great Britain only. The publisher prints the number of workers beside its assessment; /v1/occupations/{soc}/employment gives the estimate of employment with its reliability.',
};

const generalNotes = [
  'The assessment measures demand for an occupation, not a shortage of workers.',
  'Official statistics in development.',
];

const otherMethod = 'The method changed in 2025: do not compare these levels with those of the releases of 2023 and 2024.';

const derivation =
  'The data set gives no index of demand. Occupations are ordered by level, which the publisher derives from the number of critical and elevated indicators; then by the number of indicators that signal high demand; then by the number of workers; then by code. Unknown numbers come last.';

/** Every document of the edition, ordered by occupation, then the list. */
export function* documents({ observations, needs, provenance, attribution }: DocumentInputs<DemandObservations>): Generator<Document> {
  const { year, assessments, previous } = observations;
  const area = { ...areaOf('uk') };
  const items: DemandListItem[] = [];
  for (const { code, title } of needs.get('soc-structure').unitGroups) {
    const found = assessments.get(code);
    const now = assessmentOf(year, found, title);
    const workers = workersOf(found, title);
    const before = previous === null ? null : assessmentOf(year - 1, previous.get(code), title);
    const body: DemandResponse = {
      soc2020: code,
      title,
      area,
      ...now,
      workers,
      previous: before,
      ...caveatsOf(found),
      notes: notesOf(now, before, found),
      coverage,
      attribution,
      provenance,
    };
    yield { endpoint: 'demand', place: { soc: code }, body };
    if (now.level === null) continue;
    const { level, indicators, indicatorsSignalled, indicatorsWithheld } = now;
    const highDemandIndicators =
      indicatorsSignalled === null ? null : indicators.flatMap((indicator) => (indicator.signalled === true ? [indicator.key] : []));
    items.push({ soc2020: code, title, level, highDemandIndicators, indicatorsSignalled, indicatorsWithheld, workers });
  }
  const occupations = items.sort(byDemand);
  const list: DemandListDocument = {
    area,
    year,
    derivation,
    occupations,
    notes: [...generalNotes, otherMethod],
    coverage,
    attribution,
    provenance,
  };
  yield { endpoint: 'demand-list', place: {}, body: list };
}

/** Highest demand first, as `derivation` states it. */
function byDemand(a: DemandListItem, b: DemandListItem): number {
  return (
    demandLevels.indexOf(a.level) - demandLevels.indexOf(b.level) ||
    (b.indicatorsSignalled ?? -1) - (a.indicatorsSignalled ?? -1) ||
    (b.workers.count ?? -1) - (a.workers.count ?? -1) ||
    byCodeUnit(a.soc2020, b.soc2020)
  );
}

type YearOfDemand = NonNullable<DemandResponse['previous']>;

export function assessmentOf(year: number, found: Assessment | undefined, title: string): YearOfDemand {
  const withheld = found === undefined ? notAssessed(title) : null;
  const named = typeof found?.indicators === 'string' ? undefined : found?.indicators;
  return {
    year,
    level: found?.level ?? null,
    withheld,
    indicators: demandIndicators.map(({ key, name }) => ({ key, name, signalled: named === undefined ? null : named.includes(key) })),
    indicatorsSignalled: named?.length ?? null,
    indicatorsWithheld: withheld ?? withheldBy(found?.indicators),
  };
}

function notAssessed(title: string): Withheld {
  const explanation = /n\.e\.c\.?$/.test(title)
    ? 'The publisher does not assess occupations that are not elsewhere classified. This says nothing about demand.'
    : 'The release has no row for the occupation in this year, so it is not assessed. This says nothing about demand.';
  return { reason: 'not-assessed', marker: null, explanation };
}

export function workersOf(found: Assessment | undefined, title: string): DemandResponse['workers'] {
  return {
    count: typeof found?.workers === 'number' ? found.workers : null,
    ...verdictOnUnrated(found === undefined ? notAssessed(title) : withheldBy(found.workers)),
  };
}

/** The publisher's caveats. A caveat that it does not make is left out. */
function caveatsOf(found: Assessment | undefined): Pick<DemandResponse, 'uncertainty' | 'imputation' | 'capping'> {
  const caveat = (remark: Assessment['imputed'] | undefined, explanation: string) =>
    typeof remark === 'object' && remark !== null ? { published: remark.printed, explanation } : null;
  const uncertainty = caveat(found?.uncertainty, 'The publisher flags the values of these indicators as uncertain.');
  const imputation = caveat(found?.imputed, 'These indicators have no value for the occupation. They are taken from its minor group.');
  const capping = caveat(found?.capped, 'These indicators are taken from the minor group, so they count as elevated at most.');
  return {
    ...(uncertainty && { uncertainty: { ...uncertainty, ofHighDemandIndicators: found?.uncertaintyFlag ?? null } }),
    ...(imputation && { imputation }),
    ...(capping && { capping }),
  };
}

function notesOf(now: YearOfDemand, previous: YearOfDemand | null, found: Assessment | undefined): string[] {
  const hasPrevious = previous !== null && previous.level !== null;
  const unknown = [found?.uncertainty, found?.imputed, found?.capped].some((remark) => typeof remark === 'string');
  return [
    ...generalNotes,
    ...(now.level !== null || hasPrevious ? [otherMethod] : []),
    ...(hasPrevious
      ? [`\`previous\` is ${previous.year} assessed again by the method of this release, so you can compare it with these levels.`]
      : []),
    ...(now.indicatorsWithheld === null
      ? ['The publisher says which indicators signal high demand, but not whether each is critical or elevated.']
      : []),
    ...(previous === null ? [`The release has no assessment of ${now.year - 1} by the same method.`] : []),
    ...(unknown ? ['The publisher withholds some of its remarks on uncertainty and imputation.'] : []),
    ...(found?.uncertainty === null && found.uncertaintyFlag === true
      ? ['The publisher flags as uncertain an indicator that signals high demand.']
      : []),
  ];
}
