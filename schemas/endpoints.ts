// The contract: one row for each endpoint. Routes, parameter checks, file paths, OpenAPI, the
// README's table and the contract tests all derive from here. No schema library is imported, so
// that none reaches the worker.
import {
  areaSlugs,
  demandLevels,
  interestTypes,
  measureKeys,
  mostSkillsListed,
  patterns,
  rankedMeasures,
  rankOrders,
  sexes,
  sourceKeys,
  type SourceKey,
  unitGroupCount,
} from './codes.ts';
import type * as responses from './resources/responses.ts';

/**
 * A value in the path. `occupation` is a SOC 2020 unit group; `local-area` the code or slug of a
 * local authority.
 */
export interface PathParameter {
  readonly name: 'soc' | 'area';
  readonly kind: 'occupation' | 'local-area';
  readonly describe: string;
}

/** A value in the query. If the default is null, `describe` says what a missing value means. */
export type QueryParameter = { readonly name: string; readonly describe: string } & (
  | { readonly kind: 'enum'; readonly values: readonly string[]; readonly default: string | null }
  /** Several of the values, each once, with commas between them. */
  | { readonly kind: 'list'; readonly values: readonly string[]; readonly default: null }
  | {
      readonly kind: 'integer';
      readonly minimum: number;
      readonly maximum: number;
      readonly default: number | null;
    }
  | { readonly kind: 'boolean'; readonly default: boolean }
  | { readonly kind: 'text'; readonly maxLength: number; readonly required: true }
  // Codes of unit groups with commas between.
  | { readonly kind: 'occupations'; readonly maximum: number; readonly required: true }
  // The one to three digits with which a group of SOC 2020 begins.
  | { readonly kind: 'group'; readonly default: null }
  | { readonly kind: 'uuid'; readonly default: null }
);

/**
 * How an answer is made: `file` is a stored file, byte for byte; `select` picks a variant from a
 * stored document; `join` makes one answer of those of other rows; `search` searches the title
 * index; `catalogue` composes the answer from the catalogue.
 */
export type AnswerKind = 'file' | 'select' | 'join' | 'search' | 'catalogue';

/** How answers are made, and what is stored for them. */
export interface AnswerRow {
  readonly id: string;
  /** The source whose edition holds the files, then the other sources of the answer. */
  readonly sources: readonly [SourceKey, ...SourceKey[]] | readonly [];
  readonly access: 'key' | 'open';
  readonly pathParameters: readonly PathParameter[];
  readonly query: readonly QueryParameter[];
  readonly answer: AnswerKind;
  /** Name of the response's schema in schemas/resources/responses.ts. */
  readonly response: keyof typeof responses;
  /** The documents that the edition of its first source stores for it; null if it has none. */
  readonly stored: StoredDocuments | null;
  /**
   * Id of the endpoint whose answers of every served reference year are the parts of a joined
   * answer; null for other parts.
   */
  readonly yearsOf: string | null;
  /** The other parts of a joined answer. */
  readonly joins: readonly Join[];
  /** The answer as a table, at the same path with .csv; null if it is no list of like things. */
  readonly csv: CsvForm | null;
}

/** Answers that can be asked for. */
export interface Endpoint extends AnswerRow {
  readonly path: string;
  readonly summary: string;
  /** What a reader of the OpenAPI document must know besides. */
  readonly describe: string;
}

/** Documents that nobody can ask for: parts of joined answers. */
export interface StoredPart extends AnswerRow {
  readonly answer: 'file';
  readonly stored: StoredDocuments;
}

/** The documents of an endpoint in an edition. */
export interface StoredDocuments {
  /** Their path inside the edition: `pay/{soc}/{area}.json`. */
  readonly file: string;
  /** Name of their schema in schemas/resources/responses.ts. */
  readonly document: keyof typeof responses;
}

/**
 * A part of a joined answer: the answer of another row. It has the occupation and the area of the
 * whole, and defaults for what `query` leaves out.
 */
export interface Join {
  /** The name of the part among the parts. */
  readonly name: string;
  readonly id: string;
  readonly query: Readonly<Record<string, string>>;
}

/** How an answer is a table. */
export interface CsvForm {
  /**
   * Members of the answer that are rows, or lists of rows; none if the answer is the list itself.
   */
  readonly rows: readonly string[];
  /** Members of the answer that each row begins with, so that it says by itself what it is of. */
  readonly with: readonly string[];
  /** The columns of a row that are kept, of one with more than a person reads; left out: all. */
  readonly only?: RegExp;
}

/** The path of an answer as CSV. */
export function csvPath({ path }: Pick<Endpoint, 'path'>): string {
  return `${path}.csv`;
}

/**
 * True for an endpoint whose answer is an array, as the contract has it. Its provenance and
 * attribution are in headers only.
 */
export function isBareArray({ response }: Pick<AnswerRow, 'response'>): boolean {
  return response.endsWith('List');
}

const soc: PathParameter = {
  name: 'soc',
  kind: 'occupation',
  describe: 'SOC 2020 unit group code, four digits.',
};
const localArea: PathParameter = {
  name: 'area',
  kind: 'local-area',
  describe: 'Code or slug of a local authority, as /v1/local-areas lists them.',
};

function oneOf(
  name: string,
  values: readonly string[],
  fallback: string | null,
  describe: string,
): QueryParameter {
  return { name, kind: 'enum', values, default: fallback, describe };
}

const area = (values: readonly string[], describe: string) =>
  oneOf('area', values, 'uk', `${describe} Its GSS code is taken too.`);

function limit(maximum: number, fallback: number, describe: string): QueryParameter {
  return { name: 'limit', kind: 'integer', minimum: 1, maximum, default: fallback, describe };
}

const listLimit = limit(unitGroupCount, 50, 'How many occupations to list.');

const group: QueryParameter = {
  name: 'group',
  kind: 'group',
  default: null,
  describe:
    'Only the occupations of this group of SOC 2020: one digit for a major group, two ' +
    'for a sub-major group, three for a minor group, such as 223 for nurses. Ranks stay ' +
    'those among all occupations.',
};

const order = oneOf(
  'order',
  rankOrders,
  'descending',
  'Highest first, or lowest first. Rank 1 is the highest in both.',
);

const sex = oneOf('sex', sexes, 'all', 'Whose pay.');
const pattern = oneOf('pattern', patterns, 'all', 'Work pattern.');
const variant = [
  oneOf('measure', measureKeys, 'annual_pay_gross', 'What is measured.'),
  sex,
  pattern,
];
const year: QueryParameter = {
  name: 'year',
  kind: 'integer',
  minimum: -2147483648,
  maximum: 2147483647,
  default: null,
  describe: 'Reference year; the default is the latest published year.',
};
const edition: QueryParameter = {
  name: 'edition',
  kind: 'uuid',
  default: null,
  describe: 'An edition id from /v1/meta/editions: pins the exact release and overrides `year`.',
};
const nation = area(areaSlugs.ukAndNations, 'The UK or a nation.');
const region = area(
  areaSlugs.ukWalesScotlandAndRegions,
  'The UK, Wales, Scotland or an English region.',
);

/** The sources of headline figures, in the order of the figures. */
export const headlineSources = [
  'ashe',
  'aps-employment',
  'aps-workforce',
  'skills-projections',
  'occupations-in-demand',
  'employer-skills-survey',
  'online-job-adverts',
  'work-visas',
] as const satisfies readonly SourceKey[];

const aloneCsv: CsvForm = { rows: [], with: [] };

/**
 * A row as it is written. `document` names the schema of the stored documents if the answer is
 * picked from one; `file` is their path if it is not made of the id and the parameters.
 */
type Row = Pick<Endpoint, 'id' | 'path' | 'summary' | 'describe' | 'sources' | 'response'> &
  Partial<Omit<Endpoint, 'stored'>> &
  Partial<StoredDocuments>;

/** The columns of pay by region as CSV: of each figure the value, the quality and the reason. */
const regionColumns =
  /^(?:area|differenceFromUk|ratioToUk|figures\.\w+\.(?:value|quality\b|withheld))(?!.*\.marker)/;

/** Fills in a row: the path's parameters, how its answer is made, and what is stored for it. */
function endpoint({ document, file, ...row }: Row): Endpoint {
  const { id, path, query = [], access = 'key' } = row;
  const pathParameters = [soc, localArea].filter(({ name }) => path.includes(`{${name}}`));
  const hasArea = path.includes('{area}') || query.some(({ name }) => name === 'area');
  const socFolder = path.includes('{soc}') ? '/{soc}' : '';
  const usualFile = `${id}${socFolder}${hasArea ? '/{area}' : ''}.json`;
  return {
    access,
    pathParameters,
    query,
    answer: document === undefined ? 'file' : 'select',
    yearsOf: null,
    joins: [],
    stored:
      row.answer === undefined || document !== undefined
        ? { file: file ?? usualFile, document: document ?? row.response }
        : null,
    csv: isBareArray(row) && access === 'key' ? aloneCsv : null,
    ...row,
  };
}

function storedPart({
  file,
  ...row
}: Pick<AnswerRow, 'id' | 'sources' | 'response'> & Pick<StoredDocuments, 'file'>): StoredPart {
  return {
    access: 'key',
    pathParameters: [],
    query: [],
    answer: 'file',
    yearsOf: null,
    joins: [],
    stored: { file, document: row.response },
    csv: null,
    ...row,
  };
}

/**
 * All endpoints, in the contract's order. A fixed path comes before a path that would match it
 * with a parameter.
 */
export const endpoints: readonly Endpoint[] = [
  endpoint({
    id: 'occupations',
    path: '/v1/occupations',
    summary: 'All 412 unit groups with their place in the hierarchy and their number of job titles',
    describe:
      'A bare array, ordered by code. Start here to list occupations; start with ' +
      '/v1/occupations/search if you have a job title.',
    sources: ['soc-index', 'soc-structure'],
    response: 'OccupationList',
  }),
  endpoint({
    id: 'search',
    path: '/v1/occupations/search',
    summary: 'Job titles to unit groups',
    describe:
      'Finds the unit groups of a job title, written in your own words. It tolerates ' +
      'misspellings, plurals and another order of words. Each unit group appears once, ' +
      'with its best-matching title; an exact match comes first. The array is empty if ' +
      'nothing sensible is found.',
    sources: ['soc-index', 'soc-structure', 'career-profiles', 'onet', 'esco'],
    query: [
      {
        name: 'q',
        kind: 'text',
        maxLength: 200,
        required: true,
        describe: 'The job title, in your own words.',
      },
      limit(50, 10, 'Most unit groups to list.'),
    ],
    answer: 'search',
    response: 'OccupationMatchList',
    document: 'TitleIndex',
    file: 'search/titles.json',
  }),
  endpoint({
    id: 'occupation',
    path: '/v1/occupations/{soc}',
    summary: 'Description of the work, tasks, hierarchy, ISCO-08 mapping and sample titles',
    describe:
      'What people in the occupation do, where it stands in SOC 2020, and how it maps to ISCO-08.',
    sources: ['soc-index', 'soc-structure'],
    response: 'OccupationProfile',
  }),
  endpoint({
    id: 'titles',
    path: '/v1/occupations/{soc}/titles',
    summary: 'Every job title of the coding index under the unit group',
    describe:
      'A bare array of the job titles of the national coding index, with the qualifier ' +
      'that some of them carry.',
    sources: ['soc-index', 'soc-structure'],
    response: 'OccupationTitleList',
  }),
  endpoint({
    id: 'pay',
    path: '/v1/occupations/{soc}/pay',
    summary: 'What the occupation pays: median, mean and percentiles',
    describe:
      'Gross annual pay of all employees in the UK in the latest published year, unless ' +
      'parameters say otherwise. Pay counts employee jobs and leaves out the ' +
      'self-employed. Show the median, not the mean.',
    sources: ['ashe', 'soc-structure'],
    query: [...variant, year, edition, region],
    response: 'PayResponse',
    document: 'PayDocument',
  }),
  endpoint({
    id: 'pay-regions',
    path: '/v1/occupations/{soc}/pay/regions',
    summary: 'Pay in every region against the UK',
    describe: 'The median in Wales, Scotland and the nine English regions, each against the UK.',
    sources: ['ashe', 'soc-structure'],
    query: [...variant, year, edition],
    response: 'PayRegionsResponse',
    document: 'PayRegionsDocument',
    csv: {
      rows: ['uk', 'regions'],
      with: ['soc2020', 'title', 'year', 'provisional', 'measure', 'unit', 'sex', 'workPattern'],
      only: regionColumns,
    },
  }),
  endpoint({
    id: 'pay-series',
    path: '/v1/occupations/{soc}/pay/series',
    summary: 'Pay year by year',
    describe:
      'The figure of every reference year that is served, oldest first. `breaks` says ' +
      'where a line through the points must be interrupted.',
    sources: ['ashe', 'soc-structure'],
    query: [...variant, region],
    answer: 'join',
    response: 'PaySeriesResponse',
    yearsOf: 'pay',
    csv: {
      rows: ['points'],
      with: ['soc2020', 'title', 'area', 'measure', 'unit', 'sex', 'workPattern'],
    },
  }),
  endpoint({
    id: 'employment',
    path: '/v1/occupations/{soc}/employment',
    summary: 'How many people work in the occupation',
    describe:
      'Counts people, the self-employed included. The breakdown by sex and kind of ' +
      'employment is given for the UK only.',
    sources: ['aps-employment', 'soc-structure'],
    query: [nation],
    response: 'EmploymentResponse',
  }),
  endpoint({
    id: 'projections',
    path: '/v1/occupations/{soc}/projections',
    summary: "Projected employment of the occupation's sub-major group",
    describe:
      'Projections exist for sub-major groups only, so the figures describe the group ' +
      'of the occupation. They are modelled trends and not forecasts. A group of fewer ' +
      'than 10,000 jobs in the area has no figures. Show `citation` wherever you show them.',
    sources: ['skills-projections', 'soc-structure'],
    query: [area(areaSlugs.all, 'Area slug.')],
    response: 'ProjectionResponse',
  }),
  endpoint({
    id: 'vacancies',
    path: '/v1/occupations/{soc}/vacancies',
    summary: 'Vacancies, hard-to-fill and skill-shortage vacancies',
    describe:
      'The figures of the finest group of SOC 2020 that the survey publishes for the ' +
      'occupation in the area; `group` and `derivation` name it. Figures based on fewer ' +
      'than 30 employers are withheld.',
    sources: ['employer-skills-survey', 'soc-structure'],
    query: [nation],
    response: 'VacancyResponse',
  }),
  endpoint({
    id: 'demand',
    path: '/v1/occupations/{soc}/demand',
    summary: 'Whether the occupation is in demand, and by which indicators',
    describe:
      "The publisher's level of demand in the latest year, the five indicators behind " +
      'it, and the year before by the same method.',
    sources: ['occupations-in-demand', 'soc-structure'],
    response: 'DemandResponse',
  }),
  endpoint({
    id: 'visas',
    path: '/v1/occupations/{soc}/visas',
    summary: 'Granted work visas by quarter, route, nationality and industry',
    describe:
      'Visas granted to skilled workers in the occupation since the last quarter of ' +
      '2024. The latest four quarters are totalled, ranked and broken down.',
    sources: ['work-visas', 'soc-structure'],
    response: 'VisaResponse',
  }),
  endpoint({
    id: 'job-adverts',
    path: '/v1/occupations/{soc}/job-adverts',
    summary: 'Online job adverts by month',
    describe:
      'New online job adverts by month since January 2017. The latest twelve months are ' +
      'totalled, compared with the twelve before, and ranked. Suppressed months are ' +
      'null and left out of totals.',
    sources: ['online-job-adverts', 'soc-structure'],
    query: [region],
    response: 'JobAdvertResponse',
    document: 'JobAdvertDocument',
    file: 'job-adverts/{soc}.json',
    csv: { rows: ['months'], with: ['soc2020', 'title', 'area'] },
  }),
  endpoint({
    id: 'job-adverts-local',
    path: '/v1/occupations/{soc}/job-adverts/local',
    summary: 'Local areas with adverts for the occupation',
    describe:
      'The local areas with adverts for the occupation in the latest four quarters, ' +
      'most adverts first.',
    sources: ['online-job-adverts', 'local-authorities', 'soc-structure'],
    response: 'LocalAdvertAreasResponse',
    csv: { rows: ['areas'], with: ['soc2020', 'title', 'period'] },
  }),
  endpoint({
    id: 'job-adverts-local-area',
    path: '/v1/occupations/{soc}/job-adverts/local/{area}',
    summary: 'Adverts for the occupation in one local area, by quarter',
    describe:
      'The last twelve quarters. The latest four are totalled, compared with the four ' +
      'before, and ranked among the occupations of the area.',
    sources: ['online-job-adverts', 'local-authorities', 'soc-structure'],
    response: 'LocalAdvertResponse',
    document: 'LocalAdvertDocument',
    file: 'job-adverts-local-area/{soc}.json',
    csv: { rows: ['quarters'], with: ['soc2020', 'title', 'area'] },
  }),
  endpoint({
    id: 'apprenticeships',
    path: '/v1/occupations/{soc}/apprenticeships',
    summary: 'Apprenticeship standards, T Levels and other technical qualifications',
    describe:
      'The occupations of the occupational maps behind the unit group, each with its ' +
      'qualifications. Retired and withdrawn apprenticeships are left out unless ' +
      '`includeInactive` is true. The publisher requires its logo beside the attribution.',
    sources: ['occupational-maps', 'apprenticeship-standards', 'soc-index', 'soc-structure'],
    query: [
      {
        name: 'includeInactive',
        kind: 'boolean',
        default: false,
        describe: 'Also list retired and withdrawn apprenticeships.',
      },
    ],
    response: 'ApprenticeshipsResponse',
    document: 'ApprenticeshipsDocument',
  }),
  endpoint({
    id: 'how-to-become',
    path: '/v1/occupations/{soc}/how-to-become',
    summary: 'Routes into the occupation',
    describe:
      'Job profiles of the National Careers Service: routes, entry requirements, and ' +
      'checks or licences. An occupation may have several profiles or none.',
    sources: ['career-profiles', 'soc-index', 'soc-structure'],
    response: 'HowToBecomeResponse',
  }),
  endpoint({
    id: 'workforce',
    path: '/v1/occupations/{soc}/workforce',
    summary: 'Who does the work: age, qualification and industry',
    describe:
      'Shares by age band, highest qualification and industry. Show acceptable figures ' +
      'with a caution; unreliable ones are withheld.',
    sources: ['aps-workforce', 'soc-structure'],
    response: 'WorkforceResponse',
  }),
  endpoint({
    id: 'work-profile',
    path: '/v1/occupations/{soc}/work-profile',
    summary: 'Interests and abilities that suit the occupation',
    describe:
      'Career interests (RIASEC) and abilities, averaged over comparable US ' +
      'occupations; `basedOn` lists them.',
    sources: ['onet', 'soc-index', 'soc-structure'],
    response: 'WorkProfileResponse',
  }),
  endpoint({
    id: 'skills',
    path: '/v1/occupations/{soc}/skills',
    summary: 'Related roles, shared skills and knowledge',
    describe:
      'From ESCO, most widely shared first. The roles are related occupations and not ' +
      'exact equivalents.',
    sources: ['esco', 'soc-index', 'soc-structure'],
    query: [
      limit(mostSkillsListed, 20, 'How many roles, skills and knowledge items to list, each.'),
    ],
    response: 'SkillsResponse',
    document: 'SkillsDocument',
  }),
  endpoint({
    id: 'summary',
    path: '/v1/occupations/{soc}/summary',
    summary: 'Fifteen headline figures of the occupation from eight sources',
    describe:
      'The figures for a card or the top of a page, in one call. Each has its own area, ' +
      'period, quality and source.',
    sources: [...headlineSources, 'soc-structure'],
    query: [
      area(
        areaSlugs.all,
        'Area slug. A source without figures of it gives those of the nearest larger area.',
      ),
    ],
    answer: 'join',
    joins: [
      { name: 'annualPay', id: 'pay', query: {} },
      { name: 'hourlyPay', id: 'pay', query: { measure: 'hourly_pay_gross' } },
      { name: 'hours', id: 'pay', query: { measure: 'hours_paid_total' } },
      ...['employment', 'workforce', 'projections', 'demand', 'vacancies'].map((id) => ({
        name: id,
        id,
        query: {},
      })),
      { name: 'adverts', id: 'job-adverts', query: {} },
      { name: 'visas', id: 'visas', query: {} },
    ],
    response: 'SummaryResponse',
    csv: { rows: ['figures'], with: ['soc2020', 'title'] },
  }),
  endpoint({
    id: 'related',
    path: '/v1/occupations/{soc}/related',
    summary: 'Related occupations, by related US occupations and by shared skills',
    describe:
      'Occupations that are like this one, from two lists that know nothing of each ' +
      "other: O*NET's related US occupations, and the skills of European roles in ESCO. " +
      'Each says what it rests on.',
    sources: ['onet', 'esco', 'soc-index', 'soc-structure'],
    query: [limit(60, 10, 'How many occupations to list.')],
    answer: 'join',
    joins: [
      { name: 'onet', id: 'related-onet', query: {} },
      { name: 'esco', id: 'related-esco', query: {} },
    ],
    response: 'RelatedResponse',
  }),
  endpoint({
    id: 'summaries',
    path: '/v1/summaries',
    summary: 'The headline figures of several occupations side by side',
    describe:
      'The figures of /summary for the United Kingdom, of up to ten occupations in one ' +
      'call. /tables/summary.csv has those of all occupations.',
    sources: [...headlineSources, 'soc-structure'],
    query: [
      {
        name: 'soc',
        kind: 'occupations',
        maximum: 10,
        required: true,
        describe: 'Up to ten SOC 2020 unit group codes with commas between: 2134,2231.',
      },
    ],
    answer: 'join',
    joins: headlineSources.map((source) => ({
      name: source,
      id: `headlines-${source}`,
      query: {},
    })),
    response: 'SummariesResponse',
  }),
  endpoint({
    id: 'pay-list',
    path: '/v1/pay',
    summary: 'Occupations by median pay in an area, highest first',
    describe:
      'Every occupation by its median in the latest published year, gross annual pay or ' +
      'gross hourly pay, of all employees unless `sex` or `pattern` say otherwise. ' +
      'Occupations without a presentable median stand last, without a rank.',
    sources: ['ashe', 'soc-structure'],
    query: [
      oneOf('measure', rankedMeasures, 'annual_pay_gross', 'What is ranked.'),
      sex,
      pattern,
      year,
      edition,
      region,
      group,
      order,
      listLimit,
    ],
    response: 'PayListResponse',
    document: 'PayListDocument',
    csv: {
      rows: ['occupations'],
      with: ['area', 'year', 'provisional', 'measure', 'unit', 'sex', 'workPattern'],
    },
  }),
  endpoint({
    id: 'employment-list',
    path: '/v1/employment',
    summary: 'Occupations by the number of people who work in them, most first',
    describe:
      'Every occupation by its number of people, the self-employed included. ' +
      'Occupations without a presentable number stand last, without a rank.',
    sources: ['aps-employment', 'soc-structure'],
    query: [nation, group, order, listLimit],
    response: 'EmploymentListResponse',
    document: 'EmploymentListDocument',
    csv: { rows: ['occupations'], with: ['area', 'period'] },
  }),
  endpoint({
    id: 'projections-list',
    path: '/v1/projections',
    summary: 'Sub-major groups by the projected change of their employment, fastest growth first',
    describe:
      'Projections exist for sub-major groups only, and each stands here once, by its ' +
      'net change in percent of the base year. They are modelled trends and not ' +
      'forecasts. Groups of fewer than 10,000 jobs in the area stand last, without ' +
      'figures and rank. Show `citation` wherever you show them.',
    sources: ['skills-projections', 'soc-structure'],
    query: [area(areaSlugs.all, 'Area slug.'), order],
    response: 'ProjectionListResponse',
    document: 'ProjectionListDocument',
    csv: { rows: ['subMajorGroups'], with: ['area', 'period'] },
  }),
  endpoint({
    id: 'demand-list',
    path: '/v1/demand',
    summary: 'Occupations at a level of demand, highest demand first',
    describe:
      'Every assessed occupation at the level in the latest year, highest demand index ' +
      'first. Without `level`, those in critical or elevated demand.',
    sources: ['occupations-in-demand', 'soc-structure'],
    query: [
      group,
      oneOf('level', demandLevels, null, 'Level of demand; the default is critical and elevated.'),
    ],
    response: 'DemandListResponse',
    document: 'DemandListDocument',
    csv: { rows: ['occupations'], with: ['period'] },
  }),
  endpoint({
    id: 'visas-list',
    path: '/v1/visas',
    summary: 'Occupations by granted work visas, most first',
    describe: 'Occupations with at least one visa in the latest four quarters.',
    sources: ['work-visas', 'soc-structure'],
    query: [group, listLimit],
    response: 'VisaListResponse',
    document: 'VisaListDocument',
    file: 'visas.json',
    csv: { rows: ['occupations'], with: ['period'] },
  }),
  endpoint({
    id: 'job-adverts-list',
    path: '/v1/job-adverts',
    summary: 'Occupations by online job adverts in an area, most first',
    describe:
      'Occupations by their adverts over the latest twelve months in the area, with the ' +
      'change on the year before.',
    sources: ['online-job-adverts', 'soc-structure'],
    query: [region, group, listLimit],
    response: 'JobAdvertListResponse',
    document: 'JobAdvertListDocument',
    csv: { rows: ['occupations'], with: ['area', 'period'] },
  }),
  endpoint({
    id: 'work-profile-list',
    path: '/v1/work-profiles',
    summary: 'Occupations by career interests, best match first',
    describe:
      'Every occupation by the lowest of its scores in the interests asked for, so that ' +
      'only one that fits them all comes early. The scores describe comparable US ' +
      'occupations, not jobs in the UK. Occupations without scores come last, without a rank.',
    sources: ['onet', 'soc-index', 'soc-structure'],
    query: [
      {
        name: 'interests',
        kind: 'list',
        values: interestTypes,
        default: null,
        describe:
          'One or more career interests, with commas between them. Without it the ' +
          'occupations are in the order of their codes and have no rank.',
      },
      group,
      listLimit,
    ],
    response: 'WorkProfileListResponse',
    document: 'WorkProfileListDocument',
    csv: { rows: ['occupations'], with: ['period'] },
  }),
  endpoint({
    id: 'local-areas',
    path: '/v1/local-areas',
    summary: 'Local authorities, with London as one area',
    describe:
      'A bare array of the local authority districts whose codes and slugs the paths ' +
      'with {area} take. London is one area.',
    sources: ['local-authorities'],
    response: 'LocalAreaList',
    document: 'LocalAreasDocument',
  }),
  endpoint({
    id: 'local-area-job-adverts',
    path: '/v1/local-areas/{area}/job-adverts',
    summary: 'Occupations by adverts in a local area, most first',
    describe:
      'Occupations by their adverts over the latest four quarters in the local area, ' +
      'with the change on the four before.',
    sources: ['online-job-adverts', 'local-authorities', 'soc-structure'],
    query: [group, listLimit],
    response: 'AreaAdvertsResponse',
    document: 'AreaAdvertsDocument',
    csv: { rows: ['occupations'], with: ['area', 'period'] },
  }),
  endpoint({
    id: 'meta-sources',
    path: '/v1/meta/sources',
    summary: 'The sources, their licences and the release served',
    describe:
      `A bare array of the ${sourceKeys.length} sources: publisher, licence, attribution, ` +
      'and the editions that answer now.',
    sources: [],
    access: 'open',
    answer: 'catalogue',
    response: 'SourceList',
  }),
  endpoint({
    id: 'meta-editions',
    path: '/v1/meta/editions',
    summary: 'Every edition, newest first, with known issues and what is held back',
    describe:
      'A bare array of every edition in any state, newest first. The `id` of an edition ' +
      'is what `edition` of the pay endpoints takes.',
    sources: [],
    access: 'open',
    query: [
      oneOf('source', sourceKeys, null, 'Source key; the default is all sources.'),
      // The record of an edition of 831 files has 111 kB.
      limit(
        100,
        50,
        'How many editions to list. The `Link` header with the relation "next" has the ' +
          'address of the rest.',
      ),
      {
        name: 'cursor',
        kind: 'uuid',
        default: null,
        describe:
          'The id of an edition: the list begins after it. Take it from the `Link` ' +
          'header of the part before.',
      },
    ],
    answer: 'catalogue',
    response: 'EditionList',
  }),
  endpoint({
    id: 'meta-ingest',
    path: '/v1/meta/ingest',
    summary: 'When each source was last checked, and any release held back',
    describe: 'The state of the daily check of each source at this moment. It is never cached.',
    sources: [],
    access: 'open',
    answer: 'catalogue',
    response: 'IngestStatusResponse',
  }),
];

const storedParts: readonly StoredPart[] = [
  ...(['onet', 'esco'] as const).map((source) =>
    storedPart({
      id: `related-${source}`,
      sources: [source, 'soc-index', 'soc-structure'],
      response: source === 'onet' ? 'RelatedByOnet' : 'RelatedBySkills',
      file: `related-${source}/{soc}.json`,
    }),
  ),
  ...headlineSources.map((source) =>
    storedPart({
      id: `headlines-${source}`,
      sources: [source, 'soc-structure'],
      response: 'HeadlinesDocument',
      file: `headlines-${source}.json`,
    }),
  ),
];

/** Every row that stores documents or makes answers. */
export const rows: readonly AnswerRow[] = [...endpoints, ...storedParts];

/** The name of an endpoint's function in the client: `jobAdvertsLocal` for `job-adverts-local`. */
export function functionName(endpoint: string): string {
  return endpoint.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The endpoint with this id. */
export function endpointOf(id: string): Endpoint {
  return rowIn(endpoints, id);
}

/** The endpoint or the stored part with this id. */
export function rowOf(id: string): AnswerRow {
  return rowIn(rows, id);
}

function rowIn<Row extends AnswerRow>(table: readonly Row[], id: string): Row {
  const row = table.find((candidate) => candidate.id === id);
  if (row === undefined) throw new Error(`the endpoint table has no row ${id}`);
  return row;
}

/**
 * The slugs of areas that the query can name; none if the answers have no other area than their
 * own.
 */
export function areasOf({ query }: Pick<AnswerRow, 'query'>): readonly string[] {
  const parameter = query.find(({ name }) => name === 'area');
  return parameter?.kind === 'enum' ? parameter.values : [];
}

/** The query for an area, if the endpoint has it other than by default. */
export function areaFor(
  row: Pick<AnswerRow, 'query'>,
  area: string,
): Readonly<Record<string, string>> {
  return area !== 'uk' && areasOf(row).includes(area) ? { area } : {};
}

/** The address of an answer. */
export function addressOf(
  { path }: Pick<Endpoint, 'path'>,
  place: Readonly<Record<string, string>>,
  query: Readonly<Record<string, string>>,
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => place[name] ?? '');
  const text = new URLSearchParams(query).toString();
  return text === '' ? filled : `${filled}?${text}`;
}

/** Whether the {area} of an endpoint is a local area, not one of the contract's fourteen. */
export function takesLocalArea({ pathParameters }: AnswerRow): boolean {
  return pathParameters.some(({ kind }) => kind === 'local-area');
}

/**
 * The name of the service in the OpenAPI document (RFC 2606). A server puts its own address in its
 * place.
 */
export const exampleUrl = 'https://lmi.example.org';

/** Values for examples. They have answers in the sample and mean something to a reader. */
export const exampleValues: Readonly<Record<string, string>> = {
  soc: '2134',
  area: 'E06000052',
  q: 'software engineer',
};

/** The address of an endpoint's example, for the OpenAPI document and the front page. */
export function examplePath(row: Pick<Endpoint, 'path' | 'query'>): string {
  const filled = addressOf(row, exampleValues, {});
  const required = row.query
    .filter((parameter) => 'required' in parameter)
    .map(({ name }) => `${name}=${encodeURIComponent(exampleValues[name] ?? '')}`);
  return required.length === 0 ? filled : `${filled}?${required.join('&')}`;
}
