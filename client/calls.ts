// The client's functions, one for each endpoint. `npx lmi openapi` writes this file from
// schemas/endpoints.ts.
import type { Responses } from '#schemas/response-types.ts';
import type { CallOptions } from './call-options.ts';

export interface Calls {
  /** All 412 unit groups with their place in the hierarchy and their number of job titles. */
  readonly occupations: (
    values?: Readonly<Record<string, never>>,
    options?: CallOptions,
  ) => Promise<Responses['OccupationList']>;

  /** Job titles to unit groups. */
  readonly search: (
    values: {
      /** The job title, in your own words. */
      readonly q: string;
      /** Most unit groups to list. */
      readonly limit?: number | null | undefined;
    },
    options?: CallOptions,
  ) => Promise<Responses['OccupationMatchList']>;

  /** Description of the work, tasks, hierarchy, ISCO-08 mapping and sample titles. */
  readonly occupation: (
    values: {
      /** SOC 2020 unit group code, four digits. */
      readonly soc: string;
    },
    options?: CallOptions,
  ) => Promise<Responses['OccupationProfile']>;

  /** Every job title of the coding index under the unit group. */
  readonly titles: (
    values: {
      /** SOC 2020 unit group code, four digits. */
      readonly soc: string;
    },
    options?: CallOptions,
  ) => Promise<Responses['OccupationTitleList']>;

  /** What the occupation pays: median, mean and percentiles. */
  readonly pay: (
    values: {
      /** SOC 2020 unit group code, four digits. */
      readonly soc: string;
      /** What is measured. */
      readonly measure?:
        | 'weekly_pay_gross'
        | 'weekly_pay_excl_overtime'
        | 'basic_pay_incl_other'
        | 'overtime_pay'
        | 'hourly_pay_gross'
        | 'hourly_pay_excl_overtime'
        | 'annual_pay_gross'
        | 'annual_pay_incentive'
        | 'hours_paid_total'
        | 'hours_paid_basic'
        | 'hours_paid_overtime'
        | null
        | undefined;
      /** Whose pay. */
      readonly sex?: 'all' | 'male' | 'female' | null | undefined;
      /** Work pattern. */
      readonly pattern?: 'all' | 'fulltime' | 'parttime' | null | undefined;
      /** Reference year; the default is the latest published year. */
      readonly year?: number | null | undefined;
      /** An edition id from /v1/meta/editions: pins the exact release and overrides `year`. */
      readonly edition?: string | null | undefined;
      /** The UK, Wales, Scotland or an English region. Its GSS code is taken too. */
      readonly area?:
        | 'uk'
        | 'wales'
        | 'scotland'
        | 'north-east'
        | 'north-west'
        | 'yorkshire-and-the-humber'
        | 'east-midlands'
        | 'west-midlands'
        | 'east-of-england'
        | 'london'
        | 'south-east'
        | 'south-west'
        | (string & {})
        | null
        | undefined;
    },
    options?: CallOptions,
  ) => Promise<Responses['PayResponse']>;

  /** Pay in every region against the UK. */
  readonly payRegions: (
    values: {
      /** SOC 2020 unit group code, four digits. */
      readonly soc: string;
      /** What is measured. */
      readonly measure?:
        | 'weekly_pay_gross'
        | 'weekly_pay_excl_overtime'
        | 'basic_pay_incl_other'
        | 'overtime_pay'
        | 'hourly_pay_gross'
        | 'hourly_pay_excl_overtime'
        | 'annual_pay_gross'
        | 'annual_pay_incentive'
        | 'hours_paid_total'
        | 'hours_paid_basic'
        | 'hours_paid_overtime'
        | null
        | undefined;
      /** Whose pay. */
      readonly sex?: 'all' | 'male' | 'female' | null | undefined;
      /** Work pattern. */
      readonly pattern?: 'all' | 'fulltime' | 'parttime' | null | undefined;
      /** Reference year; the default is the latest published year. */
      readonly year?: number | null | undefined;
      /** An edition id from /v1/meta/editions: pins the exact release and overrides `year`. */
      readonly edition?: string | null | undefined;
    },
    options?: CallOptions,
  ) => Promise<Responses['PayRegionsResponse']>;

  /** Pay year by year. */
  readonly paySeries: (
    values: {
      /** SOC 2020 unit group code, four digits. */
      readonly soc: string;
      /** What is measured. */
      readonly measure?:
        | 'weekly_pay_gross'
        | 'weekly_pay_excl_overtime'
        | 'basic_pay_incl_other'
        | 'overtime_pay'
        | 'hourly_pay_gross'
        | 'hourly_pay_excl_overtime'
        | 'annual_pay_gross'
        | 'annual_pay_incentive'
        | 'hours_paid_total'
        | 'hours_paid_basic'
        | 'hours_paid_overtime'
        | null
        | undefined;
      /** Whose pay. */
      readonly sex?: 'all' | 'male' | 'female' | null | undefined;
      /** Work pattern. */
      readonly pattern?: 'all' | 'fulltime' | 'parttime' | null | undefined;
      /** The UK, Wales, Scotland or an English region. Its GSS code is taken too. */
      readonly area?:
        | 'uk'
        | 'wales'
        | 'scotland'
        | 'north-east'
        | 'north-west'
        | 'yorkshire-and-the-humber'
        | 'east-midlands'
        | 'west-midlands'
        | 'east-of-england'
        | 'london'
        | 'south-east'
        | 'south-west'
        | (string & {})
        | null
        | undefined;
    },
    options?: CallOptions,
  ) => Promise<Responses['PaySeriesResponse']>;

  /** How many people work in the occupation. */
  readonly employment: (
    values: {
      /** SOC 2020 unit group code, four digits. */
      readonly soc: string;
      /** The UK or a nation. Its GSS code is taken too. */
      readonly area?:
        | 'uk'
        | 'england'
        | 'wales'
        | 'scotland'
        | 'northern-ireland'
        | (string & {})
        | null
        | undefined;
    },
    options?: CallOptions,
  ) => Promise<Responses['EmploymentResponse']>;

  /** Projected employment of the occupation's sub-major group. */
  readonly projections: (
    values: {
      /** SOC 2020 unit group code, four digits. */
      readonly soc: string;
      /** Area slug. Its GSS code is taken too. */
      readonly area?:
        | 'uk'
        | 'england'
        | 'wales'
        | 'scotland'
        | 'northern-ireland'
        | 'north-east'
        | 'north-west'
        | 'yorkshire-and-the-humber'
        | 'east-midlands'
        | 'west-midlands'
        | 'east-of-england'
        | 'london'
        | 'south-east'
        | 'south-west'
        | (string & {})
        | null
        | undefined;
    },
    options?: CallOptions,
  ) => Promise<Responses['ProjectionResponse']>;

  /** Vacancies, hard-to-fill and skill-shortage vacancies. */
  readonly vacancies: (
    values: {
      /** SOC 2020 unit group code, four digits. */
      readonly soc: string;
      /** The UK or a nation. Its GSS code is taken too. */
      readonly area?:
        | 'uk'
        | 'england'
        | 'wales'
        | 'scotland'
        | 'northern-ireland'
        | (string & {})
        | null
        | undefined;
    },
    options?: CallOptions,
  ) => Promise<Responses['VacancyResponse']>;

  /** Whether the occupation is in demand, and by which indicators. */
  readonly demand: (
    values: {
      /** SOC 2020 unit group code, four digits. */
      readonly soc: string;
    },
    options?: CallOptions,
  ) => Promise<Responses['DemandResponse']>;

  /** Granted work visas by quarter, route, nationality and industry. */
  readonly visas: (
    values: {
      /** SOC 2020 unit group code, four digits. */
      readonly soc: string;
    },
    options?: CallOptions,
  ) => Promise<Responses['VisaResponse']>;

  /** Online job adverts by month. */
  readonly jobAdverts: (
    values: {
      /** SOC 2020 unit group code, four digits. */
      readonly soc: string;
      /** The UK, Wales, Scotland or an English region. Its GSS code is taken too. */
      readonly area?:
        | 'uk'
        | 'wales'
        | 'scotland'
        | 'north-east'
        | 'north-west'
        | 'yorkshire-and-the-humber'
        | 'east-midlands'
        | 'west-midlands'
        | 'east-of-england'
        | 'london'
        | 'south-east'
        | 'south-west'
        | (string & {})
        | null
        | undefined;
    },
    options?: CallOptions,
  ) => Promise<Responses['JobAdvertResponse']>;

  /** Local areas with adverts for the occupation. */
  readonly jobAdvertsLocal: (
    values: {
      /** SOC 2020 unit group code, four digits. */
      readonly soc: string;
    },
    options?: CallOptions,
  ) => Promise<Responses['LocalAdvertAreasResponse']>;

  /** Adverts for the occupation in one local area, by quarter. */
  readonly jobAdvertsLocalArea: (
    values: {
      /** SOC 2020 unit group code, four digits. */
      readonly soc: string;
      /** Code or slug of a local authority, as /v1/local-areas lists them. */
      readonly area: string;
    },
    options?: CallOptions,
  ) => Promise<Responses['LocalAdvertResponse']>;

  /** Apprenticeship standards, T Levels and other technical qualifications. */
  readonly apprenticeships: (
    values: {
      /** SOC 2020 unit group code, four digits. */
      readonly soc: string;
      /** Also list retired and withdrawn apprenticeships. */
      readonly includeInactive?: boolean | null | undefined;
    },
    options?: CallOptions,
  ) => Promise<Responses['ApprenticeshipsResponse']>;

  /** Routes into the occupation. */
  readonly howToBecome: (
    values: {
      /** SOC 2020 unit group code, four digits. */
      readonly soc: string;
    },
    options?: CallOptions,
  ) => Promise<Responses['HowToBecomeResponse']>;

  /** Who does the work: age, qualification and industry. */
  readonly workforce: (
    values: {
      /** SOC 2020 unit group code, four digits. */
      readonly soc: string;
    },
    options?: CallOptions,
  ) => Promise<Responses['WorkforceResponse']>;

  /** Interests and abilities that suit the occupation. */
  readonly workProfile: (
    values: {
      /** SOC 2020 unit group code, four digits. */
      readonly soc: string;
    },
    options?: CallOptions,
  ) => Promise<Responses['WorkProfileResponse']>;

  /** Related roles, shared skills and knowledge. */
  readonly skills: (
    values: {
      /** SOC 2020 unit group code, four digits. */
      readonly soc: string;
      /** How many roles, skills and knowledge items to list, each. */
      readonly limit?: number | null | undefined;
    },
    options?: CallOptions,
  ) => Promise<Responses['SkillsResponse']>;

  /** Fifteen headline figures of the occupation from eight sources. */
  readonly summary: (
    values: {
      /** SOC 2020 unit group code, four digits. */
      readonly soc: string;
      /**
       * Area slug. A source without figures of it gives those of the nearest larger area. Its GSS
       * code is taken too.
       */
      readonly area?:
        | 'uk'
        | 'england'
        | 'wales'
        | 'scotland'
        | 'northern-ireland'
        | 'north-east'
        | 'north-west'
        | 'yorkshire-and-the-humber'
        | 'east-midlands'
        | 'west-midlands'
        | 'east-of-england'
        | 'london'
        | 'south-east'
        | 'south-west'
        | (string & {})
        | null
        | undefined;
    },
    options?: CallOptions,
  ) => Promise<Responses['SummaryResponse']>;

  /** Related occupations, by related US occupations and by shared skills. */
  readonly related: (
    values: {
      /** SOC 2020 unit group code, four digits. */
      readonly soc: string;
      /** How many occupations to list. */
      readonly limit?: number | null | undefined;
    },
    options?: CallOptions,
  ) => Promise<Responses['RelatedResponse']>;

  /** The headline figures of several occupations side by side. */
  readonly summaries: (
    values: {
      /** Up to ten SOC 2020 unit group codes with commas between: 2134,2231. */
      readonly soc: string;
    },
    options?: CallOptions,
  ) => Promise<Responses['SummariesResponse']>;

  /** Occupations by median pay in an area, highest first. */
  readonly payList: (
    values?: {
      /** What is ranked. */
      readonly measure?: 'annual_pay_gross' | 'hourly_pay_gross' | null | undefined;
      /** Whose pay. */
      readonly sex?: 'all' | 'male' | 'female' | null | undefined;
      /** Work pattern. */
      readonly pattern?: 'all' | 'fulltime' | 'parttime' | null | undefined;
      /** Reference year; the default is the latest published year. */
      readonly year?: number | null | undefined;
      /** An edition id from /v1/meta/editions: pins the exact release and overrides `year`. */
      readonly edition?: string | null | undefined;
      /** The UK, Wales, Scotland or an English region. Its GSS code is taken too. */
      readonly area?:
        | 'uk'
        | 'wales'
        | 'scotland'
        | 'north-east'
        | 'north-west'
        | 'yorkshire-and-the-humber'
        | 'east-midlands'
        | 'west-midlands'
        | 'east-of-england'
        | 'london'
        | 'south-east'
        | 'south-west'
        | (string & {})
        | null
        | undefined;
      /**
       * Only the occupations of this group of SOC 2020: one digit for a major group, two for a
       * sub-major group, three for a minor group, such as 223 for nurses. Ranks stay those among
       * all occupations.
       */
      readonly group?: string | null | undefined;
      /** Highest first, or lowest first. Rank 1 is the highest in both. */
      readonly order?: 'descending' | 'ascending' | null | undefined;
      /** How many occupations to list. */
      readonly limit?: number | null | undefined;
    },
    options?: CallOptions,
  ) => Promise<Responses['PayListResponse']>;

  /** Occupations by the number of people who work in them, most first. */
  readonly employmentList: (
    values?: {
      /** The UK or a nation. Its GSS code is taken too. */
      readonly area?:
        | 'uk'
        | 'england'
        | 'wales'
        | 'scotland'
        | 'northern-ireland'
        | (string & {})
        | null
        | undefined;
      /**
       * Only the occupations of this group of SOC 2020: one digit for a major group, two for a
       * sub-major group, three for a minor group, such as 223 for nurses. Ranks stay those among
       * all occupations.
       */
      readonly group?: string | null | undefined;
      /** Highest first, or lowest first. Rank 1 is the highest in both. */
      readonly order?: 'descending' | 'ascending' | null | undefined;
      /** How many occupations to list. */
      readonly limit?: number | null | undefined;
    },
    options?: CallOptions,
  ) => Promise<Responses['EmploymentListResponse']>;

  /** Sub-major groups by the projected change of their employment, fastest growth first. */
  readonly projectionsList: (
    values?: {
      /** Area slug. Its GSS code is taken too. */
      readonly area?:
        | 'uk'
        | 'england'
        | 'wales'
        | 'scotland'
        | 'northern-ireland'
        | 'north-east'
        | 'north-west'
        | 'yorkshire-and-the-humber'
        | 'east-midlands'
        | 'west-midlands'
        | 'east-of-england'
        | 'london'
        | 'south-east'
        | 'south-west'
        | (string & {})
        | null
        | undefined;
      /** Highest first, or lowest first. Rank 1 is the highest in both. */
      readonly order?: 'descending' | 'ascending' | null | undefined;
    },
    options?: CallOptions,
  ) => Promise<Responses['ProjectionListResponse']>;

  /** Occupations at a level of demand, highest demand first. */
  readonly demandList: (
    values?: {
      /**
       * Only the occupations of this group of SOC 2020: one digit for a major group, two for a
       * sub-major group, three for a minor group, such as 223 for nurses. Ranks stay those among
       * all occupations.
       */
      readonly group?: string | null | undefined;
      /** Level of demand; the default is critical and elevated. */
      readonly level?: 'critical' | 'elevated' | 'not_in_high_demand' | null | undefined;
    },
    options?: CallOptions,
  ) => Promise<Responses['DemandListResponse']>;

  /** Occupations by granted work visas, most first. */
  readonly visasList: (
    values?: {
      /**
       * Only the occupations of this group of SOC 2020: one digit for a major group, two for a
       * sub-major group, three for a minor group, such as 223 for nurses. Ranks stay those among
       * all occupations.
       */
      readonly group?: string | null | undefined;
      /** How many occupations to list. */
      readonly limit?: number | null | undefined;
    },
    options?: CallOptions,
  ) => Promise<Responses['VisaListResponse']>;

  /** Occupations by online job adverts in an area, most first. */
  readonly jobAdvertsList: (
    values?: {
      /** The UK, Wales, Scotland or an English region. Its GSS code is taken too. */
      readonly area?:
        | 'uk'
        | 'wales'
        | 'scotland'
        | 'north-east'
        | 'north-west'
        | 'yorkshire-and-the-humber'
        | 'east-midlands'
        | 'west-midlands'
        | 'east-of-england'
        | 'london'
        | 'south-east'
        | 'south-west'
        | (string & {})
        | null
        | undefined;
      /**
       * Only the occupations of this group of SOC 2020: one digit for a major group, two for a
       * sub-major group, three for a minor group, such as 223 for nurses. Ranks stay those among
       * all occupations.
       */
      readonly group?: string | null | undefined;
      /** How many occupations to list. */
      readonly limit?: number | null | undefined;
    },
    options?: CallOptions,
  ) => Promise<Responses['JobAdvertListResponse']>;

  /** Occupations by career interests, best match first. */
  readonly workProfileList: (
    values?: {
      /**
       * One or more career interests, with commas between them. Without it the occupations are in
       * the order of their codes and have no rank.
       */
      readonly interests?: string | null | undefined;
      /**
       * Only the occupations of this group of SOC 2020: one digit for a major group, two for a
       * sub-major group, three for a minor group, such as 223 for nurses. Ranks stay those among
       * all occupations.
       */
      readonly group?: string | null | undefined;
      /** How many occupations to list. */
      readonly limit?: number | null | undefined;
    },
    options?: CallOptions,
  ) => Promise<Responses['WorkProfileListResponse']>;

  /** Local authorities, with London as one area. */
  readonly localAreas: (
    values?: Readonly<Record<string, never>>,
    options?: CallOptions,
  ) => Promise<Responses['LocalAreaList']>;

  /** Occupations by adverts in a local area, most first. */
  readonly localAreaJobAdverts: (
    values: {
      /** Code or slug of a local authority, as /v1/local-areas lists them. */
      readonly area: string;
      /**
       * Only the occupations of this group of SOC 2020: one digit for a major group, two for a
       * sub-major group, three for a minor group, such as 223 for nurses. Ranks stay those among
       * all occupations.
       */
      readonly group?: string | null | undefined;
      /** How many occupations to list. */
      readonly limit?: number | null | undefined;
    },
    options?: CallOptions,
  ) => Promise<Responses['AreaAdvertsResponse']>;

  /** The sources, their licences and the release served. */
  readonly metaSources: (
    values?: Readonly<Record<string, never>>,
    options?: CallOptions,
  ) => Promise<Responses['SourceList']>;

  /** Every edition, newest first, with known issues and what is held back. */
  readonly metaEditions: (
    values?: {
      /** Source key; the default is all sources. */
      readonly source?:
        | 'soc-structure'
        | 'soc-index'
        | 'ashe'
        | 'aps-employment'
        | 'aps-workforce'
        | 'skills-projections'
        | 'employer-skills-survey'
        | 'occupations-in-demand'
        | 'work-visas'
        | 'online-job-adverts'
        | 'local-authorities'
        | 'occupational-maps'
        | 'apprenticeship-standards'
        | 'career-profiles'
        | 'onet'
        | 'esco'
        | null
        | undefined;
      /**
       * How many editions to list. The `Link` header with the relation "next" has the address of
       * the rest.
       */
      readonly limit?: number | null | undefined;
      /**
       * The id of an edition: the list begins after it. Take it from the `Link` header of the part
       * before.
       */
      readonly cursor?: string | null | undefined;
    },
    options?: CallOptions,
  ) => Promise<Responses['EditionList']>;

  /** When each source was last checked, and any release held back. */
  readonly metaIngest: (
    values?: Readonly<Record<string, never>>,
    options?: CallOptions,
  ) => Promise<Responses['IngestStatusResponse']>;
}
