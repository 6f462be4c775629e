// Reads the content API of Explore Education Statistics, where the Department for Education
// publishes: the releases of a publication, the columns of their data sets, and where to download
// them. We have not seen a real answer. The shapes come from the platform's public source code
// (dfe-analytical-services/explore-education-statistics).
import { type Static, Type } from 'typebox';
import { recordLookup } from '../lookups.ts';
import { PageError, quoteList } from '../problem.ts';
import { isDay, yearRelease } from '../release-name.ts';
import type { DiscoveredRelease, Discovery, Web } from '../discovery.ts';
import { foldToLetters } from './fold.ts';
import { londonDay } from './page-parts.ts';
import { readPage } from './json.ts';

const site = 'https://explore-education-statistics.service.gov.uk';

/**
 * The address of the content API. All addresses begin with it. In a test, compiler/fetch replaces
 * it.
 */
export const eesAddress = 'https://content.explore-education-statistics.service.gov.uk/api';

/** Pages of the site, and the content API with the files. */
export const eesOrigins = [site, new URL(eesAddress).origin] as const;

/**
 * The standard symbols of Explore Education Statistics, as explained under every table of the
 * platform.
 */
export const eesMarkers = {
  c: ['disclosive', 'The publisher suppresses the figure because it is confidential.'],
  x: ['not-available', 'The publisher marks the figure as unavailable.'],
  z: ['not-applicable', 'The publisher marks the figure as not applicable.'],
} as const;

export function eesLandingPage(publication: string): string {
  return `${site}/find-statistics/${publication}`;
}

// The schemas name only the members that we need, and allow others.
const PartialDate = Type.Object({
  year: Type.Optional(Type.String()),
  month: Type.Optional(Type.String()),
  day: Type.Optional(Type.String()),
});
const ReleaseList = Type.Array(
  Type.Object({
    // The id of the release's version: an amended release has another.
    id: Type.String({ minLength: 1 }),
    slug: Type.String({ minLength: 1 }),
    published: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    nextReleaseDate: Type.Optional(Type.Union([PartialDate, Type.Null()])),
  }),
);
const Guidance = Type.Object({
  dataSets: Type.Array(
    Type.Object({
      fileId: Type.String({ minLength: 1 }),
      name: Type.String(),
      // `value` is the name of the column, `label` what the site shows for it.
      variables: Type.Array(Type.Object({ value: Type.String() })),
    }),
  ),
});
const DataSetFiles = Type.Object({
  results: Type.Array(
    Type.Object({
      id: Type.String({ minLength: 1 }),
      fileId: Type.String(),
      filename: Type.String({ pattern: '^[^/\\\\]+\\.csv$' }),
    }),
  ),
});

/** What to look for in a publication. */
interface WantedFiles {
  /** The publication as addresses name it: `employer-skills-survey`. */
  readonly publication: string;
  /** The wanted files, for a message: "the data set of vacancies by unit group". */
  readonly describe: string;
}

/**
 * The newest release with the wanted data set, as its CSV. No other data set of the release has all
 * of `columns`. Newer releases without it are named in the remarks, with their data sets. Throws
 * PageError if no release has it.
 */
export function discoverDataSet(
  web: Web,
  { columns, ...wanted }: WantedFiles & { readonly columns: readonly string[] },
): Promise<Discovery> {
  return newestRelease(web, wanted, async ({ url, version, dataSets }) => {
    const [chosenDataSet, another] = dataSets.filter((dataSet) => hasColumns(dataSet, columns));
    if (another !== undefined) {
      const twoNames = quoteList([chosenDataSet?.name ?? '', another.name]);
      throw new PageError(
        `${url}: expected one data set with the columns ${quoteList(columns)}, found ${twoNames}`,
      );
    }
    return chosenDataSet === undefined ? null : filesOf(web, version, chosenDataSet);
  });
}

/**
 * The newest release with data sets of every wanted kind, as the zip of all its files. For each
 * kind, `kinds` has columns that only its data sets have together. Somebody has downloaded this
 * publication by the same address. Newer releases without these data sets are named in the remarks.
 * Throws PageError if no release has them.
 */
export function discoverZip(
  web: Web,
  { kinds, ...wanted }: WantedFiles & { readonly kinds: readonly (readonly string[])[] },
): Promise<Discovery> {
  return newestRelease(web, wanted, async ({ slug, version, dataSets }) => {
    const release = `${eesAddress}/releases/${encodeURIComponent(version)}`;
    const url = `${release}/files?fromPage=ReleaseUsefulInfo`;
    const hasAllKinds = kinds.every((columns) =>
      dataSets.some((dataSet) => hasColumns(dataSet, columns)),
    );
    return hasAllKinds ? [{ name: `${wanted.publication}_${slug}.zip`, url }] : null;
  });
}

type GuidedDataSet = Static<typeof Guidance>['dataSets'][number];

function hasColumns({ variables }: GuidedDataSet, columns: readonly string[]): boolean {
  const foldedColumns = variables.map(({ value }) => foldToLetters(value));
  return columns.every((column) => foldedColumns.includes(foldToLetters(column)));
}

interface ReleasePages {
  readonly slug: string;
  /** Address of the guidance, for a message. */
  readonly url: string;
  readonly version: string;
  readonly dataSets: readonly GuidedDataSet[];
}

/** The newest release whose files `pick` finds. `pick` gives null for a release without them. */
async function newestRelease(
  web: Web,
  { publication: publicationSlug, describe }: WantedFiles,
  pick: (release: ReleasePages) => Promise<DiscoveredRelease['files'] | null>,
): Promise<Discovery> {
  const publication = `${eesAddress}/publications/${publicationSlug}`;
  const listed = await readPage(web, `${publication}/releases`, ReleaseList);
  const releases = listed
    .filter(({ slug }) => yearRelease(slug) !== null)
    .sort((a, b) => Number(b.slug) - Number(a.slug));
  const remarks: string[] = [];
  for (const { slug, id: version, published } of releases) {
    const url = `${publication}/releases/${slug}/data-guidance`;
    const { dataSets } = await readPage(web, url, Guidance);
    const files = await pick({ slug, url, version, dataSets });
    if (files === null) {
      const dataSetNames = dataSets.map(({ name }) => name);
      recordLookup({
        place: url,
        what: 'data set',
        wanted: [{ names: [describe], foundName: null }],
        present: dataSetNames,
      });
      remarks.push(
        `${slug} cannot be used: it does not have ${describe}, but ${quoteList(dataSetNames)}`,
      );
      continue;
    }
    const discovered: DiscoveredRelease = {
      name: slug,
      released: londonDay(published ?? ''),
      files,
    };
    const [newest] = releases;
    return {
      releases: [discovered],
      nextRelease: dayOf(newest?.nextReleaseDate),
      notices: [],
      remarks,
    };
  }
  const which =
    releases.length === 0
      ? `lists no release named by its year, found ${quoteList(listed.map(({ slug }) => slug))}`
      : remarks.join('; ');
  throw new PageError(`${publication}/releases: ${which}`);
}

async function filesOf(
  web: Web,
  releaseVersion: string,
  { fileId, name }: GuidedDataSet,
): Promise<DiscoveredRelease['files']> {
  // Without latestOnly=false the answer has only the data sets of the newest release.
  const release = encodeURIComponent(releaseVersion);
  const url = `${eesAddress}/data-set-files?releaseId=${release}&latestOnly=false&pageSize=40`;
  const { results } = await readPage(web, url, DataSetFiles);
  const file = results.find((candidate) => candidate.fileId === fileId);
  if (file === undefined)
    throw new PageError(
      `${url}: does not list the file ${fileId} of "${name}", found ` +
        `${quoteList(results.map(({ filename }) => filename))}`,
    );
  return [
    {
      name: file.filename,
      url: `${eesAddress}/data-set-files/${encodeURIComponent(file.id)}/download`,
    },
  ];
}

/** The announced day; null if only a month or a year is announced. */
function dayOf(date: Static<typeof PartialDate> | null | undefined): string | null {
  const { year = '', month = '', day = '' } = date ?? {};
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(iso) ? iso : null;
}
