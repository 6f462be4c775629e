// Writes the demand for every unit group, and the list of all assessed occupations, highest demand
// index first.
import type { Document } from '#sources/kit/document.ts';
import type { DocumentInputs } from '#sources/kit/source.ts';
import { type Explaining, withheldAs } from '#schemas/withheld-legend.ts';
import { areaOf, demandIndicators, unrated } from '#schemas/codes.ts';
import type {
  DemandListDocument,
  DemandListItem,
  DemandResponse,
} from '#schemas/resources/demand.ts';
import { type Explained, verdictOn } from '#schemas/figures.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { datesOf } from '#schemas/reference-dates.ts';
import {
  type Assessment,
  type DemandObservations,
  withheldIndicator,
  withheldWorkers,
} from './reshape.ts';

const coverage: DemandResponse['coverage'] = {
  population: 'occupations that the publisher assesses',
  includesSelfEmployed: null,
  description:
    'The assessment covers the United Kingdom, but its indicators of hours and earnings ' +
    'cover Great Britain only. The publisher prints the number of workers beside its ' +
    'assessment; the figures of employment have an estimate with its margin of error.',
};

const generalNotes = [
  'The assessment measures demand for an occupation, not a shortage of workers.',
  'Official statistics in development.',
];

const otherMethod =
  'The method changed in 2025: do not compare these levels with those of the releases ' +
  'of 2023 and 2024.';

const derivation =
  'Occupations are in the order of the demand index that the publisher prints for the ' +
  'year (`demand_index` in its data set of scaled indicators), highest first, whatever ' +
  'their level. Equal indices are ordered by code.';

/** Every document of the edition, ordered by occupation, then the list. */
export function* documents({
  observations,
  needs,
  provenance,
  answer,
}: DocumentInputs<DemandObservations>): Generator<Document> {
  const { latest, previous } = observations;
  const area = { ...areaOf('uk') };
  const items: Explaining<DemandListItem>[] = [];
  for (const { code, title } of needs.get('soc-structure').unitGroups) {
    const latestAssessment = latest.assessments.get(code);
    const now = assessmentOf(latest.year, latestAssessment, title);
    const workers = workersOf(latestAssessment, title);
    const before =
      previous === null
        ? null
        : {
            ...assessmentOf(previous.year, previous.assessments.get(code), title),
            edition: provenance.edition,
            editionId: provenance.editionId,
          };
    yield answer<DemandResponse>({ soc: code }, 'demand', {
      area,
      ...unrated,
      ...now,
      workers,
      previous: before,
      ...caveatsOf(latestAssessment),
      notes: notesOf(now, before),
      coverage,
    });
    const { level, demandIndex, indicators, indicatorsSignalled } = now;
    if (level === null || demandIndex === null || indicatorsSignalled === null) continue;
    const signalled = indicators.filter((indicator) => indicator.signalled === true);
    const critical = indicators.filter((indicator) => indicator.level === 'critical');
    items.push({
      soc2020: code,
      title,
      level,
      demandIndex,
      highDemandIndicators: signalled.map(({ key }) => key),
      criticalIndicators: critical.map(({ key }) => key),
      indicatorsSignalled,
      workers,
    });
  }
  yield answer<DemandListDocument>({}, 'demand-list', {
    area,
    year: latest.year,
    ...periodOf(latest.year),
    ...unrated,
    derivation,
    occupations: items.sort(
      (a, b) => b.demandIndex - a.demandIndex || byCodeUnit(a.soc2020, b.soc2020),
    ),
    notes: [...generalNotes, otherMethod],
    coverage,
  });
}

type YearOfDemand = Explaining<
  Omit<NonNullable<DemandResponse['previous']>, 'edition' | 'editionId'>
>;

export function assessmentOf(
  year: number,
  assessment: Assessment | undefined,
  title: string,
): YearOfDemand {
  const withheld = assessment === undefined ? notAssessed(title) : null;
  const indicators = demandIndicators.map(({ key, name }): YearOfDemand['indicators'][number] => {
    const reading = assessment?.indicators[key];
    const level = reading?.level ?? null;
    const signalled = level === null ? null : level !== 'not_in_high_demand';
    return {
      key,
      name,
      level,
      signalled,
      withheld: reading === undefined ? withheld : withheldIndicator(reading),
    };
  });
  return {
    year,
    ...periodOf(year),
    level: assessment?.level ?? null,
    withheld,
    demandIndex: assessment?.index ?? null,
    indicators,
    indicatorsSignalled:
      assessment === undefined
        ? null
        : indicators.filter(({ signalled }) => signalled === true).length,
  };
}

/**
 * The publisher names the year of an assessment, and no days. Its indicators are of different
 * months.
 */
function periodOf(year: number) {
  return { period: String(year), referenceDates: datesOf(String(year)) };
}

function notAssessed(title: string): Explained {
  const explanation = isNotElsewhereClassified(title)
    ? 'The publisher excludes occupations that are not elsewhere classified from its ' +
      'assessment. This says nothing about demand.'
    : 'The publisher excludes the occupation from its assessment of this year. This says ' +
      'nothing about demand.';
  return withheldAs('not-assessed', explanation);
}

function isNotElsewhereClassified(title: string): boolean {
  return /n\.e\.c\.?$/.test(title);
}

export function workersOf(
  assessment: Assessment | undefined,
  title: string,
): Explaining<DemandResponse['workers']> {
  return {
    count: typeof assessment?.workers === 'number' ? assessment.workers : null,
    ...verdictOn(
      assessment === undefined ? notAssessed(title) : withheldWorkers(assessment.workers),
    ),
  };
}

/** The publisher's caveats; null for a caveat that it does not make. */
function caveatsOf(
  assessment: Assessment | undefined,
): Pick<DemandResponse, 'uncertainty' | 'imputation' | 'capping'> {
  if (assessment === undefined) return { uncertainty: null, imputation: null, capping: null };
  const { remarks, uncertaintyFlag } = assessment;
  const caveat = (published: string | null, explanation: string) =>
    published === null ? null : { published, explanation };
  const uncertainty = caveat(remarks.uncertainty, 'The publisher flags these values as uncertain.');
  return {
    uncertainty: uncertainty && { ...uncertainty, ofHighDemandIndicators: uncertaintyFlag },
    imputation: caveat(
      remarks.imputed,
      'These indicators have no value for the occupation. They are taken from its minor group.',
    ),
    capping: caveat(
      remarks.capped,
      'These indicators are taken from the minor group, so they count as elevated at most.',
    ),
  };
}

function notesOf(now: YearOfDemand, previous: YearOfDemand | null): string[] {
  const hasPrevious = previous !== null && previous.level !== null;
  const isPartial = now.level !== null && now.indicators.some(({ level }) => level === null);
  const notes = [...generalNotes];
  if (now.level !== null || hasPrevious) notes.push(otherMethod);
  if (hasPrevious)
    notes.push(
      `The publisher has assessed ${previous.year} again by the method of this release, so ` +
        'you can compare the two years.',
    );
  if (isPartial) notes.push('The publisher has no value of some of the indicators.');
  if (previous === null)
    notes.push(`The release has no assessment of ${now.year - 1} by the same method.`);
  return notes;
}
