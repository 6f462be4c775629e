// Reads the pages of the Office for National Statistics: the machine-readable twin of a dataset
// page, at its address + /data, and the links of any page. The shapes come from saved pages of the
// publisher's site; `url` and `uri` of a download, migrationLink and correctionNotice from its own
// programs (ONSdigital/zebedee, dp-api-clients-go, dp-frontend-dataset-controller).
import { type FileKind, describeKind } from '../named-files.ts';
import { type Static, type TSchema, Type } from 'typebox';
import { byCodeUnit } from '#schemas/order.ts';
import { onsAttribution } from '../licences.ts';
import { MovedError, PageError, quoteList } from '../problem.ts';
import { datedRelease } from '../release-name.ts';
import type { CorrectionNotice, DiscoveredRelease, Discovery, Web } from '../discovery.ts';
import { expectPage, readPage } from './json.ts';
import { lastSegment, linkedFiles, londonDay, recordFiles, textOf } from './page-parts.ts';

/** The publisher's address. All addresses begin with it. In a test, compiler/fetch replaces it. */
export const onsAddress = 'https://www.ons.gov.uk';

// The schemas name only the members that we need, and allow others: the publisher adds some now and
// then.
const Migrating = Type.Object({
  description: Type.Object({ migrationLink: Type.Optional(Type.String()) }),
});

const LandingTwin = Type.Object({
  type: Type.Optional(Type.String()),
  description: Type.Object({ nextRelease: Type.Optional(Type.String()) }),
  // A page that the publisher makes from its newer database has null, and the page of one edition
  // has no such member.
  datasets: Type.Optional(
    Type.Union([Type.Array(Type.Object({ uri: Type.String({ pattern: '^/' }) })), Type.Null()]),
  ),
});

const name = Type.Optional(Type.String({ minLength: 1 }));

/** The publisher's first system gives `file`, its second one `url` or `uri`. */
const Download = Type.Object({ file: name, url: name, uri: name });

const EditionTwin = Type.Object({
  description: Type.Object({ releaseDate: Type.Optional(Type.String()) }),
  downloads: Type.Union([Type.Array(Download), Type.Null()]),
  versions: Type.Optional(
    Type.Union([
      Type.Array(
        Type.Object({
          updateDate: Type.Optional(Type.String()),
          correctionNotice: Type.Optional(Type.String()),
        }),
      ),
      Type.Null(),
    ]),
  ),
});

export interface DatasetLanding {
  /** Addresses of its editions' pages, as listed. */
  readonly editions: readonly string[];
  readonly nextRelease: string | null;
  /** Remarks that the page has moved, and where it was read. */
  readonly remarks: readonly string[];
}

export interface DatasetEdition {
  readonly released: string | null;
  readonly files: DiscoveredRelease['files'];
  readonly notices: readonly Omit<CorrectionNotice, 'release'>[];
  /** Remarks that the page has moved, and where it was read. */
  readonly remarks: readonly string[];
}

/** Pages, their search and files. A page may migrate to another host of the office. */
export const onsOrigins = ['https://*.ons.gov.uk'] as const;

/** The members that all sources of the office have in common. */
export const ons = {
  publisher: 'Office for National Statistics',
  attribution: onsAttribution,
  origins: onsOrigins,
} as const;

/**
 * Asks for the twin of a dataset's landing page. Throws PageError if it is missing or has another
 * shape.
 */
export async function readLanding(web: Web, asked: string): Promise<DatasetLanding> {
  const { page, twin, remarks } = await readTwin(web, asked, LandingTwin);
  const { datasets } = twin;
  if (datasets === undefined || datasets === null) {
    const fault =
      `${page}/data: lists no editions; found a page of the type "${twin.type ?? ''}", ` +
      'expected dataset_landing_page';
    throw remarks.length === 0
      ? new PageError(fault)
      : new MovedError([...remarks, fault].join('; '));
  }
  const nextRelease = londonDay(twin.description.nextRelease ?? '');
  return { editions: datasets.map(({ uri }) => `${onsAddress}${uri}`), nextRelease, remarks };
}

/**
 * Asks for the twin of an edition's page. Throws PageError if it is missing or has another shape.
 */
export async function readEdition(web: Web, asked: string): Promise<DatasetEdition> {
  const { page, twin, remarks } = await readTwin(web, asked, EditionTwin);
  return {
    released: londonDay(twin.description.releaseDate ?? ''),
    files: (twin.downloads ?? []).map((download) => fileOf(page, download)),
    notices: (twin.versions ?? [])
      .map(({ updateDate = '', correctionNotice = '' }) => ({
        date: londonDay(updateDate),
        text: textOf(correctionNotice),
      }))
      .filter(({ text }) => text !== ''),
    remarks,
  };
}

/**
 * The twin of a page, or of the page to which the publisher has migrated it. Throws PageError as
 * readPage does.
 */
async function readTwin<Schema extends TSchema>(web: Web, asked: string, schema: Schema) {
  const remarks: string[] = [];
  const visited = [asked];
  for (;;) {
    const page = visited.at(-1) ?? asked;
    const twin = await readPage(web, `${page}/data`, Migrating);
    const { migrationLink = '' } = twin.description;
    if (migrationLink.trim() === '')
      return { page, twin: expectPage(`${page}/data`, twin, schema), remarks };
    const next = onSite(page, migrationLink.trim()).replace(/\/$/, '');
    if (visited.includes(next))
      throw new PageError(`${asked}: has moved in a circle (${[...visited, next].join(' → ')})`);
    remarks.push(
      `${page} has moved to ${next}, which was read instead; change the address in the ` +
        "source's discover.ts",
    );
    visited.push(next);
  }
}

/** A link of a page as an address of the publisher. Throws PageError if it leads elsewhere. */
function onSite(page: string, link: string): string {
  const address = URL.canParse(link, onsAddress) ? new URL(link, onsAddress) : null;
  if (address?.protocol !== 'https:' || !/(^|\.)ons\.gov\.uk$/.test(address.hostname))
    throw new PageError(`${page}/data: links to "${link}", expected an address on ${onsAddress}`);
  return address.href;
}

/** The file of a page's download. Some names contain blanks. Old ones are whole paths. */
function fileOf(
  page: string,
  { file = '', url, uri }: Static<typeof Download>,
): DatasetEdition['files'][number] {
  const second = url ?? uri;
  if (second !== undefined) {
    const isAddress = /^(https:|\/file\?|\/downloads)/.test(second);
    const address = onSite(
      page,
      isAddress ? second : `/downloads-new/${second.replace(/^\//, '')}`,
    );
    const { searchParams, pathname } = new URL(address);
    return { name: lastSegment(searchParams.get('uri') ?? pathname), url: address };
  }
  if (file === '')
    throw new PageError(
      `${page}/data: a download has neither file, url nor uri; the publisher has changed its pages`,
    );
  const folder = file.includes('/')
    ? `/${file.slice(0, file.lastIndexOf('/')).replace(/^\//, '')}`
    : page.slice(new URL(page).origin.length);
  return {
    name: lastSegment(file),
    url: `${onsAddress}/file?uri=${encodeURI(folder)}/${encodeURIComponent(lastSegment(file))}`,
  };
}

/**
 * The only download of an edition whose name matches, for instance a "workbook". Throws PageError
 * if there is none or another.
 */
export function onlyDownload(
  page: string,
  what: string,
  match: RegExp,
  { files }: Pick<DatasetEdition, 'files'>,
): DatasetEdition['files'][number] {
  const [file, another] = files.filter(({ name }) => match.test(name));
  const isOnly = file !== undefined && another === undefined;
  recordFiles(`${page}/data`, match, isOnly ? file.name : null, files);
  if (isOnly) return file;
  throw new PageError(
    `${page}/data: expected one ${what}, found ${quoteList(files.map(({ name }) => name))}`,
  );
}

/**
 * The name of a release whose files keep their names when the publisher corrects them, with the day
 * of the last correction, and the notices of the corrections. Older notices are about figures that
 * the edition has already replaced.
 */
export function correctionsOf(
  name: string,
  editions: readonly DatasetEdition[],
): Pick<Discovery, 'notices'> & { readonly name: string } {
  const corrections = editions.flatMap(({ released, notices }) =>
    notices.filter(({ date }) => date === null || released === null || date >= released),
  );
  const days = corrections.flatMap(({ date }) => date ?? []).sort();
  return {
    name: [name, ...days.slice(-1)].join('-'),
    notices: corrections.map((correction) => ({ release: name, ...correction })),
  };
}

interface DatedWorkbook extends NonNullable<ReturnType<typeof datedRelease>> {
  readonly link: DiscoveredRelease['files'][number];
}

/**
 * The newest workbook linked from a landing page, by the dates in the names. For pages without a
 * twin of a known shape. `match` has the eight digits of the date as its first group and the number
 * of a reissue as its second.
 */
export async function discoverDatedWorkbook(
  web: Web,
  page: string,
  kind: Pick<FileKind, 'describe' | 'match'>,
): Promise<Discovery> {
  const { match } = kind;
  const links = linkedFiles(page, await web.text(page), /\.(xlsx?|zip|csv)$/i);
  const workbooks: DatedWorkbook[] = [];
  for (const link of links) {
    const release = datedRelease(link.name, match);
    if (release !== null) workbooks.push({ link, ...release });
  }
  const [newest] = workbooks.sort((a, b) => byCodeUnit(b.day, a.day) || b.issue - a.issue);
  recordFiles(page, match, newest?.link.name ?? null, links);
  if (newest === undefined) {
    const linkNames = quoteList(links.map(({ name }) => name));
    throw new PageError(`${page}: no link to ${describeKind(kind)}, found ${linkNames}`);
  }
  const { link, day, name } = newest;
  // A reissue came later than the day in its name. The page does not say when.
  const release = { name, released: day, files: [link] };
  return { releases: [release], nextRelease: null, notices: [], remarks: [] };
}
