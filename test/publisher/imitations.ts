// Every source on loopback: its publisher's pages as far as they are known, and behind them its
// synthetic release under the name of a real one; of names whose cells somebody has read by eye
// only where there is no other.
import type { PublishedFile } from '#sources/kit/named-files.ts';
import { sourceKeys, type SourceKey } from '#schemas/codes.ts';
import { listAddress } from '#sources/apprenticeship-standards/discover.ts';
import {
  landingPage as industryPage,
  peoplePage,
  successorSearch,
} from '#sources/aps-workforce/discover.ts';
import { selected, newestPeriod, queries, queryOf } from '#sources/aps-employment/layout.ts';
import { files as workforceFiles } from '#sources/aps-workforce/layout.ts';
import {
  apiOrigin as careersOrigin,
  profileAddress,
  summaryAddress,
} from '#sources/career-profiles/discover.ts';
import { landingPage as escoPage } from '#sources/esco/discover.ts';
import {
  apiOrigin as mapsOrigin,
  routeAddress,
  routeListAddress,
} from '#sources/occupational-maps/discover.ts';
import { distinctiveColumns as demandColumns } from '#sources/occupations-in-demand/layout.ts';
import { landingPage as onetPage } from '#sources/onet/discover.ts';
import { landingPage as advertsPage } from '#sources/online-job-adverts/discover.ts';
import { landingPage as projectionsPage } from '#sources/skills-projections/discover.ts';
import { landingPage as visasPage } from '#sources/work-visas/discover.ts';
import { type EesRelease, ees, eesPages } from './ees.ts';
import { assets, govUk, mediaAddress, publishPage } from './gov-uk.ts';
import {
  indexName,
  ons,
  paths,
  publishDataset,
  publishEdition,
  publishVolume,
  structureName,
} from './ons.ts';
import { pathOf, type Publisher } from './publisher.ts';
import { slugOf } from '#sources/career-profiles/layout.ts';
import { answerAddress, periodsAddress } from '#sources/kit/read/nomis.ts';

export function escoHtml(...versions: readonly string[]): string {
  const options = versions.map(
    (version) => `<option value="${version}">ESCO dataset - ${version}</option>`,
  );
  return (
    '<!DOCTYPE html><html><body><form><select ' +
    `name="version">${options.join('')}</select><select ` +
    'name="language"><option>en</option></select></form></body></html>'
  );
}

/** The crosswalks are the Bureau's, which the same publisher stands in for. */
export const crosswalkPaths: Readonly<Record<string, string>> = {
  'ISCO_SOC_Crosswalk.xls': '/soc/ISCO_SOC_Crosswalk.xls',
  'soc_2010_to_2018_crosswalk.xlsx': '/soc/2018/soc_2010_to_2018_crosswalk.xlsx',
};

export function onetHtml(...releases: readonly string[]): string {
  const items = releases.map((release) => {
    const folder = `db_${release.replace('.', '_')}`;
    return (
      `<h2>O*NET<sup>&reg;</sup> ${release} Database</h2><a ` +
      `href="/dl_files/database/${folder}_text.zip">Text</a> <a ` +
      `href="/dl_files/database/${folder}_excel.zip">Excel</a>`
    );
  });
  return (
    `<!DOCTYPE html><html><body>${items.join('\n')}<a ` +
    'href="/dictionary/">Dictionary</a></body></html>'
  );
}

export function publishOnet(
  publisher: Publisher,
  release: string,
  files: readonly PublishedFile[],
): void {
  publisher.put(onetPage, onetHtml(release));
  for (const { name, bytes } of files)
    publisher.put(
      crosswalkPaths[name] ?? `/dl_files/database/db_${release.replace('.', '_')}_text/${name}`,
      bytes,
    );
}

/**
 * The list of profiles, and each profile. `moved` has the dates of those that have changed since
 * May, by their address; null: no profile has a date.
 */
export function publishProfiles(
  publisher: Publisher,
  profiles: readonly Readonly<Record<string, unknown>>[],
  moved: Readonly<Record<string, string>> | null = {},
): void {
  const listed = profiles.map(({ Url, Title }) => ({
    Url,
    Title,
    LastUpdated:
      moved === null ? '0001-01-01T00:00:00' : (moved[String(Url)] ?? '2026-05-01T09:30:00Z'),
  }));
  publisher.put(summaryAddress, listed);
  for (const profile of profiles)
    publisher.put(profileAddress(slugOf(String(profile['Url'])) ?? ''), profile);
}

/** The list of periods of Nomis, with the day on which each was published. */
export const periodsOfEmployment = {
  structure: {
    codelists: {
      codelist: [
        {
          id: 'CL_218_1_TIME',
          code: [
            { value: '2026-03', released: '2026-07-21 07:00:00' },
            { value: '2026-06', released: '2026-10-20 07:00:00' },
          ].map(({ value, released }) => ({
            value,
            description: { value, lang: 'en' },
            annotations: {
              annotation: [
                { annotationtitle: 'CurrentRevisionReleased', annotationtext: released },
                { annotationtitle: 'CurrentRevisionStatus', annotationtext: 'Live' },
                { annotationtitle: 'CurrentRevisionVersion', annotationtext: 0 },
              ],
            },
          })),
        },
      ],
    },
  },
};

/** The answers of Nomis of one period. */
function publishEmployment(publisher: Publisher, answers: readonly PublishedFile[]): void {
  const latest = '"DATE","DATE_NAME","OBS_VALUE"\n"2026-06","Jul 2025-Jun 2026",33400000\n';
  publisher.put(answerAddress(newestPeriod, ['date', 'date_name', 'obs_value']), latest);
  publisher.put(periodsAddress(newestPeriod.dataset), periodsOfEmployment);
  for (const query of queries) {
    const answer = answers.find(({ name }) => name === `${query.name}.csv`);
    publisher.put(answerAddress(queryOf(query, '2026-06'), selected), answer?.bytes ?? '');
  }
}

/** The sources with a publisher; the table of districts is built in. */
export type AskedKey = Exclude<SourceKey, 'local-authorities'>;
export const askedKeys = sourceKeys.filter((key) => key !== 'local-authorities');

/** How one source is imitated. */
export interface Imitation {
  /** The origins that are asked for it. */
  readonly origins: readonly string[];
  /** Name of the release that is found; null where the day of looking names it. */
  readonly release: string | null;
  /**
   * Part of the address of the page without which nothing is known of it; null where no page is
   * read.
   */
  readonly page: string | null;
  /** Part of the address of one of its data files. */
  readonly file: string;
  /**
   * Where the name of that file comes from: a page lists it, we make it from the release's name, or
   * the file is an answer to a question.
   */
  readonly named: 'by a page' | 'by us' | 'not at all';
  /** Puts pages and files there, the files as the source's sample has them. */
  readonly publish: (publisher: Publisher, files: readonly PublishedFile[]) => void;
}

function publishPay(publisher: Publisher, files: readonly PublishedFile[]): void {
  const editions = files.map((file) => ({
    edition: '2024provisional',
    releaseDate: '2024-10-28T00:00:00.000Z',
    file,
    // Under this notice's date the release is one whose cells nobody has read by eye.
    versions: [{ updateDate: '2024-11-20T00:00:00.000Z', correctionNotice: 'Synthetic notice.' }],
  }));
  const ofTable14 = editions.filter(({ file }) => file.name.includes('table14'));
  publishDataset(publisher, paths.table14, ofTable14);
  publishDataset(publisher, paths.table15, []);
}

function publishProjections(publisher: Publisher, files: readonly PublishedFile[]): void {
  const history = [
    { note: 'First published.', public_timestamp: '2023-03-21T09:30:00+00:00' },
    {
      note: 'All files replaced with revised projections.',
      public_timestamp: '2024-08-05T09:30:00+01:00',
    },
  ];
  const attached = files.map(({ name }) => ({
    title: name.replaceAll('_', ' '),
    url: mediaAddress(name),
  }));
  publishPage(publisher, projectionsPage, { files: attached, history }, files);
}

function imitation(
  origins: readonly string[],
  release: string | null,
  page: string | null,
  file: string,
  named: Imitation['named'],
  publish: Imitation['publish'],
): Imitation {
  return { origins, release, page, file, named, publish };
}

/**
 * A release on Explore Education Statistics. Its files may have any name: data sets are found by
 * their columns.
 */
const onEes = (
  publication: string,
  year: string,
  file: string,
  dataSetsOf: (given: PublishedFile) => Pick<EesRelease, 'dataSets' | 'zip'>,
) =>
  imitation(
    [ees],
    year,
    `/publications/${publication}/releases`,
    file,
    'not at all',
    (publisher, [given]) => {
      if (given === undefined) throw new Error(`${publication} has no sample`);
      const release = { slug: year, published: `${year}-11-27T09:30:00Z`, ...dataSetsOf(given) };
      for (const [address, page] of eesPages(publication, [release])) publisher.put(address, page);
    },
  );
const volume = (path: string, name: string) =>
  imitation([ons], '2025-12-03', path, `/${name}`, 'by a page', (publisher, [file]) =>
    publishVolume(publisher, path, file === undefined ? [] : [{ ...file, name }]),
  );
const demand = [
  ['raw_OID_output', demandColumns.raw],
  ['scaled_OID_output', demandColumns.scaled],
  ['raw_OID_output_2024_revised', demandColumns.raw],
  ['scaled_OID_output_2024_revised', demandColumns.scaled],
  ['2024_scaled_weighted_oid_output', ['soc20_unit', 'demand_index']],
] as const;
const maps = pathOf(routeListAddress);
const standards = pathOf(listAddress);
const table14 = `${paths.table14}/2024provisional/data`;
const adverts = `${pathOf(advertsPage)}/data`;
const industry = `${pathOf(industryPage)}/data`;
const visas = 'occupation-soc2020-visas-datasets-jun-2026.xlsx';
const profile = pathOf(profileAddress('sample-'));

/**
 * Of every source: its origins, the release that is found, its page, one of its files, and how that
 * file gets its name.
 */
export const imitations: Readonly<Record<AskedKey, Imitation>> = {
  'soc-structure': volume(paths.structure, structureName('03122025')),
  'soc-index': volume(paths.index, indexName('03122025')),
  ashe: imitation(
    [ons],
    '2024-provisional-2024-11-20',
    table14,
    'ashetable142024provisional.zip',
    'by a page',
    publishPay,
  ),
  'aps-employment': imitation(
    ['https://www.nomisweb.co.uk'],
    ...([
      '2026-06',
      'select=date,',
      `select=${selected.join(',')}`,
      'not at all',
      publishEmployment,
    ] as const),
  ),
  'aps-workforce': imitation(
    [ons, new URL(successorSearch).origin],
    ...(['2021-2024', industry, '/employmentby4digitsoc1digitindustry', 'by a page'] as const),
    (publisher, files) => {
      for (const file of files) {
        const page = workforceFiles.byIndustry.match.test(file.name) ? industryPage : peoplePage;
        publishEdition(publisher, pathOf(page), {
          edition: '',
          releaseDate: '2025-11-14T00:00:00.000Z',
          file,
        });
      }
      publisher.put(successorSearch, { count: 0, items: [] });
    },
  ),
  'skills-projections': imitation(
    [govUk, assets],
    ...([
      '2020-2035-revised-2024-08-05',
      pathOf(projectionsPage),
      'Nations_projections.zip',
      'by a page',
      publishProjections,
    ] as const),
  ),
  'employer-skills-survey': onEes(
    'employer-skills-survey',
    '2022',
    '/set-employer-skills-survey-2022-0/download',
    (file) => ({
      dataSets: [
        {
          name: 'The data set',
          columns: Buffer.from(file.bytes).toString().split('\n')[0]?.split(',').slice(5) ?? [],
          file,
        },
      ],
    }),
  ),
  // It is taken as the zip of all its data sets.
  'occupations-in-demand': onEes(
    'occupations-in-demand',
    '2025',
    '/releases/version-of-occupations-in-demand-2025/files',
    (zip) => ({
      dataSets: demand.map(([name, columns]) => ({
        name,
        columns,
        file: { name: `${name}.csv`, bytes: Buffer.from('not asked for') },
      })),
      zip,
    }),
  ),
  'work-visas': imitation(
    [govUk, assets],
    '2026-Q2',
    pathOf(visasPage),
    visas,
    'by a page',
    (publisher, files) => {
      publishPage(
        publisher,
        visasPage,
        { links: files.map(({ name }) => mediaAddress(name)) },
        files,
      );
      const publications = `${govUk}/government/statistics`;
      const statistics = `${publications}/immigration-system-statistics-year-ending-june-2026`;
      publishPage(publisher, statistics, { firstPublished: '2026-08-27T09:30:00+01:00' });
    },
  ),
  'online-job-adverts': imitation(
    [ons],
    '2026-07',
    adverts,
    'labourdemandbyoccupation.xlsx',
    'by a page',
    (publisher, files) => {
      const editions = files.map((file) => ({
        edition: 'january2017tojuly2026',
        releaseDate: '2026-08-21T08:30:00.000Z',
        file,
      }));
      publishDataset(publisher, pathOf(advertsPage), editions, '25 September 2026');
    },
  ),
  // The list of routes and the routes, from files of their names.
  'occupational-maps': imitation(
    [mapsOrigin],
    null,
    maps,
    `${maps}/7`,
    'not at all',
    (publisher, files) => {
      for (const { name, bytes } of files) {
        const route = /^route-(\d+)\.json$/.exec(name)?.[1];
        publisher.put(route === undefined ? routeListAddress : routeAddress(Number(route)), bytes);
      }
    },
  ),
  'apprenticeship-standards': imitation(
    [new URL(listAddress).origin],
    null,
    null,
    standards,
    'not at all',
    (publisher, [file]) => publisher.put(listAddress, file?.bytes ?? ''),
  ),
  // Without dates.
  'career-profiles': imitation(
    [careersOrigin],
    null,
    pathOf(summaryAddress),
    profile,
    'not at all',
    (publisher, files) =>
      publishProfiles(publisher, JSON.parse(Buffer.from(files[0]?.bytes ?? []).toString()), null),
  ),
  onet: imitation(
    [new URL(onetPage).origin, 'https://www.bls.gov'],
    '30.9',
    pathOf(onetPage),
    'Occupation Data.txt',
    'by us',
    (publisher, files) =>
      publishOnet(publisher, '30.9', renamed(files, 'Interests.txt', 'Career Interest Types.txt')),
  ),
  // The files lie at the addresses that work without the form.
  esco: imitation(
    [new URL(escoPage).origin, 'https://ec.europa.eu'],
    ...(['1.1.5', pathOf(escoPage), 'classification - en - csv.zip', 'by us'] as const),
    (publisher, files) => {
      publisher.put(escoPage, escoHtml('v1.1.5'));
      for (const { name, bytes } of renamed(files, '1.1.0', '1.1.5'))
        publisher.put(`/esco/download/${name}`, bytes);
    },
  ),
};

function renamed(files: readonly PublishedFile[], from: string, to: string): PublishedFile[] {
  return files.map(({ name, bytes }) => ({ name: name.replace(from, to), bytes }));
}

/** Every origin that any of these sources asks, with what stands in for it. */
export function standInsFor(keys: readonly SourceKey[], publisher: Publisher): Map<string, string> {
  return new Map(
    askedKeys
      .filter((key) => keys.includes(key))
      .flatMap((key) => imitations[key].origins.map((origin) => [origin, publisher.url])),
  );
}
