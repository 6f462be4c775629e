// A job title tried on the front page: the matches, and a few figures of the first one as they may be shown. All of it comes from the
// endpoints, so that the page says only what the API says.
import type { DemandLevel, Quality } from '#schemas/codes.ts';
import type { DemandResponse } from '#schemas/resources/demand.ts';
import type { EmploymentResponse } from '#schemas/resources/employment.ts';
import type { Withheld, WithheldLegend } from '#schemas/figures.ts';
import { explanationOf } from '#schemas/withheld-legend.ts';
import type { OccupationMatch } from '#schemas/resources/occupations.ts';
import type { PayResponse } from '#schemas/resources/pay.ts';
import type { ProjectionResponse } from '#schemas/resources/projections.ts';
import type { ReadEndpoint } from '../answers/endpoint.ts';
import { Refusal } from '../http/problem.ts';
import { problemKinds } from '../http/problem-kinds.ts';
import type { Published } from '../data/published.ts';
import { type Ask, asker, endpointOf } from './ask.ts';

/** One figure with everything that must be shown with it. */
export interface ShownFigure {
  readonly name: string;
  /** The figure in words and numbers, or the words in its place if it must not be shown. */
  readonly text: string;
  readonly remarks: readonly string[];
  readonly release: string | null;
  readonly attribution: string | null;
  /** The path that was asked. */
  readonly path: string;
}

export interface Trial {
  readonly question: string;
  readonly status: number;
  /** Why there was no search; null if there was one. */
  readonly fault: string | null;
  readonly matches: readonly OccupationMatch[];
  /** Figures of the first match; null if there is no match. */
  readonly occupation: readonly ShownFigure[] | null;
}

const mostMatches = '5';

/** Tries a title. If the search refuses it, the page says why. Any other error is thrown. */
export async function tryTitle(question: string, published: Published, read: ReadEndpoint): Promise<Trial> {
  const ask = asker(published, read);
  let matches: OccupationMatch[];
  try {
    matches = await ask<OccupationMatch[]>('search', {}, { q: question, limit: mostMatches });
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== 'invalid-parameters') throw error;
    const { status } = problemKinds[error.kind];
    return { question, status, fault: error.detail, matches: [], occupation: null };
  }
  const [first] = matches;
  const occupation = first === undefined ? null : await Promise.all(figures.map((figure) => shown(figure, first.soc2020, ask)));
  return { question, status: 200, fault: null, matches, occupation };
}

interface Figure {
  readonly endpoint: string;
  readonly name: string;
  readonly read: (soc: string, ask: Ask) => Promise<Omit<ShownFigure, 'name' | 'path'>>;
}

async function shown({ endpoint, name, read }: Figure, soc: string, ask: Ask): Promise<ShownFigure> {
  const path = endpointOf(endpoint).path.replace('{soc}', soc);
  try {
    return { name, path, ...(await read(soc, ask)) };
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== 'not-published') throw error;
    return { name, path, text: 'Not published here.', remarks: [error.detail], release: null, attribution: null };
  }
}

const figures: readonly Figure[] = [
  {
    endpoint: 'pay',
    name: 'Median annual pay in the United Kingdom',
    async read(soc, ask) {
      const answer = await ask<PayResponse>('pay', { soc }, {});
      const { distribution, presentable, figures, quality, provisional, referencePeriod, coverage, attribution, provenance } = answer;
      return {
        text:
          presentable && distribution.median !== null ? `£${withThousands(distribution.median)}` : instead(answer, figures.median.withheld),
        remarks: [`${capital(referencePeriod)}${provisional ? ', provisional' : ''}. ${qualities[quality]} ${coverage.description}`],
        release: provenance.edition,
        attribution,
      };
    },
  },
  {
    endpoint: 'employment',
    name: 'People in work in the United Kingdom',
    async read(soc, ask) {
      const answer = await ask<EmploymentResponse>('employment', { soc }, {});
      const { employment, period, coverage, attribution, provenance } = answer;
      const { count, confidenceInterval, presentable, withheld, quality } = employment;
      const margin = confidenceInterval === null ? '' : ` ± ${withThousands(confidenceInterval)}`;
      return {
        text: presentable && count !== null ? `${withThousands(count)}${margin}` : instead(answer, withheld),
        remarks: [`${period}. ${qualities[quality]} ${coverage.description}`],
        release: provenance.edition,
        attribution,
      };
    },
  },
  {
    endpoint: 'projections',
    name: 'Projected employment of the sub-major group',
    async read(soc, ask) {
      const answer = await ask<ProjectionResponse>('projections', { soc }, {});
      const { quality, outlook, group, accuracy, citation, provenance } = answer;
      const { netChangePercent, baseYear, targetYear, presentable, withheld } = outlook;
      return {
        text:
          presentable && netChangePercent !== null
            ? `${signed(netChangePercent)} % from ${baseYear} to ${targetYear}`
            : instead(answer, withheld),
        remarks: [
          `The figure is for ${group.title} (${group.code}), a group of ${group.unitGroups} unit groups with this one. ${qualities[quality]} ${accuracy}`,
        ],
        release: provenance.edition,
        attribution: citation,
      };
    },
  },
  {
    endpoint: 'demand',
    name: 'Demand in the United Kingdom',
    async read(soc, ask) {
      const answer = await ask<DemandResponse>('demand', { soc }, {});
      const { level, year, withheld, notes, attribution, provenance } = answer;
      return {
        text: level === null ? instead(answer, withheld) : `${levels[level]} (${year})`,
        remarks: notes,
        release: provenance.edition,
        attribution,
      };
    },
  },
];

const levels: Readonly<Record<DemandLevel, string>> = {
  critical: 'Critical',
  elevated: 'Elevated',
  not_in_high_demand: 'Not in high demand',
};

const qualities: Readonly<Record<Quality, string>> = {
  precise: 'Quality: precise.',
  reasonable: 'Quality: reasonable.',
  acceptable: 'Quality: acceptable, to be used with caution.',
  unreliable: 'Quality: unreliable.',
  unrated: 'Quality: not rated by the publisher.',
};

/** The words in place of a figure that must not be shown as a number. */
function instead(answer: { readonly withheldLegend: WithheldLegend }, withheld: Withheld | null): string {
  return withheld === null ? 'Too uncertain to be shown.' : `Not shown: ${explanationOf(answer, withheld)}`;
}

function withThousands(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

function signed(value: number): string {
  return value < 0 ? `−${-value}` : `+${value}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
