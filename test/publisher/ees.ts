// The content API of Explore Education Statistics as far as its source code tells it, for what a
// test wants published.
import { eesAddress } from '#sources/kit/read/ees-pages.ts';
import type { PublishedFile } from '#sources/kit/named-files.ts';

export const ees = new URL(eesAddress).origin;

export interface EesDataSet {
  readonly name: string;
  readonly columns: readonly string[];
  readonly file: PublishedFile;
}

export interface EesRelease {
  readonly slug: string;
  readonly published: string | null;
  readonly nextReleaseDate?: {
    readonly year: string;
    readonly month: string;
    readonly day: string;
  };
  readonly dataSets: readonly EesDataSet[];
  /** All files of the release. */
  readonly zip?: PublishedFile;
}

/** The pages and files of a publication by address, newest release first. */
export function eesPages(
  publication: string,
  releases: readonly EesRelease[],
): Map<string, unknown> {
  const api = new URL(eesAddress).pathname;
  const home = `${api}/publications/${publication}/releases`;
  const pages = new Map<string, unknown>();
  const version = (slug: string) => `version-of-${publication}-${slug}`;
  const listed = releases.map(({ slug, published, nextReleaseDate = null }) => ({
    id: version(slug),
    releaseId: `release-${slug}`,
    slug,
    title: `Calendar year ${slug}`,
    published,
    nextReleaseDate,
  }));
  pages.set(home, listed);
  for (const { slug, dataSets, zip } of releases) {
    const fileId = (place: number) => `file-${publication}-${slug}-${place}`;
    const setId = (place: number) => `set-${publication}-${slug}-${place}`;
    const guidance = dataSets.map(({ name, columns, file }, place) => ({
      fileId: fileId(place),
      filename: file.name,
      name,
      variables: columns.map((value) => ({ label: `Label of ${value}`, value })),
    }));
    pages.set(`${home}/${slug}/data-guidance`, { id: version(slug), slug, dataSets: guidance });
    if (zip !== undefined)
      pages.set(`${api}/releases/${version(slug)}/files?fromPage=ReleaseUsefulInfo`, zip.bytes);
    // In another order than the guidance has them.
    const results = dataSets
      .map(({ file, name: title }, place) => ({
        id: setId(place),
        fileId: fileId(place),
        filename: file.name,
        title,
      }))
      .toReversed();
    const paging = { page: 1, totalPages: 1 };
    pages.set(`${api}/data-set-files?releaseId=${version(slug)}&latestOnly=false&pageSize=40`, {
      results,
      paging,
    });
    for (const [place, { file }] of dataSets.entries())
      pages.set(`${api}/data-set-files/${setId(place)}/download`, file.bytes);
  }
  return pages;
}
