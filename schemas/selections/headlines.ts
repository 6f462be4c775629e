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

type SummaryFigure = SummaryResponse['figures'][number];

/** What a figure describes: period, area and, for a figure of a broader group, that group. */
type FigureSubject = Pick<SummaryFigure, 'period' | 'referenceDates' | 'area' | 'group'>;

export interface HeadlineRow {
  readonly key: HeadlineKey;
  readonly label: string;
  readonly unit: SummaryFigure['unit'];
  readonly source: SourceKey;
  /** The part of the summary, as the endpoint table names it. */
  readonly part: string;
  /** Where the answer of the part has the figure. */
  readonly path: string;
  /** Why there is no figure where the answer has none and no reason for it. */
  readonly absent?: Explained;
  /** What the figure of an answer of the part describes. */
  subjectIn(answer: HeadlineAnswer): FigureSubject;
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

const subjectOfOccupation = ({
  area,
  period,
  referenceDates,
}: Omit<FigureSubject, 'group'>): FigureSubject => ({
  area,
  period,
  referenceDates,
  group: null,
});
const groupOf = (group: FigureSubject['group']): FigureSubject['group'] =>
  group === null ? null : { code: group.code, title: group.title };

const payRow = {
  source: 'ashe',
  subjectIn: ({ referencePeriod, ...answer }: PayResponse) =>
    subjectOfOccupation({ ...answer, period: referencePeriod }),
} as const;
const employmentRow = {
  source: 'aps-employment',
  part: 'employment',
  subjectIn: (answer: EmploymentResponse) => subjectOfOccupation(answer),
} as const;
const projectionRow = {
  source: 'skills-projections',
  part: 'projections',
  subjectIn: (answer: ProjectionResponse): FigureSubject => ({
    ...subjectOfOccupation(answer),
    group: groupOf(answer.group),
  }),
} as const;

/** Why a nation has no parts of its employment. */
const noBreakdown = {
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
    ...payRow,
  },
  {
    key: 'annual_pay_p10',
    label: 'Annual pay that a tenth do not reach',
    unit: 'gbp_per_year',
    part: 'annualPay',
    path: 'figures.p10.value',
    ...payRow,
  },
  {
    key: 'annual_pay_p90',
    label: 'Annual pay that a tenth exceed',
    unit: 'gbp_per_year',
    part: 'annualPay',
    path: 'figures.p90.value',
    ...payRow,
  },
  {
    key: 'hourly_pay_median',
    label: 'Median hourly pay',
    unit: 'gbp_per_hour',
    part: 'hourlyPay',
    path: 'figures.median.value',
    ...payRow,
  },
  {
    key: 'weekly_hours_median',
    label: 'Paid hours a week',
    unit: 'hours_per_week',
    part: 'hours',
    path: 'figures.median.value',
    ...payRow,
  },
  {
    key: 'employment',
    label: 'People in work',
    unit: 'people',
    path: 'employment.count',
    ...employmentRow,
  },
  {
    key: 'employment_female',
    label: 'Women',
    unit: 'percent',
    path: 'breakdown.female.percent',
    absent: noBreakdown,
    ...employmentRow,
  },
  {
    key: 'employment_self_employed',
    label: 'Self-employed',
    unit: 'percent',
    path: 'breakdown.selfEmployed.percent',
    absent: noBreakdown,
    ...employmentRow,
  },
  {
    key: 'workforce_with_degree',
    label: 'With a degree',
    unit: 'percent',
    source: 'aps-workforce',
    part: 'workforce',
    path: 'headline.withDegree.percent',
    subjectIn: ({ area, qualifications }: WorkforceResponse) =>
      subjectOfOccupation({ area, ...qualifications }),
  },
  {
    key: 'projected_change',
    label: 'Job growth, whole group',
    unit: 'percent',
    path: 'outlook.netChangePercent',
    ...projectionRow,
  },
  {
    key: 'projected_jobs_to_fill',
    label: 'Jobs to fill in the group',
    unit: 'jobs',
    path: 'outlook.totalRequirement',
    ...projectionRow,
  },
  {
    key: 'demand_level',
    label: 'Demand',
    unit: 'level',
    source: 'occupations-in-demand',
    part: 'demand',
    path: 'level',
    subjectIn: (answer: DemandResponse) => subjectOfOccupation(answer),
  },
  {
    key: 'vacancies',
    label: 'Vacancies',
    unit: 'vacancies',
    source: 'employer-skills-survey',
    part: 'vacancies',
    path: 'vacancies.count',
    subjectIn: (answer: VacancyResponse) => ({
      ...subjectOfOccupation(answer),
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
    subjectIn: (answer: JobAdvertResponse) => subjectOfOccupation(answer),
  },
  {
    key: 'visas_granted',
    label: 'Work visas granted',
    unit: 'visas',
    source: 'work-visas',
    part: 'visas',
    path: 'granted',
    subjectIn: (answer: VisaResponse) => subjectOfOccupation(answer),
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
