// What lmi show says of an occupation: the answers of the API as sections of short rows. Pure.
import type { Endpoint } from '#schemas/endpoints.ts';
import type { Provenance, WithheldLegend } from '#schemas/figures.ts';
import type { ApprenticeshipsResponse } from '#schemas/resources/apprenticeships.ts';
import type { DemandResponse } from '#schemas/resources/demand.ts';
import type { EmploymentPart, EmploymentResponse } from '#schemas/resources/employment.ts';
import type { JobAdvertResponse } from '#schemas/resources/job-adverts.ts';
import type { OccupationProfile } from '#schemas/resources/occupations.ts';
import type { PayFigure, PayResponse } from '#schemas/resources/pay.ts';
import type { ProjectionResponse } from '#schemas/resources/projections.ts';
import type { SkillsResponse } from '#schemas/resources/skills.ts';
import type { VacancyResponse } from '#schemas/resources/vacancies.ts';
import type { VisaResponse } from '#schemas/resources/visas.ts';
import type { WorkProfileResponse } from '#schemas/resources/work-profile.ts';
import type { WorkforceResponse, WorkforceShare } from '#schemas/resources/workforce.ts';
import { type Judged, comparedAdverts, figureOf, isShown, publishedParts } from '#server/pages/occupation/figure.ts';
import type { Static } from 'typebox';
import { number, withUnit } from '../report/report.ts';

/** A row of a section: a figure, why there is none, or a text. */
export type Row =
  | { readonly label: string; readonly figure: string; readonly remark: string; readonly share: number | null }
  | { readonly label: string; readonly withheld: 'withheld' | 'not reliable enough to show'; readonly why: string | null }
  | { readonly text: string };

export interface Section {
  readonly title: string;
  /** What the figures describe: the area, the period, a broader group. */
  readonly about: string;
  readonly rows: readonly Row[];
  /** The source and its release; null if there is no answer. */
  readonly release: string | null;
}

/** The answers that a card is made of, by the id of their endpoint. One that is missing has no key. */
export interface Answers {
  readonly occupation: OccupationProfile;
  readonly pay?: PayResponse;
  readonly employment?: EmploymentResponse;
  readonly workforce?: WorkforceResponse;
  readonly projections?: ProjectionResponse;
  readonly vacancies?: VacancyResponse;
  readonly demand?: DemandResponse;
  readonly visas?: VisaResponse;
  readonly 'job-adverts'?: JobAdvertResponse;
  readonly apprenticeships?: ApprenticeshipsResponse;
  readonly 'work-profile'?: WorkProfileResponse;
  readonly skills?: SkillsResponse;
}

/** The endpoints of a card besides the occupation itself, in its order. */
export const cardEndpoints = [
  'pay',
  'employment',
  'workforce',
  'projections',
  'vacancies',
  'demand',
  'job-adverts',
  'visas',
  'apprenticeships',
  'work-profile',
  'skills',
] as const satisfies readonly Exclude<keyof Answers, 'occupation'>[];
export type CardEndpoint = (typeof cardEndpoints)[number];

/** What all answers of figures share. */
interface Answer {
  readonly withheldLegend: WithheldLegend;
  readonly provenance: Provenance;
}

const mostParts = 5;
const monthsShown = 6;

/** The sections of a card. `missing` says of an endpoint why it has no answer. */
export function sectionsOf(answers: Answers, missing: ReadonlyMap<Endpoint['id'], string>): Section[] {
  return cardEndpoints.map((id) => {
    const section = sections[id](answers);
    const title = titles[id];
    if (section === null) return { title, about: '', rows: [{ text: missing.get(id) ?? 'no answer' }], release: null };
    const { provenance } = section.answer;
    return { title, about: section.about, rows: section.rows, release: `${provenance.source} ${provenance.edition}` };
  });
}

const titles: Readonly<Record<CardEndpoint, string>> = {
  pay: 'Pay',
  employment: 'People in work',
  workforce: 'Age, qualification and industry',
  projections: 'Outlook',
  vacancies: 'Vacancies',
  demand: 'Demand',
  'job-adverts': 'Online job adverts',
  visas: 'Work visas',
  apprenticeships: 'Apprenticeships',
  'work-profile': 'Interests',
  skills: 'Skills',
};

interface Made {
  readonly answer: Pick<Answer, 'provenance'>;
  readonly about: string;
  readonly rows: readonly Row[];
}

const sections: Readonly<Record<CardEndpoint, (answers: Answers) => Made | null>> = {
  pay: ({ pay }) => (pay === undefined ? null : payOf(pay)),
  employment: ({ employment }) => (employment === undefined ? null : employmentOf(employment)),
  workforce: ({ workforce }) => (workforce === undefined ? null : workforceOf(workforce)),
  projections: ({ projections }) => (projections === undefined ? null : projectionsOf(projections)),
  vacancies: ({ vacancies }) => (vacancies === undefined ? null : vacanciesOf(vacancies)),
  demand: ({ demand }) => (demand === undefined ? null : demandOf(demand)),
  'job-adverts': ({ 'job-adverts': adverts }) => (adverts === undefined ? null : advertsOf(adverts)),
  visas: ({ visas }) => (visas === undefined ? null : visasOf(visas)),
  apprenticeships: ({ apprenticeships }) => (apprenticeships === undefined ? null : apprenticeshipsOf(apprenticeships)),
  'work-profile': ({ 'work-profile': profile }) => (profile === undefined ? null : interestsOf(profile)),
  skills: ({ skills }) => (skills === undefined ? null : skillsOf(skills)),
};

/** A figure that may not be shown as a number has its reason in words. The pages decide the same by the same function. */
function row(
  label: string,
  judged: Judged,
  print: (value: number | string) => string,
  legend: WithheldLegend,
  { remark = '', share = null }: { readonly remark?: string; readonly share?: number | null } = {},
): Row {
  const figure = figureOf(judged, print, legend);
  if (isShown(figure)) return { label, figure: figure.text, remark, share };
  return figure.headline !== 'Too uncertain to show'
    ? { label, withheld: 'withheld', why: figure.why }
    : { label, withheld: 'not reliable enough to show', why: null };
}

const plain = (value: number | string) => (typeof value === 'number' ? number(value) : value);
const percent = (value: number | string) => `${plain(value)} %`;
const signed = (print: (value: number | string) => string) => (value: number | string) =>
  `${typeof value === 'number' && value > 0 ? '+' : ''}${print(value)}`;
const joined = (...parts: readonly string[]) => parts.filter((part) => part !== '').join(', ');

function payOf(pay: PayResponse): Made {
  const { figures, withheldLegend: legend } = pay;
  const percentiles = [
    ['lowest tenth below', figures.p10],
    ['lowest quarter below', figures.p25],
    ['median', figures.median],
    ['highest quarter above', figures.p75],
    ['highest tenth above', figures.p90],
  ] as const;
  const shown = percentiles.flatMap(([, { value, presentable }]) => (value === null || !presentable ? [] : [value]));
  const largest = Math.max(...shown);
  const pounds = (value: number | string) => `£${plain(value)}`;
  const figure = (label: string, of: PayFigure, print: typeof pounds) =>
    row(label, of, print, legend, { remark: of.quality === 'unrated' ? '' : of.quality });
  return {
    answer: pay,
    about: joined(pay.area.name, `gross, ${pay.referencePeriod}`, pay.provisional ? 'provisional' : ''),
    rows: [
      ...percentiles.map(([label, of]) =>
        row(label, of, pounds, legend, {
          remark: of.quality,
          share: of.value === null ? null : of.value / largest,
        }),
      ),
      figure('mean', figures.mean, pounds),
      figure('median, change on the year before', figures.medianChangePercent, signed(percent)),
      figure('thousand jobs, indicative', figures.jobsThousands, plain),
      { text: pay.coverage.description },
    ],
  };
}

function employmentOf(employment: EmploymentResponse): Made {
  const { employment: all, breakdown, withheldLegend: legend } = employment;
  const part = (label: string, of: Static<typeof EmploymentPart>) =>
    row(label, { ...of, value: of.percent, withheld: of.withheld ?? of.withheldFigures.percent }, percent, legend, {
      remark: of.quality,
      share: of.percent === null ? null : of.percent / 100,
    });
  return {
    answer: employment,
    about: joined(employment.area.name, employment.period),
    rows: [
      row('people', { ...all, value: all.count }, plain, legend, {
        remark: joined(all.confidenceInterval === null ? '' : `± ${number(all.confidenceInterval)}`, all.quality),
      }),
      ...(breakdown === null
        ? []
        : [part('women', breakdown.female), part('part-time', breakdown.partTime), part('self-employed', breakdown.selfEmployed)]),
    ],
  };
}

function workforceOf(workforce: WorkforceResponse): Made {
  const { headline, ages, qualifications, industries, withheldLegend: legend } = workforce;
  const largest = industries.sections
    .filter(({ presentable }) => presentable)
    .toSorted((a, b) => (b.count ?? 0) - (a.count ?? 0))
    .slice(0, mostParts);
  const part = (label: string, of: WorkforceShare) =>
    row(label, { ...of, value: of.percent, withheld: of.withheld ?? of.withheldFigures.percent }, percent, legend, {
      remark: of.caution === null ? '' : 'small sample',
      share: of.percent === null ? null : of.percent / 100,
    });
  const block = ({ total, withheld }: WorkforceResponse['ages' | 'industries'], rows: readonly Row[], label: string): readonly Row[] =>
    withheld === null ? rows : [row(label, { ...total, value: null, withheld }, plain, legend)];
  return {
    answer: workforce,
    about: joined(workforce.area.name, ages.period ?? qualifications.period ?? industries.period ?? ''),
    rows: [
      part('aged under 25', headline.agedUnder25),
      part('aged 55 and over', headline.aged55AndOver),
      part('with a degree', headline.withDegree),
      ...block(
        ages,
        ages.bands.map((band) => part(`age ${band.name}`, band)),
        'by age',
      ),
      // The industries may be of another period.
      ...(industries.period === null ? [] : [{ text: `The industries with most people, ${industries.period}:` }]),
      // Counts: the workbook by industry alone has no totals, and then no percents.
      ...block(
        industries,
        largest.map(({ title, count, presentable, withheld, caution }) =>
          row(`in ${title}`, { value: count, presentable, withheld }, plain, legend, { remark: caution === null ? '' : 'small sample' }),
        ),
        'by industry',
      ),
    ],
  };
}

function projectionsOf(projections: ProjectionResponse): Made {
  const { outlook, group, withheldLegend: legend } = projections;
  const { presentable, withheld } = outlook;
  const figure = (label: string, value: number | null, print = plain) => row(label, { value, presentable, withheld }, print, legend);
  return {
    answer: projections,
    about: joined(projections.area.name, projections.period, `all of group ${group.code}`),
    rows: [
      figure(`jobs in ${outlook.baseYear}`, outlook.employmentBase),
      figure(`jobs in ${outlook.targetYear}`, outlook.employmentTarget),
      figure('net change', outlook.netChange, signed(plain)),
      figure('net change in percent', outlook.netChangePercent, signed(percent)),
      figure('openings to replace leavers', outlook.replacementDemand),
      { text: `${projections.derivation} ${projections.accuracy}` },
    ],
  };
}

function vacanciesOf(vacancies: VacancyResponse): Made {
  const { group, withheldLegend: legend } = vacancies;
  const share = (label: string, of: VacancyResponse['hardToFillShare']) =>
    row(label, { ...of, value: of.percent }, percent, legend, { share: of.percent === null ? null : of.percent / 100 });
  return {
    answer: vacancies,
    about: joined(
      vacancies.area.name,
      vacancies.period,
      group === null || group.level === 'occupation' ? '' : `all of group ${group.code} ${group.title}`,
    ),
    rows: [
      row('vacancies', { ...vacancies.vacancies, value: vacancies.vacancies.count }, plain, legend),
      share('hard to fill', vacancies.hardToFillShare),
      share('for want of skills', vacancies.skillShortageShare),
    ],
  };
}

function demandOf(demand: DemandResponse): Made {
  const { withheldLegend: legend, level, withheld } = demand;
  return {
    answer: demand,
    about: joined(demand.area.name, demand.period),
    rows: [
      row('level of demand', { value: level?.replaceAll('_', ' ') ?? null, presentable: true, withheld }, plain, legend),
      ...(demand.indicatorsSignalled === null
        ? []
        : [
            row(
              'indicators that signal demand',
              { value: demand.indicatorsSignalled, presentable: true, withheld },
              (value) => `${value} of ${demand.indicators.length}`,
              legend,
            ),
          ]),
    ],
  };
}

function advertsOf(adverts: JobAdvertResponse): Made {
  const { withheldLegend: legend, change } = adverts;
  const months = adverts.months.slice(-monthsShown);
  const largest = Math.max(1, ...months.map((month) => month.adverts ?? 0));
  return {
    answer: adverts,
    about: joined(adverts.area.name, adverts.period),
    rows: [
      row('new adverts', { ...adverts, value: adverts.adverts }, plain, legend, {
        remark: publishedParts(adverts.monthsSuppressed, 'months'),
      }),
      row(
        'change on the year before',
        { value: change?.percent ?? null, presentable: true, withheld: adverts.changeWithheld },
        signed(percent),
        legend,
        { remark: comparedAdverts(change) },
      ),
      ...months.map(({ month, adverts: value, presentable, withheld }) =>
        row(month, { value, presentable, withheld }, plain, legend, { share: value === null ? null : value / largest }),
      ),
    ],
  };
}

function visasOf(visas: VisaResponse): Made {
  const { withheldLegend: legend, byNationality } = visas;
  return {
    answer: visas,
    about: joined(visas.area.name, visas.period),
    rows: [
      row('visas granted', { ...visas, value: visas.granted }, plain, legend),
      ...(byNationality.parts === null
        ? [row('by nationality', { ...byNationality, value: null }, plain, legend)]
        : byNationality.parts.slice(0, mostParts).map(({ name, sharePercent }) =>
            row(name, { value: sharePercent, presentable: byNationality.presentable, withheld: null }, percent, legend, {
              share: sharePercent / 100,
            }),
          )),
    ],
  };
}

function apprenticeshipsOf(apprenticeships: ApprenticeshipsResponse): Made {
  const all = apprenticeships.occupations.flatMap((occupation) => occupation.apprenticeships);
  const cut = all
    .slice(0, mostParts)
    .map(({ level, code, title, withheldFigures, typicalDurationMonths }) =>
      row(
        `${code} ${title}`,
        { value: typicalDurationMonths, presentable: true, withheld: withheldFigures.typicalDurationMonths },
        (value) => withUnit(value, 'months'),
        apprenticeships.withheldLegend,
        { remark: `level ${level}` },
      ),
    );
  const more = all.length - cut.length;
  return {
    answer: apprenticeships,
    about: apprenticeships.area.name,
    rows:
      apprenticeships.withheld !== null
        ? [
            row(
              'apprenticeships',
              { value: null, presentable: false, withheld: apprenticeships.withheld },
              plain,
              apprenticeships.withheldLegend,
            ),
          ]
        : all.length === 0
          ? [{ text: 'none' }]
          : [...cut, ...(more > 0 ? [{ text: `and ${more} more` }] : [])],
  };
}

function interestsOf(profile: WorkProfileResponse): Made {
  const { interests, withheldLegend: legend } = profile;
  const { scale, scores, presentable, withheld } = interests;
  return {
    answer: profile,
    about: joined(`scale ${scale.minimum} to ${scale.maximum}, ratings of US occupations`, interests.period ?? ''),
    rows: scores.map(({ name, score }) =>
      row(name, { value: score, presentable, withheld }, (value) => Number(value).toFixed(2), legend, {
        share: score === null ? null : (score - scale.minimum) / (scale.maximum - scale.minimum),
      }),
    ),
  };
}

function skillsOf(skills: SkillsResponse): Made {
  const { withheldLegend: legend, withheld } = skills;
  return {
    answer: skills,
    about: 'share of the related European occupations that have it',
    rows:
      withheld === null
        ? [...skills.skills.slice(0, mostParts), ...skills.knowledge.slice(0, mostParts)].map(({ name, sharePercent }) =>
            row(name, { value: sharePercent, presentable: true, withheld: null }, percent, legend, { share: sharePercent / 100 }),
          )
        : [row('skills and knowledge', { value: null, presentable: false, withheld }, plain, legend)],
  };
}
