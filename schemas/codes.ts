// The closed lists of the contract: areas, measures, sexes, work patterns, quality bands, withheld
// reasons, limits.

/** The 14 areas, in the contract's order. GSS codes as in the ONS Register of Geographic Codes. */
export const areas = [
  { code: 'K02000001', slug: 'uk', name: 'United Kingdom' },
  { code: 'E92000001', slug: 'england', name: 'England' },
  { code: 'W92000004', slug: 'wales', name: 'Wales' },
  { code: 'S92000003', slug: 'scotland', name: 'Scotland' },
  { code: 'N92000002', slug: 'northern-ireland', name: 'Northern Ireland' },
  { code: 'E12000001', slug: 'north-east', name: 'North East' },
  { code: 'E12000002', slug: 'north-west', name: 'North West' },
  { code: 'E12000003', slug: 'yorkshire-and-the-humber', name: 'Yorkshire and The Humber' },
  { code: 'E12000004', slug: 'east-midlands', name: 'East Midlands' },
  { code: 'E12000005', slug: 'west-midlands', name: 'West Midlands' },
  { code: 'E12000006', slug: 'east-of-england', name: 'East of England' },
  { code: 'E12000007', slug: 'london', name: 'London' },
  { code: 'E12000008', slug: 'south-east', name: 'South East' },
  { code: 'E12000009', slug: 'south-west', name: 'South West' },
] as const satisfies readonly { code: string; slug: string; name: string }[];

/**
 * An area of the contract: its GSS code (the publisher's identifier), the slug used in queries, and
 * its name.
 */
export type Area = (typeof areas)[number];
export type AreaSlug = Area['slug'];

/** Which slugs an endpoint accepts, by the contract's three groupings. */
const allSlugs: readonly AreaSlug[] = areas.map(({ slug }) => slug);
export const areaSlugs: Readonly<
  Record<'all' | 'ukAndNations' | 'ukWalesScotlandAndRegions', readonly AreaSlug[]>
> = {
  all: allSlugs,
  ukAndNations: allSlugs.slice(0, 5),
  ukWalesScotlandAndRegions: allSlugs.filter(
    (slug) => slug !== 'england' && slug !== 'northern-ireland',
  ),
};

/**
 * The area of a slug; throws for a slug outside the 14, which only a fault in our own code can
 * produce.
 */
export function areaOf(slug: string): Area {
  const area = areas.find((candidate) => candidate.slug === slug);
  if (area === undefined) throw new RangeError(`no area has the slug "${slug}"`);
  return area;
}

/** Whether an area is a region of England. */
export function isInEngland(slug: string): boolean {
  return areaOf(slug).code.startsWith('E12');
}

export const units = ['gbp_per_year', 'gbp_per_week', 'gbp_per_hour', 'hours_per_week'] as const;
export type Unit = (typeof units)[number];

/** The 11 pay measures, each with its unit, in the order of ONS ASHE Tables 14.1 to 14.11. */
export const measures = [
  { key: 'weekly_pay_gross', unit: 'gbp_per_week', title: 'gross weekly pay' },
  { key: 'weekly_pay_excl_overtime', unit: 'gbp_per_week', title: 'weekly pay excluding overtime' },
  {
    key: 'basic_pay_incl_other',
    unit: 'gbp_per_week',
    title: 'weekly basic pay including other pay',
  },
  { key: 'overtime_pay', unit: 'gbp_per_week', title: 'weekly overtime pay' },
  { key: 'hourly_pay_gross', unit: 'gbp_per_hour', title: 'gross hourly pay' },
  { key: 'hourly_pay_excl_overtime', unit: 'gbp_per_hour', title: 'hourly pay excluding overtime' },
  { key: 'annual_pay_gross', unit: 'gbp_per_year', title: 'gross annual pay' },
  { key: 'annual_pay_incentive', unit: 'gbp_per_year', title: 'annual incentive pay' },
  { key: 'hours_paid_total', unit: 'hours_per_week', title: 'total paid hours' },
  { key: 'hours_paid_basic', unit: 'hours_per_week', title: 'basic paid hours' },
  { key: 'hours_paid_overtime', unit: 'hours_per_week', title: 'paid overtime hours' },
] as const satisfies readonly { key: string; unit: Unit; title: string }[];

export type Measure = (typeof measures)[number]['key'];
export const measureKeys: readonly Measure[] = measures.map((measure) => measure.key);

/** The measures by which /v1/pay ranks occupations. */
export const rankedMeasures = [
  'annual_pay_gross',
  'hourly_pay_gross',
] as const satisfies readonly Measure[];

/** The six types of career interests of Holland (RIASEC), in the order of O*NET. */
export const interestTypes = [
  'realistic',
  'investigative',
  'artistic',
  'social',
  'enterprising',
  'conventional',
] as const;
export type InterestType = (typeof interestTypes)[number];

/** The orders of a list by rank. */
export const rankOrders = ['descending', 'ascending'] as const;

/**
 * Measures that not everybody has: their median and percentiles leave out employees without any,
 * their mean counts them as 0.
 */
export const measuresWithZeroes: readonly Measure[] = [
  'overtime_pay',
  'annual_pay_incentive',
  'hours_paid_overtime',
];

export const sexes = ['all', 'male', 'female'] as const;
export type Sex = (typeof sexes)[number];

export const patterns = ['all', 'fulltime', 'parttime'] as const;
export type Pattern = (typeof patterns)[number];

/**
 * The contract's four bands, and `unrated` if a publisher gives neither a coefficient of variation
 * (CV) nor a shading.
 */
export const qualities = ['precise', 'reasonable', 'acceptable', 'unreliable', 'unrated'] as const;
export type Quality = (typeof qualities)[number];

/**
 * The band of a coefficient of variation, in percent. ONS's limits are 5, 10 and 20; each limit
 * belongs to the better band.
 */
export function qualityOfCv(cv: number): Quality {
  if (cv <= 5) return 'precise';
  if (cv <= 10) return 'reasonable';
  if (cv <= 20) return 'acceptable';
  return 'unreliable';
}

/** Levels of demand for an occupation, highest first. */
export const demandLevels = ['critical', 'elevated', 'not_in_high_demand'] as const;
export type DemandLevel = (typeof demandLevels)[number];

/** The five indicators of demand, as the publisher names them since 2025. */
export const demandIndicators = [
  { key: 'visa_grant_density', name: 'visa grant density' },
  { key: 'online_job_advert_density', name: 'online job advert density' },
  { key: 'hourly_wage_change', name: 'annual percentage change in hourly wage' },
  { key: 'wage_premium', name: 'wage premium' },
  { key: 'hours_worked_change', name: 'annual change in hours worked' },
] as const satisfies readonly { key: string; name: string }[];
export type DemandIndicator = (typeof demandIndicators)[number]['key'];
export const demandIndicatorKeys: readonly DemandIndicator[] = demandIndicators.map(
  (indicator) => indicator.key,
);

/**
 * The basis of a quality band: the published CV, the publisher's cell shading, or a CV computed
 * from a confidence interval.
 */
export const qualityBases = ['cv', 'publisher-shading', 'approximate-cv'] as const;
export type QualityBasis = (typeof qualityBases)[number];

/** The quality of figures whose publisher does not say how reliable they are. */
export const unrated: { readonly quality: Quality; readonly qualityBasis: QualityBasis | null } = {
  quality: 'unrated',
  qualityBasis: null,
};

/** How certain the mapping from another classification to a unit group of SOC 2020 is. */
export const matches = ['primary', 'partial'] as const;
export type Match = (typeof matches)[number];

/** primary if any listed member is primary; null if nothing is listed. */
export function matchOf(listed: readonly { readonly match: Match }[]): Match | null {
  if (listed.length === 0) return null;
  return listed.some(({ match }) => match === 'primary') ? 'primary' : 'partial';
}

/** Orders primary before partial. */
export function byMatch(a: { readonly match: Match }, b: { readonly match: Match }): number {
  return matches.indexOf(a.match) - matches.indexOf(b.match);
}

/** Why a figure is null. One closed list for every source. */
export const withheldReasons = [
  'unreliable',
  'disclosive',
  'not-applicable',
  'not-available',
  'below-threshold',
  'suppressed-by-publisher',
  'withdrawn-by-publisher',
  'no-figures-reported',
  'not-listed',
  'not-assessed',
  'not-relevant',
  'no-comparable-occupation',
  'not-in-this-release',
  // The publisher has it, or has announced it, and this service lacks the file.
  'not-received',
  // What a figure is computed from is withheld or too little.
  'no-total',
  'part-withheld',
  'incomplete-period',
  'rounds-to-zero',
] as const;
export type WithheldReason = (typeof withheldReasons)[number];

/** The keys of the sources, in the order in which design and documentation list them. */
export const sourceKeys = [
  'soc-structure',
  'soc-index',
  'ashe',
  'aps-employment',
  'aps-workforce',
  'skills-projections',
  'employer-skills-survey',
  'occupations-in-demand',
  'work-visas',
  'online-job-adverts',
  'local-authorities',
  'occupational-maps',
  'apprenticeship-standards',
  'career-profiles',
  'onet',
  'esco',
] as const;
export type SourceKey = (typeof sourceKeys)[number];

/**
 * Why no service can publish a source today: what its publisher has is of another classification.
 */
export const nothingToPublish: Readonly<Partial<Record<SourceKey, string>>> = {
  'employer-skills-survey':
    'The last published file of vacancies by unit group, of the survey of 2022, is by ' +
    'SOC 2010, so there are no vacancies by SOC 2020 today.',
};

/** The sources that name the occupations. Without them nothing is served. */
export const spine = ['soc-structure', 'soc-index'] as const satisfies readonly SourceKey[];

/** How many unit groups SOC 2020 has; every occupation endpoint covers exactly these. */
export const unitGroupCount = 412;

/**
 * The longest list of roles, skills or knowledge that /v1/occupations/{soc}/skills stores and
 * gives.
 */
export const mostSkillsListed = 100;

/**
 * Answers that one key gets in any 60 seconds. Headers, the 429 body and the README derive from
 * this number.
 */
export const answersPerMinute = 60;
/**
 * Length of the sliding window in seconds: in any such period a key gets its number of answers and
 * no more.
 */
export const windowSeconds = 60;
