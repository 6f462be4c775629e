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

/** The questions of an occupation's page. `measure` is the one that `payMeasure` chooses. */
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

/** The questions of a comparison, beside pay. */
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
 * Asks for everything that the page of an occupation shows; with `keys`, beside pay only for these.
 * Some answers are for a wider area: projections of England if their release lacks the area, pay of
 * the United Kingdom if it has not been received for the area, and all whose endpoint has no such
 * area.
 */
export async function gatherAnswers(
  ask: Ask,
  soc: string,
  area: string,
  keys?: readonly QuestionKey[],
): Promise<PageAnswers> {
  const askIn =
    (slug: string) =>
    <Answer>({ id, query }: Question<Answer>): Promise<Reply<Answer>> =>
      ask({ id, query: { ...areaFor(endpointOf(id), slug), ...query } }, { soc });
  const askInArea = askIn(area);
  const occupation = await askInArea(questionFor('OccupationProfile')('occupation'));
  if ('missing' in occupation) throw new Error(`no profile of ${soc}: ${occupation.missing}`);
  let askPay = askInArea;
  let pay = await bothMeasures(askPay);
  if (area !== 'uk' && isPayNotReceived(pay.annualPay)) {
    askPay = askIn('uk');
    pay = await bothMeasures(askPay);
  }
  const questions = questionsOf(payMeasure(pay));
  const askFor = async (key: string, question: Question): Promise<Reply<unknown>> => {
    if (keys?.some((wanted) => wanted === key) === false)
      return { missing: 'It was not asked for.' };
    if (key === 'projections') return askProjections(questions.projections, area, askInArea);
    return question.id.startsWith('pay') ? askPay(question) : askInArea(question);
  };
  const others = Object.entries(questions).filter(([key]) => !(key in pay));
  const replies = await Promise.all(
    others.map(async ([key, question]) => [key, await askFor(key, question)] as const),
  );
  // Every other key has a question, and each question the type of its key.
  return {
    occupation: occupation.answer,
    ...pay,
    area,
    ...Object.fromEntries(replies),
  } as PageAnswers;
}

type AskInArea = <Answer>(question: Question<Answer>) => Promise<Reply<Answer>>;

async function bothMeasures(
  askPay: AskInArea,
): Promise<Pick<PageAnswers, 'annualPay' | 'hourlyPay'>> {
  const questions = questionsOf(annual);
  const [annualPay, hourlyPay] = await Promise.all([
    askPay(questions.annualPay),
    askPay(questions.hourlyPay),
  ]);
  return { annualPay, hourlyPay };
}

function isPayNotReceived(reply: PageAnswers['annualPay']): boolean {
  return 'answer' in reply && reply.answer.figures.median.withheld?.reason === 'not-received';
}

/** Projections of the area, or of England if the release has those and not the area's. */
async function askProjections(
  question: Question<AnswerOf<'projections'>>,
  area: string,
  askInArea: AskInArea,
): Promise<Reply<AnswerOf<'projections'>>> {
  const reply = await askInArea(question);
  const hasEngland = area === 'uk' || isInEngland(area);
  const isReceived = 'missing' in reply || reply.answer.outlook.withheld?.reason !== 'not-received';
  if (isReceived || !hasEngland) return reply;
  const replyForEngland = await askInArea({ ...question, query: { area: 'england' } });
  const isKnown = 'answer' in replyForEngland && replyForEngland.answer.outlook.withheld === null;
  return isKnown ? replyForEngland : reply;
}

/** Areas that some figures of an occupation can be shown for. */
export const pageAreas: readonly string[] = [
  ...new Set(
    ['pay', 'employment', 'projections', 'vacancies', 'job-adverts'].flatMap((id) =>
      areasOf(endpointOf(id)),
    ),
  ),
];
