// The client's functions: one for each endpoint, with what it takes and what it answers.
// test/client proves them equal to the endpoint table.
import type {
  AreaSlug,
  DemandLevel,
  Measure,
  Pattern,
  RankOrder,
  Sex,
  SourceKey,
} from '#schemas/codes.ts';
import type { Responses } from '#schemas/response-types.ts';

/** The values that fill paths and queries. */
export interface Values {
  /** SOC 2020 unit group code, four digits; for `summaries` several with commas between. */
  readonly soc: string;
  /**
   * A slug of the UK, a nation or an English region; for local areas, the code or slug of a local
   * authority.
   */
  readonly area: AreaSlug | (string & {});
  readonly q: string;
  readonly limit: number;
  readonly measure: Measure;
  readonly sex: Sex;
  readonly pattern: Pattern;
  readonly year: number;
  readonly edition: string;
  readonly order: RankOrder;
  readonly level: DemandLevel;
  /** One to three digits of SOC 2020. */
  readonly group: string;
  readonly includeInactive: boolean;
  readonly source: SourceKey;
  /** The id of an edition: the list begins after it. */
  readonly cursor: string;
}

interface Call<
  Response extends keyof Responses,
  Required extends keyof Values,
  Optional extends keyof Values,
> {
  readonly response: Response;
  readonly required: readonly Required[];
  readonly optional: readonly Optional[];
}

function call<
  const Response extends keyof Responses,
  const Required extends keyof Values = never,
  const Optional extends keyof Values = never,
>(
  response: Response,
  required: readonly Required[] = [],
  optional: readonly Optional[] = [],
): Call<Response, Required, Optional> {
  return { response, required, optional };
}

/** The calls, by the endpoint's id in camel case. */
export const calls = {
  occupations: call('OccupationList'),
  search: call('OccupationMatchList', ['q'], ['limit']),
  occupation: call('OccupationProfile', ['soc']),
  titles: call('OccupationTitleList', ['soc']),
  pay: call('PayResponse', ['soc'], ['measure', 'sex', 'pattern', 'year', 'edition', 'area']),
  payRegions: call('PayRegionsResponse', ['soc'], ['measure', 'sex', 'pattern', 'year', 'edition']),
  paySeries: call('PaySeriesResponse', ['soc'], ['measure', 'sex', 'pattern', 'area']),
  employment: call('EmploymentResponse', ['soc'], ['area']),
  projections: call('ProjectionResponse', ['soc'], ['area']),
  vacancies: call('VacancyResponse', ['soc'], ['area']),
  demand: call('DemandResponse', ['soc']),
  visas: call('VisaResponse', ['soc']),
  jobAdverts: call('JobAdvertResponse', ['soc'], ['area']),
  jobAdvertsLocal: call('LocalAdvertAreasResponse', ['soc']),
  jobAdvertsLocalArea: call('LocalAdvertResponse', ['soc', 'area']),
  apprenticeships: call('ApprenticeshipsResponse', ['soc'], ['includeInactive']),
  howToBecome: call('HowToBecomeResponse', ['soc']),
  workforce: call('WorkforceResponse', ['soc']),
  workProfile: call('WorkProfileResponse', ['soc']),
  skills: call('SkillsResponse', ['soc'], ['limit']),
  summary: call('SummaryResponse', ['soc'], ['area']),
  related: call('RelatedResponse', ['soc'], ['limit']),
  summaries: call('SummariesResponse', ['soc']),
  payList: call(
    'PayListResponse',
    [],
    ['measure', 'sex', 'pattern', 'year', 'edition', 'area', 'group', 'order', 'limit'],
  ),
  employmentList: call('EmploymentListResponse', [], ['area', 'group', 'order', 'limit']),
  projectionsList: call('ProjectionListResponse', [], ['area', 'order']),
  demandList: call('DemandListResponse', [], ['group', 'level']),
  visasList: call('VisaListResponse', [], ['group', 'limit']),
  jobAdvertsList: call('JobAdvertListResponse', [], ['area', 'group', 'limit']),
  localAreas: call('LocalAreaList'),
  localAreaJobAdverts: call('AreaAdvertsResponse', ['area'], ['group', 'limit']),
  metaSources: call('SourceList'),
  metaEditions: call('EditionList', [], ['source', 'limit', 'cursor']),
  metaIngest: call('IngestStatusResponse'),
} as const;

/** The query leaves out a value that is missing, undefined or null. */
type Taken<Required extends keyof Values, Optional extends keyof Values> = Pick<
  Values,
  Required
> & {
  readonly [Name in Optional]?: Values[Name] | null | undefined;
};

/** How a call is made. */
export interface CallOptions {
  /** Ends the call: it rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
}

/** One function for each endpoint. It needs no argument if no value is required. */
export type Calls = {
  readonly [Id in keyof typeof calls]: (typeof calls)[Id] extends Call<
    infer Response,
    infer Required,
    infer Optional
  >
    ? [Required] extends [never]
      ? (values?: Taken<never, Optional>, options?: CallOptions) => Promise<Responses[Response]>
      : (values: Taken<Required, Optional>, options?: CallOptions) => Promise<Responses[Response]>
    : never;
};

/** The answer of a function: `Answer<'pay'>`. */
export type Answer<Id extends keyof Calls> = Awaited<ReturnType<Calls[Id]>>;

/** The name of an endpoint's function: `jobAdvertsLocal` for `job-adverts-local`. */
export function functionName(endpoint: string): string {
  return endpoint.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
