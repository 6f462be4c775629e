// Joins the headline figures of an occupation. Pure and without a library, because the worker carries it.
import { unrated } from '../codes.ts';
import { addressOf, areaFor, endpointOf } from '../endpoints.ts';
import type { Explained, WithheldLegend } from '../figures.ts';
import type { SummaryResponse } from '../resources/summary.ts';
import { type Headline, headlines, noBreakdown } from './headlines.ts';
import { type Credited, type Joined, type Parts, creditOf, notPublished } from './joins.ts';

type Summed = SummaryResponse['figures'][number];
type Part = Credited & {
  readonly soc2020: string;
  readonly title: string;
  readonly accuracy?: string;
  readonly withheldLegend: WithheldLegend;
};

export function joinSummary(parts: Parts, { place: { soc = '' } }: Pick<Joined, 'place'>): SummaryResponse {
  const explained: Explained[] = [];
  const figures = headlines.map(({ key, label, unit, source, part: name, of, about }): Summed => {
    const part = parts[name] as Part | null;
    const headline: Headline = part === null ? { ...unrated, value: null, presentable: false, withheld: notPublished } : of(part as never);
    const where = part === null ? { period: null, referenceDates: null, area: null, group: null } : about(part as never);
    const withheld = headline.withheld === null ? null : explainedIn(headline.withheld, part);
    if (withheld !== null) explained.push(withheld);
    const { value, quality, qualityBasis, presentable } = headline;
    return {
      ...{ key, label, value, unit, quality, qualityBasis, presentable },
      withheld: withheld === null ? null : { reason: withheld.reason, marker: withheld.marker },
      ...where,
      source,
      path: pathOf(name, soc, where.area?.slug),
    };
  });
  const given = Object.values(parts).filter((part) => part !== null) as Part[];
  const [own] = given;
  if (own === undefined) throw new Error('a summary is joined of at least one part');
  return {
    ...{ soc2020: own.soc2020, title: own.title, figures },
    notes: [
      'The figures come from several sources. They count different people over different periods, so do not add or divide them. The answer at `path` says who is counted.',
      ...given.flatMap(({ accuracy = null }) => accuracy ?? []),
    ],
    ...creditOf(given, explained),
  };
}

function explainedIn({ reason, marker }: NonNullable<Headline['withheld']>, part: Part | null): Explained {
  const known = [...(part?.withheldLegend ?? [notPublished]), noBreakdown];
  const entry = known.find((one) => one.reason === reason && one.marker === marker);
  if (entry === undefined) throw new Error(`nothing explains a headline figure that is withheld as ${reason} ${marker}`);
  return entry;
}

/** The address of the answer of a part. */
function pathOf(name: string, soc: string, area = 'uk'): string {
  const join = endpointOf('summary').joins.find((one) => one.name === name);
  if (join === undefined) throw new Error(`the summary has no part ${name}`);
  const row = endpointOf(join.id);
  return addressOf(row, { soc }, { ...join.query, ...areaFor(row, area) });
}
