// The headline figures of an occupation: what each is called, and where the answers have it.
// /summary, the pages and lmi show read this table, so that they show the same figures. Pure and
// without a library, because the worker carries it.
import { type Quality, type QualityBasis, type SourceKey, unrated } from '../codes.ts';
import type { Withheld } from '../figures.ts';
import type { HeadlineKey } from '../resources/summary.ts';
import type { WorkforceShare } from '../resources/workforce.ts';
import type {
  DemandResponse,
  EmploymentResponse,
  JobAdvertResponse,
  PayResponse,
  ProjectionResponse,
} from '../resources/responses.ts';
import type {
  SummaryResponse,
  VacancyResponse,
  VisaResponse,
  WorkforceResponse,
} from '../resources/responses.ts';

type Summed = SummaryResponse['figures'][number];

/** A figure as its answer has it. */
export interface Headline {
  readonly value: number | string | null;
  readonly quality: Quality;
  readonly qualityBasis: QualityBasis | null;
  readonly presentable: boolean;
  readonly withheld: Withheld | null;
  /** The publisher's own caution. */
  readonly caution?: string | null;
}

/** When, where and of what a figure is. */
type About = Pick<Summed, 'period' | 'referenceDates' | 'area' | 'group'>;

export interface HeadlineRow {
  readonly key: HeadlineKey;
  readonly label: string;
  readonly unit: Summed['unit'];
  readonly source: SourceKey;
  /** The part of the summary, as the endpoint table names it. */
  readonly part: string;
  readonly of: (answer: never) => Headline;
  readonly about: (answer: never) => About;
}

/** Headlines of one part. */
function ofPart<Answer>(part: string, source: SourceKey, about: (answer: Answer) => About) {
  return (
    key: HeadlineKey,
    label: string,
    unit: Summed['unit'],
    headlineOf: (answer: Answer) => Headline,
  ): HeadlineRow => {
    return { key, label, unit, source, part, of: headlineOf, about };
  };
}

/** A figure of an answer whose figures are not rated. */
function figure(
  value: number | string | null,
  judged: { readonly withheld: Withheld | null; readonly presentable?: boolean },
): Headline {
  return {
    ...unrated,
    value,
    presentable: judged.presentable ?? value !== null,
    withheld: judged.withheld,
  };
}

const dated = ({ area, period, referenceDates }: Omit<About, 'group'>): About => ({
  area,
  period,
  referenceDates,
  group: null,
});
const named = (group: About['group']): About['group'] =>
  group === null ? null : { code: group.code, title: group.title };

const paid = ({ referencePeriod: period, ...answer }: PayResponse): About =>
  dated({ ...answer, period });
const annualPay = ofPart('annualPay', 'ashe', paid);
const hourlyPay = ofPart('hourlyPay', 'ashe', paid);
const hours = ofPart('hours', 'ashe', paid);
const employment = ofPart<EmploymentResponse>('employment', 'aps-employment', dated);
const workforce = ofPart<WorkforceResponse>(
  'workforce',
  'aps-workforce',
  ({ area, qualifications }) => dated({ area, ...qualifications }),
);
const projections = ofPart<ProjectionResponse>('projections', 'skills-projections', (answer) => ({
  ...dated(answer),
  group: named(answer.group),
}));
const demand = ofPart<DemandResponse>('demand', 'occupations-in-demand', dated);
const vacancies = ofPart<VacancyResponse>('vacancies', 'employer-skills-survey', (answer) => {
  return {
    ...dated(answer),
    group: answer.group?.level === 'occupation' ? null : named(answer.group),
  };
});
const adverts = ofPart<JobAdvertResponse>('adverts', 'online-job-adverts', dated);
const visas = ofPart<VisaResponse>('visas', 'work-visas', dated);

function share({
  percent: value,
  withheld,
  withheldFigures,
  ...of
}: Pick<WorkforceShare, 'percent' | 'withheldFigures'> & Omit<Headline, 'value'>): Headline {
  return {
    ...of,
    value,
    presentable: of.presentable && value !== null,
    withheld: withheld ?? withheldFigures['percent'] ?? null,
  };
}

/** Why a nation has no parts of its employment. */
export const noBreakdown = {
  reason: 'not-available',
  marker: null,
  explanation: "The publisher's sample of a nation is too small to divide its people.",
} as const;

function part({ breakdown }: EmploymentResponse, name: 'female' | 'selfEmployed'): Headline {
  const { reason, marker } = noBreakdown;
  return breakdown === null
    ? figure(null, { withheld: { reason, marker } })
    : share(breakdown[name]);
}

/** In the order of the answer. */
export const headlines: readonly HeadlineRow[] = [
  annualPay(
    'annual_pay_median',
    'Median annual pay',
    'gbp_per_year',
    ({ figures }) => figures.median,
  ),
  annualPay(
    'annual_pay_p10',
    'Annual pay that a tenth do not reach',
    'gbp_per_year',
    ({ figures }) => figures.p10,
  ),
  annualPay(
    'annual_pay_p90',
    'Annual pay that a tenth exceed',
    'gbp_per_year',
    ({ figures }) => figures.p90,
  ),
  hourlyPay(
    'hourly_pay_median',
    'Median hourly pay',
    'gbp_per_hour',
    ({ figures }) => figures.median,
  ),
  hours(
    'weekly_hours_median',
    'Paid hours a week',
    'hours_per_week',
    ({ figures }) => figures.median,
  ),
  employment(
    'employment',
    'People in work',
    'people',
    ({ employment: { count: value, ...judged } }) => ({ ...judged, value }),
  ),
  employment('employment_female', 'Women', 'percent', (answer) => part(answer, 'female')),
  employment('employment_self_employed', 'Self-employed', 'percent', (answer) =>
    part(answer, 'selfEmployed'),
  ),
  workforce('workforce_with_degree', 'With a degree', 'percent', ({ headline }) =>
    share(headline.withDegree),
  ),
  projections('projected_change', 'Outlook for the group', 'percent', ({ outlook }) =>
    figure(outlook.netChangePercent, outlook),
  ),
  projections('projected_jobs_to_fill', 'Jobs to fill in the group', 'jobs', ({ outlook }) =>
    figure(outlook.totalRequirement, outlook),
  ),
  demand('demand_level', 'Demand', 'level', ({ level, withheld }) => figure(level, { withheld })),
  vacancies('vacancies', 'Vacancies', 'vacancies', ({ vacancies }) =>
    figure(vacancies.count, vacancies),
  ),
  adverts('job_adverts', 'Online job adverts', 'adverts', (answer) =>
    figure(answer.adverts, answer),
  ),
  visas('visas_granted', 'Work visas granted', 'visas', (answer) => figure(answer.granted, answer)),
];

export function headlineOf(key: HeadlineKey): HeadlineRow {
  const found = headlines.find((row) => row.key === key);
  if (found === undefined) throw new RangeError(`no headline figure is called ${key}`);
  return found;
}
