// The stored pages: which set of them belongs to a catalogue, and where it lies. The compiler makes sets, and the server looks for one. No schema
// library, because the worker carries this.
import type { ServingCatalogue } from '../catalogue.ts';

/** The folder of all sets, in a data directory, a store or a bundle. */
export const pagesFolder = 'pages';

/** The list of a set's files, which is written last. */
export const pageListFile = 'pages.json';

/** The hexadecimal digits of the SHA-256 of `pageSetText` that name a set. */
export const pageSetDigits = 32;

/** Stands for the address of the service in a stored page. The name resolves nowhere (RFC 2606), so no publication has it. */
export const storedAddress = 'https://address-of-this-service.invalid';

/** A set of pages, and the digests that prove them. */
export interface PageList {
  readonly set: string;
  /** Ordered by path. */
  readonly files: readonly { readonly file: string; readonly sha256: string; readonly bytes: number }[];
}

/**
 * All that stored pages are made of: the code that makes them (`code` is its digest), and what the catalogue lets answers say without a query.
 * An edition that is held back is named only where nothing of its source is published.
 */
export function pageSetText(
  { sample, sources, editions }: Pick<ServingCatalogue, 'sample' | 'sources' | 'editions'>,
  code: string,
): string {
  const known = new Map(editions.map((edition) => [edition.id, edition]));
  return JSON.stringify([
    code,
    sample,
    sources.map(({ key, served, revisions, standing }) => [
      key,
      served.map((id) => [id, known.get(id)?.root ?? null]),
      revisions,
      served.length > 0 ? null : (known.get(standing.held[0] ?? '')?.label ?? null),
    ]),
  ]);
}

/** The file of a page in its set. `/occupations/2134` is occupations/2134.html. */
export function fileOfStoredPage(path: string): string {
  return `${path.slice(1)}.html`;
}

/** The text of a stored page: its title on the first line, and then what stands between the header and the footer of every page. */
export function storedPageText({ title, body }: { readonly title: string; readonly body: string }): string {
  return `${title}\n${body}`;
}

/** The title and the body of a stored page on a service at this address. */
export function readStoredPage(text: string, address: string): { readonly title: string; readonly body: string } {
  const end = text.indexOf('\n');
  return { title: text.slice(0, end), body: text.slice(end + 1).replaceAll(storedAddress, address) };
}
