// What a test has the publisher on loopback publish: the synthetic workbooks under names of real
// releases, changed as it likes.
import type { PublishedFile } from '#sources/kit/named-files.ts';
import type { Source } from '#sources/kit/source.ts';
import { classification } from '#sources/kit/sample/classification.ts';
import { socIndex } from '#sources/soc-index/source.ts';
import { socStructure } from '#sources/soc-structure/source.ts';
import { editedFile, sampleOf } from '../compiler/spine-releases.ts';
import { indexName, paths, publishVolume, structureName } from '../publisher/ons.ts';
import type { Publisher } from '../publisher/publisher.ts';

async function workbookOf(source: Source): Promise<PublishedFile> {
  const [file] = (await sampleOf(source)).published;
  if (file === undefined) throw new Error(`${source.key} has no sample`);
  return file;
}

/**
 * The two volumes as first published. The names are of no release whose cells somebody has read by
 * eye.
 */
export interface Volumes {
  readonly structure: PublishedFile;
  readonly index: PublishedFile;
}

/** The sample's Volume 1 with texts as a real one has them. */
export async function structureWorkbook(): Promise<Uint8Array> {
  return (await editedFile(await workbookOf(socStructure), (_, text) => titled(text))).bytes;
}

export async function firstVolumes(): Promise<Volumes> {
  return {
    structure: { name: structureName('03122025'), bytes: await structureWorkbook() },
    index: { name: indexName('03122025'), bytes: (await workbookOf(socIndex)).bytes },
  };
}

const titles = new Map(
  classification.map(({ code, title }) => [code, title.replaceAll('&', '&amp;')]),
);

/**
 * The sample's texts have no word of their titles and are all of one length. Those of a real Volume
 * 1 are not so.
 */
function titled(text: string): string {
  return text.replace(
    /(?:(?:task \d+|entry routes) of group|sample title \d+ of) (\d{4})/g,
    (found, code) => `${found} ${titles.get(code)}`,
  );
}

export function publishVolumes(publisher: Publisher, { structure, index }: Volumes): void {
  publishVolume(publisher, paths.structure, [structure]);
  publishVolume(publisher, paths.index, [index]);
}
