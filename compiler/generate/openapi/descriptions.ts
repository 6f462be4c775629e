// The words that only the OpenAPI document has. Not for the worker, whose table has the summaries.
import { sourceKeys } from '#schemas/codes.ts';

const attribution = 'Show `attribution` wherever you show the data.';
const presentable = 'Check `presentable` before you show a figure as a number.';

/** What a reader must know about each endpoint, by its id. */
export const endpointDescriptions: Readonly<Record<string, string>> = {
  occupations:
    'A bare array, ordered by code. Start here to list occupations; start with /v1/occupations/search if you have a job title. The headers hold the release and the attribution.',
  search:
    'Finds the unit groups of a job title, written in your own words. It tolerates misspellings, plurals and another order of words. Each unit group appears once, with its best-matching title; an exact match comes first. The array is empty if nothing sensible is found.',
  occupation: `What people in the occupation do, where it stands in SOC 2020, and how it maps to ISCO-08. ${attribution}`,
  titles:
    'A bare array of the job titles of the national coding index, with the qualifier that some of them carry. The headers hold the release and the attribution.',
  pay: `Gross annual pay of all employees in the UK in the latest published year, unless parameters say otherwise. Pay counts employee jobs and leaves out the self-employed. Show the median, not the mean. ${presentable} ${attribution}`,
  'pay-regions': `The median in Wales, Scotland and the nine English regions, each against the UK. ${presentable} ${attribution}`,
  'pay-series': `The figure of every reference year that is served, oldest first. \`breaks\` says where a line through the points must be interrupted. ${presentable} ${attribution}`,
  employment: `Counts people, the self-employed included. The breakdown by sex and kind of employment is given for the UK only. ${presentable} ${attribution}`,
  projections:
    'Projections exist for sub-major groups only, so the figures describe the group of the occupation. They are modelled trends and not forecasts. A group of fewer than 10,000 jobs in the area has no figures. Show `citation` wherever you show them.',
  vacancies: `The figures of the finest group of SOC 2020 that the survey publishes for the occupation in the area; \`group\` and \`derivation\` name it. Figures based on fewer than 30 employers are withheld. ${presentable} ${attribution}`,
  demand: `The publisher's level of demand in the latest year, the five indicators behind it, and the year before by the same method. ${attribution}`,
  visas: `Visas granted to skilled workers in the occupation since the last quarter of 2024. The latest four quarters are totalled, ranked and broken down. ${attribution}`,
  'job-adverts': `New online job adverts by month since January 2017. The latest twelve months are totalled, compared with the twelve before, and ranked. Suppressed months are null and left out of totals. ${presentable} ${attribution}`,
  'job-adverts-local': `The local areas with adverts for the occupation in the latest four quarters, most adverts first. ${presentable} ${attribution}`,
  'job-adverts-local-area': `The last twelve quarters. The latest four are totalled, compared with the four before, and ranked among the occupations of the area. ${presentable} ${attribution}`,
  apprenticeships: `The occupations of the occupational maps behind the unit group, each with its qualifications. Retired and withdrawn apprenticeships are left out unless \`includeInactive\` is true. ${attribution} The publisher also requires its logo.`,
  'how-to-become': `Job profiles of the National Careers Service: routes, entry requirements, and checks or licences. An occupation may have several profiles or none. ${attribution}`,
  workforce: `Shares by age band, highest qualification and industry. Show acceptable figures with a caution; unreliable ones are withheld. ${presentable} ${attribution}`,
  'work-profile': `Career interests (RIASEC) and abilities, averaged over comparable US occupations; \`basedOn\` lists them. ${presentable} ${attribution}`,
  skills: `From ESCO, most widely shared first. The roles are related occupations and not exact equivalents. ${attribution}`,
  summary: `The figures for a card or the top of a page, in one call. Each has its own area, period, quality and source. ${presentable} ${attribution}`,
  related: `Occupations that are like this one, from two lists that know nothing of each other: O*NET's related US occupations, and the skills of European roles in ESCO. Each says what it rests on. ${attribution}`,
  'pay-list': `Every occupation by its median of all employees in the latest published year, gross annual pay or gross hourly pay. Occupations without a presentable median stand last, without a rank. ${presentable} ${attribution}`,
  'employment-list': `Every occupation by its number of people, the self-employed included. Occupations without a presentable number stand last, without a rank. ${presentable} ${attribution}`,
  'projections-list':
    'Projections exist for sub-major groups only, and each stands here once, by its net change in percent of the base year. They are modelled trends and not forecasts. Groups of fewer than 10,000 jobs in the area stand last, without figures and rank. Show `citation` wherever you show them.',
  'demand-list': `Every assessed occupation at the level in the latest year, highest demand index first. Without \`level\`, those in critical or elevated demand. ${attribution}`,
  'visas-list': `Occupations with at least one visa in the latest four quarters. ${attribution}`,
  'job-adverts-list': `Occupations by their adverts over the latest twelve months in the area, with the change on the year before. ${presentable} ${attribution}`,
  'local-areas':
    'A bare array of the local authority districts whose codes and slugs the paths with {area} take. London is one area. The headers hold the release and the attribution.',
  'local-area-job-adverts': `Occupations by their adverts over the latest four quarters in the local area, with the change on the four before. ${presentable} ${attribution}`,
  'meta-sources': `A bare array of the ${sourceKeys.length} sources: publisher, licence, attribution, and the editions that answer now. It needs no key.`,
  'meta-editions':
    'A bare array of every edition in any state, newest first. The `id` of an edition is what `edition` of the pay endpoints takes. It needs no key.',
  'meta-ingest': 'The state of the daily check of each source at this moment. It is never cached and needs no key.',
};

/** What a member means if its name says the same wherever it stands, for members whose schema has no words of its own. */
export const memberDescriptions: Readonly<Record<string, string>> = {
  at: 'When that was.',
  baseYear: 'The year from which the projection starts.',
  code: "The publisher's code.",
  description: 'The same in sentences, for people.',
  explanation: 'The reason in a sentence, for people.',
  file: 'Name of the file.',
  from: 'The first, itself included.',
  granted: 'Visas granted.',
  key: 'A name for programs.',
  knowledge: 'How many pieces of knowledge.',
  maximum: 'The greatest value.',
  minimum: 'The least value.',
  name: 'The name.',
  reason: 'The reason.',
  referencePeriod: 'The period that the figures describe, in words.',
  relatedRoles: 'How many related roles.',
  release: 'Name of the release.',
  sha256: 'SHA-256 of the bytes, in hexadecimal.',
  skills: 'How many skills.',
  targetYear: 'The year for which it is made.',
  text: 'The text.',
  title: 'The title, as published.',
  to: 'The last, itself included.',
  uri: 'The identifier in ESCO.',
  year: 'The reference year.',
};
