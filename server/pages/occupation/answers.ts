// The answers that make the page of an occupation, and how they are asked for: by the worker, by lmi site and by tests alike.
import { type Measure, areaOf } from '#schemas/codes.ts';
import { endpoints } from '#schemas/endpoints.ts';
import type { Withheld } from '#schemas/figures.ts';
import type { ApprenticeshipsResponse } from '#schemas/resources/apprenticeships.ts';
import type { DemandResponse } from '#schemas/resources/demand.ts';
import type { EmploymentResponse } from '#schemas/resources/employment.ts';
import type { HowToBecomeResponse } from '#schemas/resources/how-to-become.ts';
import type { JobAdvertResponse, LocalAdvertAreasResponse } from '#schemas/resources/adverts.ts';
import type { OccupationProfile, OccupationTitle } from '#schemas/resources/occupations.ts';
import type { PayRegionsResponse, PayResponse, PaySeriesResponse } from '#schemas/resources/pay.ts';
import type { ProjectionResponse } from '#schemas/resources/projections.ts';
import type { SkillsResponse } from '#schemas/resources/skills.ts';
import type { VacancyResponse } from '#schemas/resources/vacancies.ts';
import type { VisaResponse } from '#schemas/resources/visas.ts';
import type { WorkProfileResponse } from '#schemas/resources/work-profile.ts';
import type { WorkforceResponse } from '#schemas/resources/workforce.ts';

/** An answer, or the sentence that says why there is none. */
export type Asked<Answer> = { readonly answer: Answer } | { readonly missing: string };

/** Asks an endpoint by its id. Resolves with `missing` where no release of the source is published, and rejects for any other fault. */
export type Ask = (
  id: string,
  params: Readonly<Record<string, string>>,
  query: Readonly<Record<string, string>>,
) => Promise<Asked<unknown>>;

/** A question: the id of its endpoint, and its query. */
export interface Question {
  readonly id: string;
  readonly query?: Readonly<Record<string, string>>;
}

export interface PageAnswers {
  readonly occupation: OccupationProfile;
  readonly titles: Asked<readonly OccupationTitle[]>;
  readonly annualPay: Asked<PayResponse>;
  readonly hourlyPay: Asked<PayResponse>;
  /** Of the measure that `payMeasure` chooses, as are the following. */
  readonly femalePay: Asked<PayResponse>;
  readonly malePay: Asked<PayResponse>;
  readonly fullTimePay: Asked<PayResponse>;
  readonly partTimePay: Asked<PayResponse>;
  readonly payRegions: Asked<PayRegionsResponse>;
  readonly paySeries: Asked<PaySeriesResponse>;
  readonly employment: Asked<EmploymentResponse>;
  readonly workforce: Asked<WorkforceResponse>;
  readonly projections: Asked<ProjectionResponse>;
  readonly demand: Asked<DemandResponse>;
  readonly vacancies: Asked<VacancyResponse>;
  readonly adverts: Asked<JobAdvertResponse>;
  readonly localAdverts: Asked<LocalAdvertAreasResponse>;
  readonly visas: Asked<VisaResponse>;
  readonly howToBecome: Asked<HowToBecomeResponse>;
  readonly apprenticeships: Asked<ApprenticeshipsResponse>;
  readonly workProfile: Asked<WorkProfileResponse>;
  readonly skills: Asked<SkillsResponse>;
}

export const annual: Measure = 'annual_pay_gross';
export const hourly: Measure = 'hourly_pay_gross';

/** Annual pay where its median may be shown; else hourly pay if that may be; else annual pay, which says why it is withheld. */
export function payMeasure({ annualPay, hourlyPay }: Pick<PageAnswers, 'annualPay' | 'hourlyPay'>): Measure {
  const shows = (asked: Asked<PayResponse>) => 'answer' in asked && asked.answer.presentable && asked.answer.distribution.median !== null;
  return !shows(annualPay) && shows(hourlyPay) ? hourly : annual;
}

type Key = Exclude<keyof PageAnswers, 'occupation'>;

/** What each answer is asked with. */
export function questionsOf(measure: Measure): Readonly<Record<Key, Question>> {
  return {
    titles: { id: 'titles' },
    annualPay: { id: 'pay' },
    hourlyPay: { id: 'pay', query: { measure: hourly } },
    femalePay: { id: 'pay', query: { measure, sex: 'female' } },
    malePay: { id: 'pay', query: { measure, sex: 'male' } },
    fullTimePay: { id: 'pay', query: { measure, pattern: 'fulltime' } },
    partTimePay: { id: 'pay', query: { measure, pattern: 'parttime' } },
    payRegions: { id: 'pay-regions', query: { measure } },
    paySeries: { id: 'pay-series', query: { measure } },
    employment: { id: 'employment' },
    workforce: { id: 'workforce' },
    projections: { id: 'projections' },
    demand: { id: 'demand' },
    vacancies: { id: 'vacancies' },
    adverts: { id: 'job-adverts' },
    localAdverts: { id: 'job-adverts-local' },
    visas: { id: 'visas' },
    howToBecome: { id: 'how-to-become' },
    apprenticeships: { id: 'apprenticeships' },
    workProfile: { id: 'work-profile' },
    skills: { id: 'skills', query: { limit: '15' } },
  };
}

/** What the figures at a glance are made of. */
const atAGlance: ReadonlySet<string> = new Set(['employment', 'projections', 'demand', 'vacancies', 'adverts', 'visas'] satisfies Key[]);

/**
 * Asks for everything that the page of an occupation shows, or only for what its figures at a glance are made of. An answer that does not have
 * the area is asked for its own. Where a release has England and not the United Kingdom or one of its regions, the answer is that for England.
 */
export async function gather(ask: Ask, soc: string, area: string, onlyGlance = false): Promise<PageAnswers> {
  const put = async <Answer>({ id, query = {} }: Question): Promise<Asked<Answer>> =>
    // The compiler validated the answer before publication.
    (await ask(id, { soc }, { ...areaFor(id, area), ...query })) as Asked<Answer>;
  const occupation = await put<OccupationProfile>({ id: 'occupation' });
  if ('missing' in occupation) throw new Error(`no profile of ${soc}: ${occupation.missing}`);
  const [annualPay, hourlyPay] = await Promise.all([
    put<PayResponse>({ id: 'pay' }),
    put<PayResponse>({ id: 'pay', query: { measure: hourly } }),
  ]);
  const pay = { occupation: occupation.answer, annualPay, hourlyPay };
  const others = Object.entries(questionsOf(payMeasure(pay))).filter(([key]) => !(key in pay));
  const asked = others.map(async ([key, question]) => {
    if (onlyGlance && !atAGlance.has(key)) return [key, { missing: 'It was not asked for.' }] as const;
    const given = await put<never>(question);
    return [key, mayBeOfEngland(question.id) ? await orOfEngland(question.id, given, area, put) : given] as const;
  });
  // Every other key has a question, and each question the type of its key.
  return { ...pay, ...Object.fromEntries(await Promise.all(asked)) } as PageAnswers;
}

/** Why the figure that an answer is about is withheld, for endpoints that have England as an area. */
const withheldOf = {
  employment: ({ employment }: EmploymentResponse) => employment.withheld,
  projections: ({ outlook }: ProjectionResponse) => outlook.withheld,
  vacancies: ({ vacancies }: VacancyResponse) => vacancies.withheld,
};

function mayBeOfEngland(id: string): id is keyof typeof withheldOf {
  return id in withheldOf;
}

/**
 * Where a release does not have the United Kingdom or a region of England, and has England: the answer for England. Else the answer that was
 * given.
 */
async function orOfEngland<Id extends keyof typeof withheldOf, Answer extends Parameters<(typeof withheldOf)[Id]>[0]>(
  id: Id,
  asked: Asked<Answer>,
  area: string,
  put: (question: Question) => Promise<Asked<Answer>>,
): Promise<Asked<Answer>> {
  const withheld = withheldOf[id] as (answer: Answer) => Withheld | null;
  const isMissing = 'answer' in asked && withheld(asked.answer)?.reason === 'not-received';
  if (!isMissing || !(area === 'uk' || isRegionOfEngland(area))) return asked;
  const ofEngland = await put({ id, query: { area: 'england' } });
  return 'answer' in ofEngland && withheld(ofEngland.answer) === null ? ofEngland : asked;
}

/** Its code of nine characters begins so. */
function isRegionOfEngland(slug: string): boolean {
  return areaOf(slug).code.startsWith('E12');
}

/** The parameter for an area that the endpoint has other than by default. */
export function areaFor(id: string, area: string): Readonly<Record<string, string>> {
  return area !== 'uk' && areasOf(id).includes(area) ? { area } : {};
}

/** Slugs of the areas of an endpoint; none if its answers have no other area than their own. */
export function areasOf(id: string): readonly string[] {
  const parameter = endpoints.find((candidate) => candidate.id === id)?.query.find(({ name }) => name === 'area');
  return parameter?.kind === 'enum' ? parameter.values : [];
}

/** Areas that some figures of an occupation can be shown for. */
export const pageAreas: readonly string[] = [
  ...new Set(['pay', 'employment', 'projections', 'vacancies', 'job-adverts'].flatMap((id) => areasOf(id))),
];
