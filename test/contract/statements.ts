// Every statement of the contract with our verdict and its proof. docs/contract.md is made of those that are not simply met.
import { type Statement, deviates, field, met, more, open, part } from './statement.ts';

const withheld = 'It can be null: the publisher withholds figures, and a withheld figure is null (part 2.1).';
const cases = 'server/contract.test.ts › %s → %i';
const questions = 'contract/table.test.ts › every parameter with every value, and what is refused';
const defaults = 'contract/table.test.ts › without a parameter the answer is that of its default, and of no other value';
const own = (name: string) => `contract/statements.test.ts › ${name}`;
const documents = 'laws.test.ts › every document is of its schema, lies within the axes and names its own edition';
const structure = 'schemas/endpoints.test.ts › has the paths of the contract with the statuses it documents, whatever else it has';
const searches = 'search/search.test.ts';
const visas = 'laws/work-visas.test.ts › the total is that of the latest quarters, and every breakdown adds up to it, most first';
const byMonth =
  'laws/online-job-adverts.test.ts › by month: totals, changes and ranks are those of the months shown, and the list is the join of the occupations';
const byQuarter =
  'laws/online-job-adverts.test.ts › by quarter: totals, changes and ranks are those of the quarters shown, and both lists are the join of the occupations';

export const statements: readonly Statement[] = [
  ...part('1', [
    more(
      'read-only JSON-over-HTTPS API',
      'contract/table.test.ts › 405: %s',
      "Keys are the exception: POST /keys and the operator's /admin/keys. HTTPS ends before the worker.",
    ),
    met('built from open data', own('every source is published under an open licence')),
    met('Everything is keyed on a four-digit SOC 2020 unit group code', cases),
    met('There are 412 unit groups', 'laws.test.ts › the list of occupations is the join of the profiles'),
    met(
      'A job title is resolved to a code with the search endpoint',
      'server/contract.test.ts › search finds a title, misspelt too, and keeps to its limit',
    ),
    met(
      'The API has 28 endpoints',
      own('at least the 28 endpoints of the contract under /v1, every one read with GET, from at least its 16 sources'),
    ),
    met(
      '16 official sources',
      own('at least the 28 endpoints of the contract under /v1, every one read with GET, from at least its 16 sources'),
    ),
    met(
      'which are checked for new releases',
      'fetch/every-source.test.ts › once the publishers behave again nothing is wrong, and one run has asked each of the 16',
    ),
    met(
      'new releases daily',
      'workflows.test.ts › begins once a day, at an hour that is written down',
      'The timer of lmi workerd does the same on one machine.',
    ),
    met('subject to attribution', documents),
    met('Check `presentable` before showing a figure', field('pay', 'presentable', 'boolean')),
    met('Read `coverage`', field('employment', 'coverage.includesSelfEmployed', 'boolean')),
    met('Pay counts employee jobs and excludes the self-employed', own('pay leaves out the self-employed, employment counts them')),
    met('Employment counts people, including the self-employed', own('pay leaves out the self-employed, employment counts them')),
    met(
      'A figure the publisher withholds is `null`, never zero',
      'laws.test.ts › pay: null exactly where withheld, percentiles never cross, at most 20 kB a file',
    ),
    more(
      'Each response carries a `provenance` naming the exact release',
      'server/contract.test.ts › provenance of a bare array',
      'Four answers are arrays by the contract and have no place for it. Their provenance is in the headers LMI-Source, LMI-Release and LMI-Edition, which every answer that needs a key has. Answers of /v1/meta are about the editions themselves.',
    ),
    more(
      'a credit to the national statistics office as licensor',
      'server/contract.test.ts › a bare array has the attribution of each source in a header; an object has it in the body',
      'The credit stands in `attribution` of every answer that shows data, in projections in `citation`; for lists in the header LMI-Attribution.',
    ),
    met(
      "uses the European Commission's skills classification",
      'laws/esco.test.ts › the credit says that the service uses the classification of the European Commission',
    ),
    met(
      '(projections, apprenticeships, how-to-become, work-profile)',
      own('answers with a required text carry it'),
      'Every other answer that is an object has `attribution` too.',
    ),
    more(
      'also requires its logo',
      'laws/apprenticeships.test.ts › the logo is asked for wherever the data is real, and never in a sample',
      '`attributionLogo` has its address and its terms.',
    ),
    more(
      'not from browser or app code',
      'contract/table.test.ts › CORS: pages of any origin read what needs no key, and nothing else',
      'Paths that need a key have no CORS headers, so a browser refuses calls from pages.',
    ),
  ]),
  ...part('2.1', [
    met('`soc` in paths and `soc2020` in bodies', documents),
    met('uk, england, wales, scotland, northern-ireland, north-east', questions),
    met(
      '`null`, never 0',
      'laws/aps-employment.test.ts › null exactly where withheld, bands of their intervals, percents of their counts, parts within totals',
    ),
    more(
      'precise, reasonable, acceptable, unreliable',
      field('pay', 'quality', 'string', 'precise', 'reasonable', 'acceptable', 'unreliable', 'unrated'),
      'There is a fifth value, `unrated`: the publisher gives neither a coefficient of variation nor a shading, and we do not guess a band.',
    ),
    met(
      'false means do not display the figure as a number',
      'laws/employer-skills-survey.test.ts › a figure is null exactly where it is withheld, and presentable exactly where it is not',
    ),
    more(
      'an optionally signed decimal integer, 32-bit',
      cases,
      '`+5` reads as 5, because a plus in a query is a blank. Leading zeros are allowed; `5.0`, `5e0` and `0x5` are 400.',
    ),
  ]),
  ...part('2.2', [
    met('| soc2020 | string | unit group code |', field('search', '[].soc2020', 'string')),
    met('| title | string | unit group title |', field('search', '[].title', 'string')),
    met('the job title that matched best', field('search', '[].matchedTitle', 'string')),
    met('qualifier some job titles carry', field('search', '[].qualifier', 'string or null')),
    met(
      '1 for an exact match',
      `${searches} › has each unit group once, at most limit of them, with falling confidence, 1 for exact alone, and is the same twice`,
    ),
    more(
      'lower for fuzzy matches',
      'search/search-real-files.test.ts › confidence is the share of right answers, on the reporting seed',
      'Below 1 it is the chance that the answer is right, measured on test queries.',
    ),
    more(
      'values seen: exact, fuzzy',
      field('search', '[].matchType', 'string', 'exact', 'fuzzy', 'code', 'reference', 'prefix', 'partial', 'related'),
      'Five more: code, reference, prefix, partial and related, each explained in the schema.',
    ),
  ]),
  ...part('2.3', [
    met('| soc2020 | string | |', field('pay', 'soc2020', 'string')),
    met('code (string, area code)', field('pay', 'area.code', 'string')),
    met('slug (string), name (string)', field('pay', 'area.slug, area.name', 'string')),
    met('| year | integer | reference year |', field('pay', 'year', 'integer')),
    met('text describing the period', field('pay', 'referencePeriod', 'string')),
    met(
      'true until the publisher revises the figure',
      'pay/revised-editions.test.ts › is what its year is answered from, and is not provisional',
    ),
    met('one of the measure values in 4.2', field('pay', 'measure', 'string', 'annual_pay_gross', 'hours_paid_overtime')),
    met('value seen for annual pay: gbp_per_year', field('pay', 'unit', 'string', 'gbp_per_year')),
    met('all, fulltime or parttime', field('pay', 'workPattern', 'string', 'all', 'fulltime', 'parttime')),
    met('| mean | number or null | |', field('pay', 'mean', 'number or null')),
    met(
      'p10, p25, median, p75, p90; each number or null',
      field('pay', 'distribution.p10, distribution.p25, distribution.median, distribution.p75, distribution.p90', 'number or null'),
    ),
    met('| quality | string | quality band |', field('pay', 'quality', 'string'), 'It speaks of the median, the figure to show.'),
    met('| presentable | boolean | |', field('pay', 'presentable', 'boolean'), 'It speaks of the median, the figure to show.'),
    met('includes population (string, for example employee jobs)', field('pay', 'coverage.population', 'string')),
    met('includesSelfEmployed (boolean)', field('pay', 'coverage.includesSelfEmployed', 'boolean')),
    met(
      'includes source (string), licence (string), edition (string)',
      field('pay', 'provenance.source, provenance.licence, provenance.edition', 'string'),
    ),
    met(
      'The median is the figure to show, not the mean',
      'schemas/select-pay.test.ts › a published mean of 0 stays 0, and its own CV says that it may be shown beside a withheld median',
      'Where the median is withheld and a mean is published, a note says that the mean does not take its place.',
    ),
    open(
      'the remaining members of `coverage` and `provenance`, and unit values for other measures',
      'schemas/select-pay.test.ts › the unit and the reference period follow the measure',
      'All eleven percentiles, changes on the year before, jobs and CVs as published; a sentence in `coverage.description`; in `provenance` publisher, address of the licence, edition id, day, page and the editions that went in. Units: gbp_per_week, gbp_per_hour, gbp_per_year, hours_per_week.',
    ),
  ]),
  ...part('2.4', [
    met('survey period text', field('employment', 'period', 'string')),
    met('count (integer), confidenceInterval', field('employment', 'employment.count', 'integer or null'), withheld),
    met('confidenceInterval (number)', field('employment', 'employment.confidenceInterval', 'number or null'), withheld),
    met('shareOfAllEmploymentPercent (number)', field('employment', 'employment.shareOfAllEmploymentPercent', 'number or null'), withheld),
    met('quality (band), presentable (boolean), shareOfAll', field('employment', 'employment.quality', 'string', 'precise', 'unreliable')),
    met('presentable (boolean), shareOfAll', field('employment', 'employment.presentable', 'boolean')),
    met(
      'members female, partTime, selfEmployed',
      field('employment', 'breakdown.female.count, breakdown.partTime.count, breakdown.selfEmployed.count', 'integer or null'),
      withheld,
    ),
    met(
      'each has count (integer), percent (number)',
      field('employment', 'breakdown.female.percent, breakdown.partTime.percent, breakdown.selfEmployed.percent', 'number or null'),
      withheld,
    ),
    met(
      'percent (number), quality (band), presentable',
      field(
        'employment',
        'breakdown.female.quality, breakdown.partTime.quality, breakdown.selfEmployed.quality',
        'string',
        'precise',
        'unreliable',
      ),
    ),
    met(
      'quality (band), presentable (boolean). UK only',
      field('employment', 'breakdown.female.presentable, breakdown.partTime.presentable, breakdown.selfEmployed.presentable', 'boolean'),
    ),
    met('UK only; null for a nation', own('the breakdown of employment is there for the UK and null for each nation')),
    met(
      'flags, for example that a large self-employed share',
      'sources/aps-employment.test.ts › a large self-employed share: pay covers only part of the occupation, with both shares',
    ),
    open(
      'Other fields: not shown',
      field('employment', 'allOccupations.count', 'integer or null'),
      '`allOccupations` has the total that the share is of.',
    ),
  ]),
  ...part('2.5', [
    met(
      'number of unit groups in the group',
      'laws/skills-projections.test.ts › all unit groups of a sub-major group have the same figures, and the document says how many they are',
    ),
    met('code (string), title (string), unitGroups', field('projections', 'group.code, group.title', 'string')),
    met('baseYear, targetYear (integers)', field('projections', 'outlook.baseYear, outlook.targetYear', 'integer')),
    met(
      'employmentBase, employmentTarget, netChange (integers)',
      field('projections', 'outlook.employmentBase, outlook.employmentTarget, outlook.netChange', 'integer or null'),
      withheld,
    ),
    met('netChangePercent (number)', field('projections', 'outlook.netChangePercent', 'number or null'), withheld),
    more(
      'value seen: declining',
      field('projections', 'outlook.direction', 'string or null', 'declining'),
      'Beside declining: growing and stable. Null where the figures are withheld.',
    ),
    met(
      'replacementDemand, totalRequirement (integers)',
      'laws/skills-projections.test.ts › net change is target less base, its direction as printed, its percentage and the total requirement what the figures shown give',
    ),
    met('totalRequirement (integers), presentable (boolean)', field('projections', 'outlook.presentable', 'boolean')),
    met('must be shown wherever the figures are shown', own('answers with a required text carry it')),
    met(
      'says which group the figures are for',
      'laws/skills-projections.test.ts › all unit groups of a sub-major group have the same figures, and the document says how many they are',
    ),
    met(
      'modelled trends, not forecasts',
      own('modelled trends, not forecasts, as every answer says; US occupations, as the notes of every work profile say'),
    ),
    met(
      'outlook split by highest qualification held',
      'laws/skills-projections.test.ts › what is shown by qualification is no more than the group, and is all of it where nothing is withheld',
    ),
    met(
      "figures describe the occupation's group",
      'laws/skills-projections.test.ts › all unit groups of a sub-major group have the same figures, and the document says how many they are',
    ),
    met(
      'A group under 10,000 jobs in an area has null figures',
      'laws/skills-projections.test.ts › null exactly where withheld, and presentable exactly where not; nothing under 10,000 jobs is shown',
    ),
    met(
      'Cells in byQualification are smaller',
      'laws/skills-projections.test.ts › what is shown by qualification is no more than the group, and is all of it where nothing is withheld',
    ),
    open(
      'The inner shape of byQualification',
      field('projections', 'byQualification.[].employmentBase', 'integer or null'),
      'An entry for each of nine levels, with the members of `outlook`. `derivation` and `accuracy` are sentences.',
    ),
  ]),
  ...part('2.6', [
    open(
      'field names are not shown',
      'schemas/vocabulary.test.ts › is a text, a number, a list or an object everywhere',
      'We chose the names. One name means one thing in all answers.',
    ),
    met('unit group, its place in the hierarchy', field('occupations', '[].hierarchy', 'object')),
    met(
      'count of job titles classified to it',
      field('occupations', '[].jobTitles', 'integer'),
      'Distinct titles with their qualifiers, as many as /titles lists.',
    ),
    met('title, hierarchy position', field('occupation', 'hierarchy', 'object')),
    met('ISCO-08 mapping, sample of job titles', field('occupation', 'isco08.mapping, sampleJobTitles', 'array')),
    met('(description of the work', field('occupation', 'about.description', 'string')),
    met('and typical tasks)', field('occupation', 'about.tasks', 'array')),
    met('job title in natural word order', 'sources/soc-index.test.ts › gives "%s" the capitals of "%s"'),
    met('with optional qualifier', field('titles', '[].qualifier', 'string or null')),
    met(
      'vacancies, hard-to-fill vacancies, vacancies hard to fill for lack of skills',
      'laws/employer-skills-survey.test.ts › skill-shortage vacancies are among the hard-to-fill ones, and these among the vacancies',
    ),
    met(
      'naming the level used (occupation, minor, sub-major or major group',
      'laws/employer-skills-survey.test.ts › the group is the finest published: it holds the occupation, every finer one is withheld, and the derivation names it',
    ),
    met(
      'same measures for the whole economy',
      field(
        'vacancies',
        'allOccupations.vacancies.count, allOccupations.hardToFillVacancies.count, allOccupations.skillShortageVacancies.count',
        'integer or null',
      ),
    ),
    met(
      'level (critical, elevated or not in high demand)',
      field('demand', 'level', 'string or null', 'critical', 'elevated', 'not_in_high_demand'),
    ),
    met(
      'which of five indicators signalled',
      'laws/occupations-in-demand.test.ts › each of the five indicators says whether it signalled, and what is null is exactly what is withheld',
    ),
    met('prior year re-assessed on the same method', field('demand', 'previous.year', 'integer')),
    met(
      'optional `uncertainty`, `imputation`, `capping` caveats',
      field('demand', 'uncertainty.explanation, imputation.explanation, capping.explanation', 'string'),
    ),
    met(
      'occupations at a demand level in the latest year',
      'laws/occupations-in-demand.test.ts › /v1/demand%s is the join of the documents of %j, highest demand index first, ties by code',
    ),
    met(
      'granted work visas per quarter since Q4 2024',
      'laws/work-visas.test.ts › every occupation, and the quarters since the first with occupations',
    ),
    met('latest four quarters broken down by visa route, nationality and sponsor industry', visas),
    met('rank among all occupations', 'laws/work-visas.test.ts › the list is the join of the documents, ranks are 1, 2, 2, 4'),
    met('at least one sponsored work visa', 'laws/work-visas.test.ts › the list is the join of the documents, ranks are 1, 2, 2, 4'),
    met(
      'monthly new online job adverts since January 2017',
      'sources/online-job-adverts-real-files.test.ts › its sheets, headers and periods are understood',
    ),
    met('latest twelve months totalled, compared with the prior twelve, and ranked', byMonth),
    met('`monthsSuppressed` (count)', field('job-adverts', 'monthsSuppressed', 'integer')),
    met('`notices`; suppressed months', field('job-adverts', 'notices', 'array')),
    met(
      'suppressed months are null and excluded from totals',
      byMonth,
      'The change has the figures of the months that both years have, and says how many these are.',
    ),
    met('occupations ranked by adverts over the latest twelve months in the area', byMonth),
    met('a local authority with its slug and area code', field('local-areas', '[].slug, [].code', 'string')),
    met('over the latest four quarters, with change on the prior four', byQuarter),
    met('local areas with adverts for the occupation over the latest four quarters', byQuarter),
    met(
      "`perThousand` (the occupation's share",
      'sources/online-job-adverts.test.ts › are worked out as the method says, for every occupation and area',
    ),
    met(
      '`concentration` (that share relative to the UK',
      'laws/online-job-adverts.test.ts › shares are null exactly where withheld, and concentration is the share over that of the UK in the same months',
    ),
    met(
      'quarterly adverts for the last three years',
      own('adverts of a local area are twelve quarters, the last three years'),
      'Twelve quarters, oldest first.',
    ),
    met('rank among occupations advertised in the area', byQuarter),
    met("occupations on the skills agency's occupational maps", field('apprenticeships', 'occupations', 'array')),
    met(
      'apprenticeship standards, T Levels and other technical qualifications',
      field(
        'apprenticeships',
        'occupations.[].apprenticeships, occupations.[].tLevels, occupations.[].otherTechnicalQualifications',
        'array',
      ),
    ),
    met(
      '`match` (primary or partial); `attribution`',
      field('apprenticeships', 'match', 'string or null', 'primary', 'partial'),
      'Null where the unit group has none.',
    ),
    met(
      '(university, college, apprenticeship, working up, volunteering, direct application)',
      'laws/how-to-become.test.ts › primary first, then by title; each profile once; routes in the order of the contract, each once',
    ),
    met(
      'with entry requirements, and requirements such as checks or a licence',
      field('how-to-become', 'profiles.[].requirements', 'object'),
    ),
    met(
      'an occupation may have several or none',
      'laws/how-to-become.test.ts › a document for every occupation; none, one and several profiles',
    ),
    met(
      'workforce by age band, highest qualification and industry',
      'laws/aps-workforce.test.ts › every unit group has a document with 19 sections of industry',
    ),
    met(
      'aged under 25, aged 55 and over, and holding a degree',
      'laws/aps-workforce.test.ts › null exactly where withheld, cautions with acceptable figures, headlines of their parts, shares that add up',
    ),
    met(
      'each figure has a quality band',
      field(
        'workforce',
        'headline.agedUnder25.quality, headline.aged55AndOver.quality, headline.withDegree.quality, ages.bands.[].quality, qualifications.levels.[].quality, industries.sections.[].quality',
        'string',
        'reasonable',
        'acceptable',
        'unreliable',
      ),
    ),
    met(
      'career interest profile (six RIASEC types) and abilities',
      field(
        'work-profile',
        'interests.scores.[].key',
        'string',
        'realistic',
        'investigative',
        'artistic',
        'social',
        'enterprising',
        'conventional',
      ),
    ),
    met(
      '`basedOn` (the US occupations averaged, with weights)',
      'laws/onet.test.ts › weights add up to 1 with the rest, fall, and are there exactly where scores are',
    ),
    met(
      'upstream dataset, publisher, licence, release currently served',
      'server/contract.test.ts › sources: what is served of each, newest first, and the endpoints that rest on it',
    ),
    met('release `id` (uuid), its source key, and `checks` (known issues)', field('meta-editions', '[].id, [].source', 'string')),
    met(
      'includes quarantined releases',
      'server/contract.test.ts › editions: newest first, quarantined and withdrawn ones with their reasons',
    ),
    met(
      'when each source was last checked, and any release held back',
      'server/contract.test.ts › ingest: what is held back and why, never cached',
    ),
    met(
      'most widely shared first',
      'sources/esco.test.ts › most widely shared first, then by essential share, label and URI; both shares are shown',
    ),
    met(
      'related occupations, not exact equivalents',
      'laws/esco.test.ts › one role alone says so, and every derivation that these are no equivalents',
    ),
    met(
      'show `acceptable` figures with a caution',
      'laws/aps-workforce.test.ts › null exactly where withheld, cautions with acceptable figures, headlines of their parts, shares that add up',
    ),
    met(
      'never show `unreliable` ones, which are withheld',
      'laws/aps-workforce.test.ts › null exactly where withheld, cautions with acceptable figures, headlines of their parts, shares that add up',
    ),
    met(
      'Work-profile source data describes US occupations',
      own('modelled trends, not forecasts, as every answer says; US occupations, as the notes of every work profile say'),
      'The first note says so in every answer.',
    ),
  ]),
  ...part('3', [
    met('| provisional (`provisional` true) | subject to revision |', field('pay', 'provisional', 'boolean')),
    met('| served | currently served |', 'server/meta.test.ts › tells of every served edition among the sources, and of no other'),
    met(
      'held back by validation; the previous release continues to be served',
      'operations/quarantine.test.ts › every endpoint answers with a held newer edition beside it as without it',
    ),
    met('| published with a known issue | listed with `checks` |', field('meta-editions', '[].checks', 'array')),
    met(
      'excluded unless `includeInactive=true`',
      'laws/apprenticeships.test.ts › by default nothing is retired or withdrawn and every occupation has something; otherwise all is there',
    ),
    met(
      '| provisional pay figure | publisher revision |',
      'pay/revised-editions.test.ts › is what its year is answered from, and is not provisional',
      'The provisional edition stays under its id.',
    ),
    met(
      '| new release | validation fails |',
      'fetch/pay.test.ts › a new year with figures a thousand times too large is held back, and the old year still served',
    ),
    open(
      'Other transitions: not shown',
      'server/contract.test.ts › a withdrawn edition names its successor for programs: a member of the body, and a link to the same question',
      'A person accepts a held release, or withdraws an edition: a request that pins it is then 410 with the reason and the successor. A newer edition supersedes an older one.',
    ),
  ]),
  ...part('4', [
    met(
      'All are GET',
      own('at least the 28 endpoints of the contract under /v1, every one read with GET, from at least its 16 sources'),
      'HEAD answers as GET without the body; anything else is 405.',
    ),
    met('All require the `X-API-Key` header except', 'schemas/endpoints.test.ts › asks for a key everywhere but under /v1/meta'),
    more(
      'Success responses are `application/json`',
      'server/csv.test.ts › %s has every row and cell of its JSON, and no other',
      'A list is text/csv for a client that prefers it to application/json. Every other client gets JSON.',
    ),
  ]),
  ...part('4.1', [
    met('array of OccupationSummary; all 412 unit groups', 'laws.test.ts › the list of occupations is the join of the profiles'),
    met('`q` (string, required; the job title)', cases, 'At most 200 characters.'),
    met('`limit` (integer 1-50, default 10)', defaults),
    met('| GET | /v1/occupations/{soc} | path `soc` |', questions),
    met('| GET | /v1/occupations/{soc}/titles | path `soc` |', questions),
    met(
      '32,000 job titles of the national coding index',
      'sources/soc-real-files.test.ts › every document agrees with its schema, and the counts with the notes',
      '31,964 entries of version 12, of which six repeat another.',
    ),
    met('tolerates misspellings', 'server/contract.test.ts › search finds a title, misspelt too, and keeps to its limit'),
    met('and possessives', 'search/search-real-files.test.ts › %s is the title in its own order'),
    met(
      'Each unit group appears once, with its best-matching title',
      `${searches} › has each unit group once, at most limit of them, with falling confidence, 1 for exact alone, and is the same twice`,
    ),
    met(
      'An exact match always ranks first',
      "search/search-real-files.test.ts › every entry's unit group is among the answers at confidence 1 for the entry's own text, first where the title has one",
    ),
    met('Similar-sounding jobs classified differently stay separate', `${searches} › keeps similar-sounding jobs apart`),
  ]),
  ...part('4.2', [
    met(
      'Defaults: gross annual pay, all employees, UK, latest year',
      'server/contract.test.ts › pay answers its defaults, and the variant that was asked for',
    ),
    met('weekly_pay_gross, weekly_pay_excl_overtime', questions),
    met('all (default), male, female', questions),
    met('all (default), fulltime, parttime', questions),
    met('reference year; default latest published', cases),
    met(
      'pins the exact release and overrides `year`',
      'pay/revised-editions.test.ts › pinned by year and edition at once: the edition decides',
    ),
    more(
      'default uk; an English region, wales or scotland',
      cases,
      'Twelve slugs. England and Northern Ireland are 400: the published tables have neither. If an edition lacks the area, its figures are null, withheld as not-received.',
    ),
  ]),
  ...part('4.3', [
    met('| uk (default), england, wales, scotland, northern-ireland | employment', questions),
    met('all nations and all nine English regions (14 values)', questions),
    met('uk (default) or a nation (5 values); no English regions', questions),
    met('| none | none | DemandResponse |', questions),
    met('| none | none | VisaResponse |', questions),
    met('(no england, no northern-ireland)', questions),
    met('LocalAdvertAreasResponse, most adverts first', byQuarter),
    met(
      'path `area`: local authority area code or slug',
      'server/local-areas.test.ts › every name of an area has one answer and one ETag',
      'Former codes of an area lead to it too.',
    ),
    met('`includeInactive` (boolean, default false)', defaults),
    met('| none | none | HowToBecomeResponse |', questions),
    met('| none | none | WorkforceResponse |', questions),
    met('| none | none | WorkProfileResponse |', questions),
    deviates(
      'the declared enumeration holds the uk, wales, scotland and English region slugs',
      'server/local-areas.test.ts › GET %s → %i',
      'The contract contradicts itself, and we follow its description: the path takes local authorities. The slugs of the enumeration are 404, with the address that answers them; only london is both.',
    ),
    met('Employment is available for the UK and each nation only', questions),
    met(
      'withholds figures based on fewer than 30 employers',
      'laws/employer-skills-survey.test.ts › figures of fewer than 30 employers are nowhere',
    ),
    met(
      'the response uses the finest published level',
      'laws/employer-skills-survey.test.ts › the group is the finest published: it holds the occupation, every finer one is withheld, and the derivation names it',
    ),
    met('recent suppressed months are null and excluded from totals', byMonth),
  ]),
  ...part('4.4', [
    met(
      'all assessed occupations at the level in the latest year, highest demand index first',
      'laws/occupations-in-demand.test.ts › /v1/demand%s is the join of the documents of %j, highest demand index first, ties by code',
    ),
    met(
      'without `level`, occupations in critical and elevated demand',
      'laws/occupations-in-demand.test.ts › /v1/demand%s is the join of the documents of %j, highest demand index first, ties by code',
    ),
    met('VisaListResponse; most visas first', 'laws/work-visas.test.ts › the list is the join of the documents, ranks are 1, 2, 2, 4'),
    met(
      'JobAdvertListResponse; most adverts first',
      byMonth,
      'An incomplete total stands where its number stands, and says that it is not comparable.',
    ),
    met('London is one area (no borough split)', 'sources/local-authorities.test.ts › is 329 areas with London as one, ordered by name'),
    met(
      'path `area` (code or slug); `limit` (default 50, max 412)',
      'server/local-areas.test.ts › a list is as long as its limit, 50 without one, and then all that are advertised, most adverts first',
    ),
  ]),
  ...part('4.5', [
    met('| /v1/meta/sources | none |', cases),
    met(
      'newest first, including quarantined releases',
      'server/contract.test.ts › editions: newest first, quarantined and withdrawn ones with their reasons',
    ),
    met('IngestStatusResponse; never cached', 'server/contract.test.ts › ingest: what is held back and why, never cached'),
  ]),
  ...part('4.6', [
    more(
      'takes a `limit` query parameter and returns related roles',
      questions,
      '`limit` is 1 to 100, default 20. It holds for each of the three lists.',
    ),
    met(
      'compares every region against the UK',
      "pay/select-pay-regions.test.ts › every region has the median of its own place, in the contract's order and with its difference from the UK",
    ),
    met('gives the figure year by year', 'laws.test.ts › the series is the join of the answers of single years'),
    open(
      'Their parameters and response bodies are not shown',
      questions,
      'Regions take measure, sex, pattern, year and edition; the series takes measure, sex, pattern and area.',
    ),
    open(
      'The other endpoints making up the total of 28',
      structure,
      'The 28 are those that the contract names: 25 in parts 4.1 to 4.5, three in 4.6.',
    ),
  ]),
  ...part('5', [
    met(
      'Requests send the key in the `X-API-Key` header',
      'server/runtimes.test.ts › a key: blanks around it are no part of it, it is replaced and revoked at once, and only the secret administers keys',
    ),
    met(
      'Every endpoint except those under `/v1/meta` requires it',
      'server/contract.test.ts › a key comes before everything else under /v1: without one even the wrong path is 401',
    ),
    met(
      'a link is sent and the link displays the key once',
      'sign-up/sign-up.test.ts › a link is looked at without being used, shows its key once, and then no more',
    ),
    met(
      'issues a new key that replaces the old one',
      'sign-up/sign-up.test.ts › a new key replaces the old one, whatever the letter case of the address',
    ),
    met(
      'Sign-up opens when the public API launches',
      'sign-up/sign-up.test.ts › nobody gets a key, and whoever has one can have it removed',
      'The setting SIGN_UP=open opens it.',
    ),
    met('Key-protected endpoints document a 401 response', structure),
    open(
      'The endpoints for obtaining a key',
      'sign-up/sign-up.test.ts › a form is answered with pages, and the key stands in the last one',
      'POST /keys with an e-mail address, as JSON or as a form; POST /keys/delete removes the address and its key.',
    ),
  ]),
  ...part('6', [
    more(
      'No webhooks or notifications appear',
      own('there are no webhooks, and a feed in their place'),
      '/editions.atom is a feed of what is published, held back and withdrawn.',
    ),
  ]),
  ...part('7', [
    met('Errors use RFC 9457 problem details', 'server/contract.test.ts › every kind of problem resolves at its type, without a key'),
    met('401 and 429 bodies are declared as `application/problem+json`', cases),
    met('400 and 404 bodies are declared as `application/json`', cases),
    more('| 400, 401, 404, 429 |', structure, 'Further statuses on every endpoint: 405, 414, 500 and 503; pay and pay by region also 410.'),
    more('| 401, 404, 429 |', structure, 'An unknown or repeated parameter is 400 here too.'),
    met('| /v1/occupations/search | 400, 401, 429 |', structure),
    more('| /v1/occupations | 401, 429 |', structure, 'An unknown or repeated parameter is 400 here too.'),
    more('| /v1/meta/* | 429 |', structure, 'An unknown or repeated parameter is 400 here too.'),
    met(
      '429 is returned under load and states when to retry',
      'server/runtimes.test.ts › a hundred requests at once get sixty answers; headers, body and Retry-After agree',
    ),
    open('Pay endpoint statuses: not shown', structure, '400, 401, 404 and 429, and 410 for a request that pins a withdrawn edition.'),
    open(
      'Fields of the problem body: not shown',
      'server/contract.test.ts › a 400 names every parameter at fault, what is allowed, and the nearest',
      'type, title, status, detail and instance; `errors` with a row for each parameter at fault.',
    ),
    open(
      'The mechanism that tells the client when to retry',
      'server/runtimes.test.ts › a hundred requests at once get sixty answers; headers, body and Retry-After agree',
      'Retry-After in seconds, and `retryAfterSeconds` in the body.',
    ),
    open(
      'The exact conditions that produce 400 and 404',
      cases,
      '400: a parameter that is unknown, repeated, missing or has a value that is not allowed. 404: a path value that names nothing, a year, area or edition that is not held, a source without a release.',
    ),
  ]),
  ...part('8', [
    met(
      '60 requests per minute',
      'server/limits.test.ts › gives sixty answers and refuses the next, saying when; other accounts have their own',
      'A sliding minute, not the minute of the clock.',
    ),
    met('| Unit groups | 412 |', 'laws.test.ts › the list of occupations is the join of the profiles'),
    met('| Search `limit` | 1-50, default 10 |', questions),
    met('| default 50, at most 412 |', defaults),
    met(
      'null and not presentable for a group under 10,000 jobs',
      'laws/skills-projections.test.ts › null exactly where withheld, and presentable exactly where not; nothing under 10,000 jobs is shown',
    ),
    met(
      'withheld where based on fewer than 30 employers',
      'laws/employer-skills-survey.test.ts › figures of fewer than 30 employers are nowhere',
    ),
    open(
      'Behaviour when `limit` is out of range',
      'server/contract.test.ts › a number out of range comes with its bounds',
      '400, with the least and the most that is allowed.',
    ),
    open(
      'Rate limit response headers and per-key or per-address scope',
      'server/runtimes.test.ts › an address without a key gets sixty answers, a household of IPv6 is one, and pages and other addresses are free of it',
      'By key; where no key is needed, by address. RateLimit and RateLimit-Policy are on every answer that counts.',
    ),
  ]),
  ...part('9', [
    met(
      'is part of every path',
      own('at least the 28 endpoints of the contract under /v1, every one read with GET, from at least its 16 sources'),
    ),
    met('each has a uuid `id` listed at /v1/meta/editions', own('every edition has a uuid, and that of pay pins the answer')),
    met(
      'Pay defaults to the latest published year',
      'server/contract.test.ts › pay answers its defaults, and the variant that was asked for',
    ),
    met("Each response's `provenance` names the exact release", documents),
    open(
      'Policy for breaking changes, deprecation and future versions',
      'server/deprecation.test.ts › a deprecated endpoint: the day as a Date of RFC 9651, the end as an HTTP date, and links that keep the others',
      'docs/versioning.md, which is also at /versioning: what may be added within v1, what never changes, and how something is deprecated (Deprecation, Sunset).',
    ),
  ]),
];
