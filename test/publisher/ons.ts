// The pages of the Office for National Statistics as far as they are known, for what a test wants
// published.
import type { PublishedFile } from '#sources/kit/named-files.ts';
import { landingPage as asheLanding } from '#sources/ashe/discover.ts';
import { socIndex } from '#sources/soc-index/source.ts';
import { socStructure } from '#sources/soc-structure/source.ts';
import type { Publisher } from './publisher.ts';

export const ons = 'https://www.ons.gov.uk';
export const paths = {
  structure: socStructure.landingPage.slice(ons.length),
  index: socIndex.landingPage.slice(ons.length),
  table14: asheLanding.slice(ons.length),
  table15: asheLanding
    .slice(ons.length)
    .replace('occupation4digitsoc2010ashetable14', 'regionbyoccupation4digitsoc2010ashetable15'),
} as const;

export const structureName = (digits: string) =>
  `soc2020volume1structureanddescriptionofunitgroupsexcel${digits}.xlsx`;
export const indexName = (digits: string) => `soc2020volume2thecodingindexexcel${digits}.xlsx`;

export function fileAddress(path: string, name: string): string {
  return `/file?uri=${path}/${name}`;
}

/**
 * A landing page of HTML that links to files, as the two volumes have it; the files are put beside
 * it.
 */
export function publishVolume(
  publisher: Publisher,
  path: string,
  files: readonly PublishedFile[],
): void {
  const names = files.map(({ name }) => name);
  publisher.put(path, landingHtml(path, names));
  for (const { name, bytes } of files) publisher.put(fileAddress(path, name), bytes);
}

export function landingHtml(path: string, names: readonly string[]): string {
  const links = names.map(
    (name) => `<a class="btn" href="/file?uri=${path}/${name}">Download <span>${name}</span></a>`,
  );
  return (
    '<!DOCTYPE html><html><head><link href="/css/main.css" rel="stylesheet"></head><body><a ' +
    `href='#main'>Skip</a><p>SOC&nbsp;2020</p>${links.join('\n')}<a ` +
    'href="mailto:a@example.org">Contact</a></body></html>'
  );
}

export interface EditionPage {
  /** `2024provisional`. */
  readonly edition: string;
  readonly releaseDate: string;
  readonly file: PublishedFile;
  readonly versions?: readonly {
    readonly uri?: string;
    readonly updateDate: string;
    readonly correctionNotice: string;
    readonly label?: string;
  }[];
}

/** A dataset with its twins: the landing page and one page for each edition, each with its file. */
export function publishDataset(
  publisher: Publisher,
  path: string,
  editions: readonly EditionPage[],
  nextRelease = 'To be announced',
): void {
  const names = editions.map(({ edition }) => edition);
  publisher.put(`${path}/data`, landingTwin(path, names, nextRelease));
  for (const page of editions) publishEdition(publisher, `${path}/${page.edition}`, page);
}

/** The twin of an edition's page, and its file. */
export function publishEdition(publisher: Publisher, uri: string, page: EditionPage): void {
  publisher.put(`${uri}/data`, editionTwin(uri, page));
  publisher.put(fileAddress(uri, page.file.name), page.file.bytes);
}

/** A dataset's landing page, as far as it is read; the publisher's saved pages have more. */
export function landingTwin(uri: string, editions: readonly string[], nextRelease: string): object {
  const datasets = editions.map((edition) => ({ uri: `${uri}/${edition}` }));
  return {
    type: 'dataset_landing_page',
    uri,
    datasets,
    description: { title: 'Table', nextRelease },
  };
}

/** The page of an edition, as far as it is read. */
export function editionTwin(
  uri: string,
  { edition, releaseDate, file, versions = [] }: EditionPage,
): object {
  const description = { title: 'Table', releaseDate, edition };
  return { type: 'dataset', uri, downloads: [{ file: file.name }], description, versions };
}
