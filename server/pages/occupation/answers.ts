// The answers that make the page of an occupation, and how they are asked for: by the worker, by
// lmi site and by tests alike.
import { type Measure, isInEngland } from '#schemas/codes.ts';
import type { DocumentPlace } from '#schemas/document-path.ts';
import { areaFor, areasOf, endpointOf } from '#schemas/endpoints.ts';
import { figureOf } from '#schemas/figure-of.ts';
import type { Responses } from '#schemas/response-types.ts';

/** An answer, or the sentence that says why there is none. */
export type Reply<Answer> = { readonly answer: Answer } | { readonly missing: string };

type Query = Readonly<Record<string, string>>;

/**
 * A question: the id of its endpoint, and its query. `answer` is there for the type of its answer
 * and is never there.
 */
export interface Question<Answer = unknown> {
  readonly id: string;
  readonly query: Query;
  readonly answer?: Answer;
}

/** A question to an endpoint whose answer has this schema. */
export const questionFor =
  <Name extends keyof Responses>(_answer: Name) =>
  (id: string, query: Query = {}): Question<Responses[Name]> => ({ id, query });
const pay = questionFor('PayResponse');

/**
 * Asks an endpoint; `place` are the values of its path. Resolves with `missing` where no release of
 * the source is published, and rejects for any other fault. The compiler validated the answer
 * before publication, or the API's own functions have made it.
 */
export type Ask = <Answer>(
  question: Question<Answer>,
  place?: DocumentPlace,
) => Promise<Reply<Answer>>;

/** An answer that is a list; none if it is not published. */
export async function listOf<Item>(
  question: Question<readonly Item[]>,
  ask: Ask,
): Promise<readonly Item[]> {
  const asked = await ask(question);
  return 'answer' in asked ? asked.answer : [];
}

export const allOccupations = (ask: Ask) =>
  listOf(questionFor('OccupationList')('occupations'), ask);

export const annual: Measure = 'annual_pay_gross';
export const hourly: Measure = 'hourly_pay_gross';

/** What the page of an occupation asks. `measure` is the one that `payMeasure` chooses. */
export function questionsOf(measure: Measure) {
  return {
    titles: questionFor('OccupationTitleList')('titles'),
    annualPay: pay('pay'),
    hourlyPay: pay('pay', { measure: hourly }),
    femalePay: pay('pay', { measure, sex: 'female' }),
    malePay: pay('pay', { measure, sex: 'male' }),
    fullTimePay: pay('pay', { measure, pattern: 'fulltime' }),
    partTimePay: pay('pay', { measure, pattern: 'parttime' }),
    hours: pay('pay', { measure: 'hours_paid_total' }),
    payRegions: questionFor('PayRegionsResponse')('pay-regions', { measure }),
    paySeries: questionFor('PaySeriesResponse')('pay-series', { measure }),
    employment: questionFor('EmploymentResponse')('employment'),
    workforce: questionFor('WorkforceResponse')('workforce'),
    projections: questionFor('ProjectionResponse')('projections'),
    demand: questionFor('DemandResponse')('demand'),
    vacancies: questionFor('VacancyResponse')('vacancies'),
    adverts: questionFor('JobAdvertResponse')('job-adverts'),
    localAdverts: questionFor('LocalAdvertAreasResponse')('job-adverts-local'),
    visas: questionFor('VisaResponse')('visas'),
    howToBecome: questionFor('HowToBecomeResponse')('how-to-become'),
    related: questionFor('RelatedResponse')('related', { limit: '6' }),
    apprenticeships: questionFor('ApprenticeshipsResponse')('apprenticeships'),
    workProfile: questionFor('WorkProfileResponse')('work-profile'),
    skills: questionFor('SkillsResponse')('skills', { limit: '30' }),
  };
}

type Questions = ReturnType<typeof questionsOf>;
export type QuestionKey = keyof Questions;
export type AnswerOf<K extends QuestionKey> = NonNullable<Questions[K]['answer']>;
export type PageAnswers = {
  readonly occupation: Responses['OccupationProfile'];
  /** The slug of the area that was asked for. Answers can be for a larger one. */
  readonly area: string;
} & {
  readonly [K in QuestionKey]: Reply<AnswerOf<K>>;
};

/**
 * Annual pay where its median may be shown; else hourly pay if that may be; else annual pay, which
 * says why it is withheld.
 */
export function payMeasure({
  annualPay,
  hourlyPay,
}: Pick<PageAnswers, 'annualPay' | 'hourlyPay'>): Measure {
  const shows = (asked: PageAnswers['annualPay']) =>
    'answer' in asked && figureOf(asked.answer, 'figures.median.value').presentable;
  return !shows(annualPay) && shows(hourlyPay) ? hourly : annual;
}

/** What a comparison is made of, beside pay. */
const keysOfComparison = [
  'fullTimePay',
  'hours',
  'howToBecome',
  'employment',
  'projections',
  'demand',
  'skills',
  'vacancies',
  'adverts',
  'visas',
] as const;
export const comparedKeys: readonly QuestionKey[] = keysOfComparison;

/**
 * Asks for everything that the page of an occupation shows, or beside pay only for `keys`. An
 * answer that does not have the area is asked for its own. Where a release of projections has
 * England and not the United Kingdom or one of its regions, the answer is that for England; where
 * pay has not been received for an area, that for the United Kingdom.
 */
export async function gatherAnswers(
  ask: Ask,
  soc: string,
  area: string,
  keys?: readonly QuestionKey[],
): Promise<PageAnswers> {
  let payArea = area;
  const askInArea = <Answer>({ id, query }: Question<Answer>): Promise<Reply<Answer>> =>
    ask(
      {
        id,
        query: { ...areaFor(endpointOf(id), id.startsWith('pay') ? payArea : area), ...query },
      },
      { soc },
    );
  const askProjections = async (
    question: Question<AnswerOf<'projections'>>,
  ): Promise<Reply<AnswerOf<'projections'>>> => {
    const reply = await askInArea(question);
    const isOfEngland = area === 'uk' || isInEngland(area);
    if (
      'missing' in reply ||
      !isOfEngland ||
      reply.answer.outlook.withheld?.reason !== 'not-received'
    )
      return reply;
    const replyForEngland = await askInArea({ ...question, query: { area: 'england' } });
    return 'answer' in replyForEngland && replyForEngland.answer.outlook.withheld === null
      ? replyForEngland
      : reply;
  };
  const occupation = await askInArea(questionFor('OccupationProfile')('occupation'));
  if ('missing' in occupation) throw new Error(`no profile of ${soc}: ${occupation.missing}`);
  const payQuestions = questionsOf(annual);
  const askPay = () =>
    Promise.all([askInArea(payQuestions.annualPay), askInArea(payQuestions.hourlyPay)]);
  let [annualPay, hourlyPay] = await askPay();
  if (
    area !== 'uk' &&
    'answer' in annualPay &&
    annualPay.answer.figures.median.withheld?.reason === 'not-received'
  ) {
    payArea = 'uk';
    [annualPay, hourlyPay] = await askPay();
  }
  const first = { occupation: occupation.answer, annualPay, hourlyPay };
  const questions = questionsOf(payMeasure(first));
  const others = Object.entries(questions).filter(([key]) => !(key in first));
  const asked = others.map(async ([key, question]) => {
    if (keys?.some((wanted) => wanted === key) === false)
      return [key, { missing: 'It was not asked for.' }] as const;
    return [
      key,
      await (key === 'projections'
        ? askProjections(questions.projections)
        : askInArea<unknown>(question)),
    ] as const;
  });
  // Every other key has a question, and each question the type of its key.
  return { ...first, area, ...Object.fromEntries(await Promise.all(asked)) } as PageAnswers;
}

/** Areas that some figures of an occupation can be shown for. */
export const pageAreas: readonly string[] = [
  ...new Set(
    ['pay', 'employment', 'projections', 'vacancies', 'job-adverts'].flatMap((id) =>
      areasOf(endpointOf(id)),
    ),
  ),
];
