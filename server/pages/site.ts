// The paths of pages, and the site that shows them: a server, or files. Only links differ between
// the two.
import type { CatalogueState } from '../data/published.ts';

/** The paths of the pages that are made of answers and tables. */
export const pagePaths = [
  '/',
  '/occupations',
  '/occupations/{soc}',
  '/occupations/{soc}/tables.csv',
  '/search',
  '/embed',
  '/embed/{soc}',
  '/compare',
  '/rankings/{by}',
  '/areas',
  '/areas/{area}',
  '/reference',
  '/reference/{endpoint}',
  '/guides/{guide}',
  '/changelog',
  '/versioning',
  '/terms',
  '/status',
] as const;
export type PagePath = (typeof pagePaths)[number];

/** The text and the address of CONTACT. */
export interface Contact {
  readonly text: string;
  readonly href: string;
}

export interface Site {
  /** The address of one of our pages or files, from its path on a server. */
  readonly to: (path: string) => string;
  /** The area that was chosen on the page before, if it is not the United Kingdom. */
  readonly area?: string;
  /** Whether the data are synthetic, which every page must say. */
  readonly sample: boolean;
  /** Address of the API for the examples of calls; null if the pages do not know one. */
  readonly api: string | null;
  /** Whether a server makes the pages: it has feeds and pages of any area. */
  readonly live: boolean;
  /** Whether people can get a key by e-mail. */
  readonly keys: boolean;
  /** How people reach the operator; null if the operator has not said. */
  readonly contact: Contact | null;
  /** The path of the logo of Skills England; null if the operator has not supplied it. */
  readonly logo: string | null;
  /** The address of a table of the page as CSV, by its place; none where no server makes it. */
  readonly csv?: (table: string) => string;
  /** Paths of further scripts, for a site without a server. */
  readonly scripts: readonly string[];
}

/** A server without further settings. */
export const servedSite: Site = {
  to: (path) => path,
  sample: false,
  api: null,
  live: true,
  keys: false,
  contact: null,
  logo: null,
  scripts: [],
};

/**
 * The parts of a path with its query, from the question mark on, and its fragment, from the # on.
 */
function partsOfPath(path: string) {
  const [address = ''] = path.split('#', 1);
  const [place = ''] = address.split('?', 1);
  return { place, query: address.slice(place.length), mark: path.slice(address.length) };
}

/** Finds the site that shows the page at a path. */
export type SiteOf = (path: string, state: Pick<CatalogueState, 'loaded'>) => Site;

/** The settings that all pages of a server share. */
interface SiteSettings {
  readonly publicUrl: string;
  readonly signUp: { readonly open: boolean } | null;
  readonly contact: Contact | null;
  /** Where the page at a path is shown, if not on this server. */
  readonly siteAt?: (path: string) => Partial<Site>;
}

export function createSiteOf({ publicUrl, signUp, contact, siteAt }: SiteSettings): SiteOf {
  return (path, { loaded }) => ({
    ...servedSite,
    api: publicUrl,
    keys: signUp?.open ?? false,
    contact,
    ...siteAt?.(path),
    sample: loaded?.catalogue.sample === true,
  });
}

/** Addresses with the chosen area, so that it stays from page to page. */
export function keepingArea(to: Site['to'], area: string): Site['to'] {
  return (path) => {
    const { place, query, mark } = partsOfPath(path);
    return to(
      /^\/(occupations|search|compare|rankings|embed)/.test(path)
        ? `${place}${query === '' ? '?' : `${query}&`}area=${area}${mark}`
        : path,
    );
  };
}

/**
 * The links of a site without a server: from the page at `from` to another page, as a relative path
 * that opens from a disk. `/occupations/2134` is the file occupations/2134.html, and `/` is
 * index.html.
 */
export function linksBetweenFiles(from: string): Site['to'] {
  const up = '../'.repeat(Math.max(0, from.split('/').length - 2));
  return (path) => {
    const { place, query, mark } = partsOfPath(path);
    const file = fileOfPage(place);
    return `${up}${file}${file.endsWith('.html') ? `${query}${mark}` : ''}`;
  };
}

/** The file of the page at a path. */
export function fileOfPage(path: string): string {
  if (path === '/') return 'index.html';
  return /\.[a-z]+$/.test(path) ? path.slice(1) : `${path.slice(1)}.html`;
}
