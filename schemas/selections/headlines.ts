// The headline figures of an occupation: what each is called, and where the answers have it.
// /summary and the pages read this table, so that they show the same figures.
import type { DemandLevel, SourceKey } from '../codes.ts';
import { type Figure, figureOf, levelOf } from '../figure-of.ts';
import type { Explained } from '../figures.ts';
import type { HeadlineKey } from '../resources/summary.ts';
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

/** When, where and of what a figure is. */
type About = Pick<Summed, 'period' | 'referenceDates' | 'area' | 'group'>;

export interface HeadlineRow {
  readonly key: HeadlineKey;
  readonly label: string;
  readonly unit: Summed['unit'];
  readonly source: SourceKey;
  /** The part of the summary, as the endpoint table names it. */
  readonly part: string;
  /** Where the answer of the part has the figure. */
  readonly path: string;
  /** Why there is no figure where the answer has none and no reason for it. */
  readonly absent?: Explained;
  /** Takes an answer of the part. */
  about(answer: HeadlineAnswer): About;
}

/** An answer that has a headline figure. */
export type HeadlineAnswer =
  | DemandResponse
  | EmploymentResponse
  | JobAdvertResponse
  | PayResponse
  | ProjectionResponse
  | VacancyResponse
  | VisaResponse
  | WorkforceResponse;

const dated = ({ area, period, referenceDates }: Omit<About, 'group'>): About => ({
  area,
  period,
  referenceDates,
  group: null,
});
const groupOf = (group: About['group']): About['group'] =>
  group === null ? null : { code: group.code, title: group.title };

const ofPay = {
  source: 'ashe',
  about: ({ referencePeriod, ...answer }: PayResponse) =>
    dated({ ...answer, period: referencePeriod }),
} as const;
const ofEmployment = {
  source: 'aps-employment',
  part: 'employment',
  about: (answer: EmploymentResponse) => dated(answer),
} as const;
const ofProjections = {
  source: 'skills-projections',
  part: 'projections',
  about: (answer: ProjectionResponse): About => ({
    ...dated(answer),
    group: groupOf(answer.group),
  }),
} as const;

/** Why a nation has no parts of its employment. */
export const noBreakdown = {
  reason: 'not-available',
  marker: null,
  explanation: "The publisher's sample of a nation is too small to divide its people.",
} as const;

/** In the order of the answer. */
export const headlines: readonly HeadlineRow[] = [
  {
    key: 'annual_pay_median',
    label: 'Median annual pay',
    unit: 'gbp_per_year',
    part: 'annualPay',
    path: 'figures.median.value',
    ...ofPay,
  },
  {
    key: 'annual_pay_p10',
    label: 'Annual pay that a tenth do not reach',
    unit: 'gbp_per_year',
    part: 'annualPay',
    path: 'figures.p10.value',
    ...ofPay,
  },
  {
    key: 'annual_pay_p90',
    label: 'Annual pay that a tenth exceed',
    unit: 'gbp_per_year',
    part: 'annualPay',
    path: 'figures.p90.value',
    ...ofPay,
  },
  {
    key: 'hourly_pay_median',
    label: 'Median hourly pay',
    unit: 'gbp_per_hour',
    part: 'hourlyPay',
    path: 'figures.median.value',
    ...ofPay,
  },
  {
    key: 'weekly_hours_median',
    label: 'Paid hours a week',
    unit: 'hours_per_week',
    part: 'hours',
    path: 'figures.median.value',
    ...ofPay,
  },
  {
    key: 'employment',
    label: 'People in work',
    unit: 'people',
    path: 'employment.count',
    ...ofEmployment,
  },
  {
    key: 'employment_female',
    label: 'Women',
    unit: 'percent',
    path: 'breakdown.female.percent',
    absent: noBreakdown,
    ...ofEmployment,
  },
  {
    key: 'employment_self_employed',
    label: 'Self-employed',
    unit: 'percent',
    path: 'breakdown.selfEmployed.percent',
    absent: noBreakdown,
    ...ofEmployment,
  },
  {
    key: 'workforce_with_degree',
    label: 'With a degree',
    unit: 'percent',
    source: 'aps-workforce',
    part: 'workforce',
    path: 'headline.withDegree.percent',
    about: ({ area, qualifications }: WorkforceResponse) => dated({ area, ...qualifications }),
  },
  {
    key: 'projected_change',
    label: 'Job growth, whole group',
    unit: 'percent',
    path: 'outlook.netChangePercent',
    ...ofProjections,
  },
  {
    key: 'projected_jobs_to_fill',
    label: 'Jobs to fill in the group',
    unit: 'jobs',
    path: 'outlook.totalRequirement',
    ...ofProjections,
  },
  {
    key: 'demand_level',
    label: 'Demand',
    unit: 'level',
    source: 'occupations-in-demand',
    part: 'demand',
    path: 'level',
    about: (answer: DemandResponse) => dated(answer),
  },
  {
    key: 'vacancies',
    label: 'Vacancies',
    unit: 'vacancies',
    source: 'employer-skills-survey',
    part: 'vacancies',
    path: 'vacancies.count',
    about: (answer: VacancyResponse) => ({
      ...dated(answer),
      group: answer.group?.level === 'occupation' ? null : groupOf(answer.group),
    }),
  },
  {
    key: 'job_adverts',
    label: 'Online job adverts',
    unit: 'adverts',
    source: 'online-job-adverts',
    part: 'adverts',
    path: 'adverts',
    about: (answer: JobAdvertResponse) => dated(answer),
  },
  {
    key: 'visas_granted',
    label: 'Work visas granted',
    unit: 'visas',
    source: 'work-visas',
    part: 'visas',
    path: 'granted',
    about: (answer: VisaResponse) => dated(answer),
  },
];

export function headlineOf(key: HeadlineKey): HeadlineRow {
  const headline = headlines.find((row) => row.key === key);
  if (headline === undefined) throw new RangeError(`no headline figure is called ${key}`);
  return headline;
}

/** The figure of a row in the answer of its part. */
export function headlineIn(row: HeadlineRow, answer: object): Figure<number | DemandLevel> {
  const figure: Figure<number | DemandLevel> =
    row.unit === 'level' ? levelOf<DemandLevel>(answer, row.path) : figureOf(answer, row.path);
  if (figure.value !== null || figure.reason !== null || row.absent === undefined) return figure;
  return { ...figure, ...row.absent };
}
