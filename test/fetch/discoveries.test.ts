// What each source finds on its publisher's pages, and what it says of pages that it cannot use.
// Pages of the ONS are made up after its saved pages and its own programs, those of GOV.UK after
// the published content schemas, those of Explore Education Statistics after the platform's source
// code. What is found stands in goldens/discoveries.json: read its change as you would read an
// answer.
import { expect, test } from 'vitest';
import { PageError, messageOf } from '#sources/kit/problem.ts';
import { readGovUkPage } from '#sources/kit/read/gov-uk-pages.ts';
import { eesAddress } from '#sources/kit/read/ees-pages.ts';
import { firstRecord } from '#sources/kit/read/nomis.ts';
import { readEdition } from '#sources/kit/read/ons-pages.ts';
import { linkedFiles, londonDay } from '#sources/kit/read/page-parts.ts';
import { dayOfDigits } from '#sources/kit/release-name.ts';
import type { Web } from '#sources/kit/discovery.ts';
import type { Source } from '#sources/kit/source.ts';
import { apsEmployment } from '#sources/aps-employment/source.ts';
import {
  landingPage as industryPage,
  peoplePage,
  successorSearch,
} from '#sources/aps-workforce/discover.ts';
import { apsWorkforce } from '#sources/aps-workforce/source.ts';
import { ashe } from '#sources/ashe/source.ts';
import { employerSkillsSurvey } from '#sources/employer-skills-survey/source.ts';
import { landingPage as escoPage } from '#sources/esco/discover.ts';
import { esco } from '#sources/esco/source.ts';
import { occupationsInDemand } from '#sources/occupations-in-demand/source.ts';
import { landingPage as onetPage } from '#sources/onet/discover.ts';
import { onet } from '#sources/onet/source.ts';
import { landingPage as advertsPage } from '#sources/online-job-adverts/discover.ts';
import { onlineJobAdverts } from '#sources/online-job-adverts/source.ts';
import { landingPage as projectionsPage } from '#sources/skills-projections/discover.ts';
import { skillsProjections } from '#sources/skills-projections/source.ts';
import { socIndex } from '#sources/soc-index/source.ts';
import { socStructure } from '#sources/soc-structure/source.ts';
import { landingPage as visasPage } from '#sources/work-visas/discover.ts';
import { workVisas } from '#sources/work-visas/source.ts';
import { goldenFault } from '../golden.ts';
import { type EesDataSet, type EesRelease, ees, eesPages } from '../publisher/ees.ts';
import { escoHtml, onetHtml, periodsOfEmployment } from '../publisher/imitations.ts';
import { contentItem, govUk, mediaAddress } from '../publisher/gov-uk.ts';
import {
  editionTwin,
  indexName,
  landingHtml,
  landingTwin,
  ons,
  paths,
  structureName,
} from '../publisher/ons.ts';

/**
 * Pages by address, without what they have in common. Texts are pages of HTML, everything else is
 * JSON.
 */
function webOf(pages: Pages | ReadonlyMap<string, unknown>, common = ''): Web {
  const known = pages instanceof Map ? pages : new Map(Object.entries(pages));
  const page = (url: string): unknown => {
    const found: unknown = url.startsWith(common) ? known.get(url.slice(common.length)) : undefined;
    if (found === undefined) throw new PageError(`${url}: there is no such page (404)`);
    return found;
  };
  return {
    text: async (url) => String(page(url)),
    async json(url) {
      const found = page(url);
      if (typeof found === 'string')
        throw new PageError(`${url}: found an HTML page, expected JSON`);
      return found;
    },
  };
}

/**
 * What a source finds, with the order in which each release stands, and the files for which the
 * source has no kind.
 */
async function found<Rows extends readonly unknown[], Observations>(
  source: Source<Rows, Observations>,
  web: Web,
) {
  const { releases, ...more } = await source.discover(web, '2026-11-21');
  const kinds = Object.values(source.files);
  const listed = releases.map(({ name, files, ...release }) => ({
    name,
    order: source.release(name)?.order ?? null,
    ...release,
    files,
    unknown: files
      .filter((file) => !kinds.some(({ match }) => match.test(file.name)))
      .map((file) => file.name),
  }));
  return { releases: listed, ...more };
}

type Pages = Readonly<Record<string, unknown>>;
const onOns = (pages: Pages) => webOf(pages, ons);
/** Pages of the content API, by the addresses that people visit. */
const onGovUk = (pages: Pages) => webOf(pages, `${govUk}/api/content`);
const pathOf = (page: string) => new URL(page).pathname;

const structure = (...dates: readonly string[]) =>
  found(
    socStructure,
    onOns({ [paths.structure]: landingHtml(paths.structure, dates.map(structureName)) }),
  );
const index = (...names: readonly string[]) =>
  found(socIndex, onOns({ [paths.index]: landingHtml(paths.index, names) }));

interface Version {
  readonly updateDate: string;
  readonly correctionNotice: string;
}
/** The twins of the pages of an edition of Tables 14 and 15, with the notices of Table 15. */
const payPages = (edition: string, versions: readonly Version[] = []) =>
  Object.fromEntries(
    ([14, 15] as const).map((table) => {
      const uri = `${table === 14 ? paths.table14 : paths.table15}/${edition}`;
      const file = { name: `ashetable${table}${edition}.zip`, bytes: Buffer.alloc(0) };
      const page = {
        edition,
        releaseDate: '2025-10-22T23:00:00.000Z',
        file,
        versions: table === 14 ? [] : versions,
      };
      return [`${uri}/data`, editionTwin(uri, page)];
    }),
  );
const pay = (editions: readonly string[], ...pages: readonly Pages[]) =>
  found(
    ashe,
    onOns({
      ...Object.fromEntries(
        [paths.table14, paths.table15].map((path) => [
          `${path}/data`,
          landingTwin(path, editions, '22 October 2026'),
        ]),
      ),
      ...Object.assign({}, ...pages),
    }),
  );

const july = 'january2017tojuly2026';
const advertsTwin = (names: readonly string[], versions: readonly object[] = []) => ({
  [`/${july}/data`]: {
    description: { releaseDate: '2026-08-20T23:00:00.000Z' },
    downloads: names.map((file) => ({ file })),
    versions,
  },
});
const adverts = (editions: readonly string[], pages: Pages = {}) =>
  found(
    onlineJobAdverts,
    webOf(
      { '/data': landingTwin(pathOf(advertsPage), editions, '25 September 2026'), ...pages },
      advertsPage,
    ),
  );
const advertsOf = (names: readonly string[], versions?: readonly object[]) =>
  adverts(
    ['january2017todecember2025', july, 'january2017tojune2026', 'january2017tomay2025part2'],
    advertsTwin(names, versions),
  );

const adHoc = (file: string) => ({
  description: { releaseDate: '2025-11-18T09:30:00.000Z' },
  downloads: [{ title: 'Employment', file }],
});
const byIndustry = {
  [`${industryPage}/data`]: adHoc('employmentby4digitsoc1digitindustryatosuk20212024final.xlsx'),
};
const workforce = (pages: Pages = {}) => found(apsWorkforce, webOf({ ...byIndustry, ...pages }));

/** Nomis, with its answer to what the latest period is. */
const employment = (latest: string, periods: object = periodsOfEmployment) =>
  found(apsEmployment, { text: async () => latest, json: async () => periods });

const history = [
  { note: 'First published.', public_timestamp: '2023-03-21T09:30:00+00:00' },
  {
    note: 'All files replaced with revised projections.',
    public_timestamp: '2024-08-05T09:30:00+01:00',
  },
];
const projectionFiles = [
  ['Nations projections', 'Nations.zip'],
  ['English regions projections', 'Regions.zip'],
  ['Local Enterprise Partnership (LEP) projections, by region', 'LEP.zip'],
  ['Local skills improvement plan area projections', 'LSIP.zip'],
  ['Mayoral combined authority projections', 'MCA.zip'],
  ['Methodology', 'nations_methods.pdf'],
].map(([title = '', name = ''], place) => ({ title, url: mediaAddress(name, String(place + 1)) }));
const projections = (page: Parameters<typeof contentItem>[0] = {}) =>
  found(
    skillsProjections,
    onGovUk({
      [pathOf(projectionsPage)]: contentItem({ history, files: projectionFiles, ...page }),
    }),
  );

const workbooks = [
  'soc2020-visas-datasets-mar-2026.xlsx',
  'soc2020-visas-datasets-jun-2026.xlsx',
  'soc2020-visas-datasets-dec-25.ods',
];
const others = [
  'occupation-soc2010-visas-datasets-sep-2026.xlsx',
  'asylum-applications-datasets-sep-2026.xlsx',
];
const visas = (names: readonly string[], withdrawn = {}) =>
  found(
    workVisas,
    onGovUk({
      [pathOf(visasPage)]: contentItem({
        links: names.map((name, place) => mediaAddress(name, `6a${place}`)),
      }),
      '/government/statistics/immigration-system-statistics-year-ending-june-2026': contentItem({
        firstPublished: '2026-08-27T09:30:00+01:00',
        more: withdrawn,
      }),
    }),
  );

const set = (name: string, columns: readonly string[]): EesDataSet => ({
  name,
  columns,
  file: { name: `${name.toLowerCase().replaceAll(' ', '_')}.csv`, bytes: Buffer.from('a\n1\n') },
});
const vacancies = set('Vacancy measures', [
  'sector',
  'soc_1_labelled',
  'soc_2_labelled',
  'soc_3_labelled',
  'soc_4_labelled',
  'vac_sum',
]);
const training = set('Investment in training', ['sector', 'estab_size', 'spend']);
const rawDemand = set('Raw indicators', [
  'soc20_unit',
  'visa_density',
  'workers',
  'indicator_demand',
]);
const scaledDemand = set('Scaled indicators', [
  'soc20_unit',
  'demand_index',
  'visa_density_critical',
]);
const ofIndustry = set('Demand by industry', [
  'soc20_unit',
  'SIC_name',
  'demand_level',
  'indicator_demand',
]);
const released = (slug: string, ...dataSets: readonly EesDataSet[]): EesRelease => ({
  slug,
  published: `${slug}-11-27T09:30:00Z`,
  dataSets,
});
const survey = (pages: ReadonlyMap<string, unknown>) =>
  found(employerSkillsSurvey, webOf(pages, ees));
const surveyOf = (...releases: readonly EesRelease[]) =>
  survey(eesPages('employer-skills-survey', releases));
const demandOf = (...releases: readonly EesRelease[]) =>
  found(occupationsInDemand, webOf(eesPages('occupations-in-demand', releases), ees));
const withoutFiles = () =>
  survey(
    new Map(
      [...eesPages('employer-skills-survey', [released('2022', vacancies)])].map(([at, page]) => [
        at,
        at.includes('?releaseId=') ? { results: [] } : page,
      ]),
    ),
  );

const onetOf = (...releases: readonly string[]) =>
  found(onet, webOf({ [onetPage]: onetHtml(...releases) }));
const escoOf = (html: string) => found(esco, webOf({ [escoPage]: html }));
const planned =
  '<p>ESCO v2.0.0 is planned for 2027. <a href="/news/esco-v2.0.0">What v2.0.0 will bring</a></p>';
const withPlanned = (html: string) => escoOf(`${planned}${html}${planned}`);

const dataset = `${ons}/a/datasets/b`;
const twin = (more: object) => ({
  description: { releaseDate: '2025-10-22T23:00:00.000Z' },
  downloads: [{ file: 'b.xlsx' }],
  ...more,
});
const edition = (more: object, pages: Pages = {}) =>
  readEdition(webOf({ [`${dataset}/data`]: twin(more), ...pages }), dataset);
const govUkPage = `${govUk}/government/publications/some`;
const publication = (item?: object) =>
  readGovUkPage(onGovUk(item === undefined ? {} : { [pathOf(govUkPage)]: item }), govUkPage);

/** What is asked, in the order of the golden file. Its name says what the golden must show. */
const asked: Readonly<Record<string, () => Promise<unknown>>> = {
  'soc-structure: the newest workbook, whichever way its date is written': () =>
    structure('16102024', '20260827', '03122025'),
  'soc-index: the newest reissue of the newest day': () =>
    index(...['20260827v2', '20260827', '20260827v10', '03122025v3'].map(indexName)),
  'soc-index: no link to it; the files that are linked to': () =>
    index('soc2020volume2zip20260827v2.zip', structureName('20260827')),
  'soc-index: no link to any file': () =>
    found(socIndex, onOns({ [paths.index]: '<html></html>' })),
  'ashe: one edition of each year by SOC 2020, newest year first, revised before provisional': () =>
    pay(
      [
        '2020revised',
        '2021provisional',
        '2021revised',
        '2024provisional',
        '2024revised',
        '2025provisional',
        'current',
      ],
      ...['2021revised', '2024revised', '2025provisional'].map((name) => payPages(name)),
    ),
  'ashe: a correction under the same file name is a new release': () =>
    pay(
      ['2025provisional'],
      payPages('2025provisional', [
        {
          updateDate: '2025-12-19T09:30:00.000Z',
          correctionNotice: '<p>Figures of 3312 are <b>withheld</b>.</p>',
        },
        { updateDate: '2026-01-05T09:30:00.000Z', correctionNotice: '' },
        {
          updateDate: '2025-01-05T09:30:00.000Z',
          correctionNotice: 'Of an earlier publication.',
        },
      ]),
    ),
  'ashe: an old edition whose page is not understood is passed over, and that is said': () =>
    pay(['2025provisional', '2024revised'], payPages('2025provisional'), {
      [`${paths.table14}/2024revised/data`]: { description: {}, downloads: [] },
    }),
  'ashe: the page of the newest edition is missing': () =>
    pay(['2025provisional', '2024revised'], payPages('2024revised')),
  'online-job-adverts: the edition of the last month': () =>
    advertsOf(['labourdemandbyoccupation.xlsx']),
  'online-job-adverts: a corrected workbook has a name of its own, after the first': () =>
    advertsOf(
      ['labourdemandbyoccupation.xlsx'],
      [{ updateDate: '2026-09-02T08:30:00.000Z', correctionNotice: 'Table 5 was wrong.' }],
    ),
  'online-job-adverts: no edition': () => adverts([]),
  'online-job-adverts: an edition without the workbook': () => advertsOf(['notes.pdf']),
  'aps-workforce: without the second page the first serves, and both failures are told': () =>
    workforce(),
  'aps-workforce: a page with a like title is told and not taken': () =>
    workforce({
      [`${peoplePage}/data`]: adHoc('socbyage.xlsx'),
      [successorSearch]: {
        items: [
          {
            title: 'Employment by 4 digit occupation (SOC) and industry, UK, 2022 to 2025',
            uri: '/adhocs/4001employment',
          },
          { title: 'Deaths by age', uri: '/adhocs/4002deaths' },
        ],
      },
    }),
  'aps-employment: no row': () => employment('DATE,DATE_NAME,OBS_VALUE\n'),
  'aps-employment: a period of another kind': () =>
    employment('DATE,DATE_NAME,OBS_VALUE\n2026-05,x,1\n'),
  'aps-employment: four answers of the latest period, published on the day that its list has': () =>
    employment('DATE,DATE_NAME,OBS_VALUE\n2026-06,x,1\n'),
  'aps-employment: the list of periods lacks the latest, and that is said': () =>
    employment('DATE,DATE_NAME,OBS_VALUE\n2026-09,x,1\n'),
  'aps-employment: the list of periods has another shape': () =>
    employment('DATE,DATE_NAME,OBS_VALUE\n2026-06,x,1\n', { structure: {} }),
  'Nomis: an empty answer is how it refuses a selection': () =>
    firstRecord(
      { text: async () => '', json: () => Promise.reject(new Error('no JSON')) },
      { dataset: 'NM_218_1', parameters: {} },
      [],
    ),
  'skills-projections: the zips of nations and regions, as of the last change': () => projections(),
  'skills-projections: as first published': () => projections({ history: history.slice(0, 1) }),
  'skills-projections: after a second revision': () =>
    projections({
      history: [...history, { note: 'Corrected.', public_timestamp: '2026-01-09T09:30:00+00:00' }],
    }),
  'skills-projections: a page without the zip of nations': () =>
    projections({ files: projectionFiles.slice(1, 3) }),
  'work-visas: the newest workbook by its own name, and the day of its statistics': () =>
    visas([...workbooks.map((name) => `occupation-${name}`), ...others]),
  'work-visas: that the page of the statistics is withdrawn is a notice of the release': () =>
    visas(
      workbooks.map((name) => `occupation-${name}`),
      {
        withdrawn_notice: {
          explanation: '<p>These contain an error.</p>',
          withdrawn_at: '2026-09-02T09:30:00+01:00',
        },
      },
    ),
  'work-visas: no workbook by this classification': () => visas(others),
  'work-visas: no link to any file': () => visas([]),
  'employer-skills-survey: the newest release that has the data set, not the newest release': () =>
    surveyOf(
      { ...released('2024', training), nextReleaseDate: { year: '2027', month: '1', day: '14' } },
      released('2022', training, vacancies),
      released('2019', vacancies),
    ),
  'employer-skills-survey: no release has the data set': () =>
    surveyOf(released('2024', training), released('2022')),
  'employer-skills-survey: the list of files lacks it': withoutFiles,
  'employer-skills-survey: a page of another shape': () =>
    survey(
      new Map([
        [`${pathOf(eesAddress)}/publications/employer-skills-survey/releases`, { results: [] }],
      ]),
    ),
  'occupations-in-demand: the zip of all data sets, by the id of the version': () =>
    demandOf(
      released('2026', ofIndustry, scaledDemand),
      // Two of each: the year, and the year before assessed again.
      released('2025', rawDemand, ofIndustry, scaledDemand, rawDemand, scaledDemand),
    ),
  'onet: the highest number, compared number by number': () => onetOf('30.9', '30.10', '29.3'),
  'onet: 30.2 has its interests in "Interests.txt"': () => onetOf('30.2'),
  'esco: one zip from 1.2 on': () => escoOf(escoHtml('v1.1.0', 'v1.2.1', 'v1.2.0')),
  // The address of the second has two blanks where its name has one.
  'esco: two zips before it': () => escoOf(escoHtml('v1.1.1', 'v1.0.9')),
  'esco: versions in a form; one that is only planned is not the newest': () =>
    withPlanned(escoHtml('v1.2.1')),
  'esco: versions in labels': () =>
    withPlanned(
      '<label><input type="radio" value="v1.2.0"> v1.2.0</label><label for="b">ESCO ' +
        'dataset - v1.2.1</label>',
    ),
  'esco: versions in links': () =>
    withPlanned(
      '<a href="/esco/download/' +
        'ESCO%20dataset%20-%20v1.2.1%20-%20classification%20-%20en%20-%20csv.zip">ESCO</a>',
    ),
  'ONS: links as HTML writes them, each file once': async () =>
    linkedFiles(
      `${ons}/x`,
      "<A HREF='/file?uri=/x/a.xlsx&amp;v=1'>a</A> <a href = " +
        '"https://example.org/files/b%20c.xlsx#top">b</a> <a href="http://[">?</a> <a ' +
        'href="/file?uri=/x/a.xlsx">again</a>',
      /\.xlsx$/,
    ),
  'ONS: a download by a name': () => edition({ downloads: [{ file: 'c d.xlsx' }] }),
  'ONS: a download by an address': () =>
    edition({ downloads: [{ url: 'https://download.ons.gov.uk/x/c.xlsx', version: 'v2' }] }),
  'ONS: a download by a title and a path': () =>
    edition({ downloads: [{ file: 'Table C', uri: '/downloads/x/c.csv' }] }),
  'ONS: a download from another site': () =>
    edition({ downloads: [{ url: 'https://example.org/c.xlsx' }] }),
  'ONS: a page that has migrated to another site': () =>
    edition({ description: { migrationLink: 'https://example.org/' } }),
  'ONS: a page that has migrated is read at its new place, and that is told': () =>
    edition(
      { description: { migrationLink: '/topic/datasets/b/' }, downloads: [] },
      { [`${ons}/topic/datasets/b/data`]: twin({ versions: null }) },
    ),
  'GOV.UK: the files of a page, attached or linked to, each once, and no links elsewhere': () =>
    publication(
      contentItem({
        files: [{ title: 'Table A', url: mediaAddress('a.zip', '1') }],
        links: [
          mediaAddress('b%20c.ods', '2'),
          mediaAddress('a.zip', '1'),
          '/government/publications/other',
          'https://example.org/x.ods',
        ],
        firstPublished: '2023-03-20T23:30:00Z',
        history: [
          { note: 'Replaced. ', public_timestamp: '2024-08-05T09:30:00+01:00' },
          { note: 'First published.', public_timestamp: '2023-03-21T00:01:00+00:00' },
        ],
      }),
    ),
  'GOV.UK: a page that is withdrawn': () =>
    publication(
      contentItem({
        more: { withdrawn_notice: { explanation: '<p>Old</p>', withdrawn_at: '2026-01-01' } },
      }),
    ),
  'GOV.UK: a page that has moved names where to': () =>
    publication({
      document_type: 'redirect',
      redirects: [{ path: '/a', type: 'exact', destination: '/government/publications/next' }],
    }),
  'GOV.UK: a page of another shape': () =>
    publication({ details: { attachments: [{ title: 'no url' }] } }),
  'GOV.UK: a page that is missing': () => publication(),
};

test('each source finds what goldens/discoveries.json says, or says what it says', async () => {
  const told: [string, unknown][] = [];
  for (const [what, ask] of Object.entries(asked)) {
    const outcome = await ask().catch((error: unknown) => ({
      [(error as Error).constructor.name]: messageOf(error),
    }));
    told.push([what, outcome]);
  }
  expect(
    goldenFault('discoveries.json', `${JSON.stringify(Object.fromEntries(told), null, 1)}\n`),
  ).toBeNull();
});

test.each([
  ['2025-10-22T23:00:00.000Z', '2025-10-23'],
  ['22 October 2026', '2026-10-22'],
  ['2026-10-22', '2026-10-22'],
  ['31 February 2026', null],
  ['October 2026', null],
  ['', null],
])('the publisher\'s "%s" is the day %s', (text, day) => expect(londonDay(text)).toBe(day));

test.each([
  ['16102024', '2024-10-16'],
  ['20260827', '2026-08-27'],
  ['', null],
])('the digits %s are %s', (digits, day) => expect(dayOfDigits(digits)).toBe(day));
