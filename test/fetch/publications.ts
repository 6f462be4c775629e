// What a test has the publisher on loopback publish: the synthetic workbooks under names of real releases, changed as it likes.
import type { PublishedFile, Source } from '#sources/kit/source.ts';
import { readZip } from '#sources/kit/read/zip.ts';
import { classification } from '#sources/kit/sample/classification.ts';
import { writeZip } from '#sources/kit/sample/workbook.ts';
import { socIndex } from '#sources/soc-index/source.ts';
import { socStructure } from '#sources/soc-structure/source.ts';
import { keptSample } from '../kept.ts';
import { indexName, paths, publishVolume, structureName } from '../publisher/ons.ts';
import type { Publisher } from '../publisher/publisher.ts';

async function workbookOf(source: Source): Promise<Uint8Array> {
  const [release] = await keptSample(source);
  const [file] = release?.files ?? [];
  if (file === undefined) throw new Error(`${source.key} has no sample`);
  return file.bytes;
}

/** The two volumes as first published. The names are of no release whose cells somebody has read by eye. */
export interface Volumes {
  readonly structure: PublishedFile;
  readonly index: PublishedFile;
}

/** The sample's Volume 1 with texts as a real one has them. */
export async function structureWorkbook(): Promise<Uint8Array> {
  return changed(await workbookOf(socStructure), (_, text) => titled(text));
}

export async function firstVolumes(): Promise<Volumes> {
  return {
    structure: { name: structureName('03122025'), bytes: await structureWorkbook() },
    index: { name: indexName('03122025'), bytes: await workbookOf(socIndex) },
  };
}

const titles = new Map(classification.map(({ code, title }) => [code, title.replaceAll('&', '&amp;')]));

/** The sample's texts have no word of their titles and are all of one length. Those of a real Volume 1 are not so. */
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

/** A workbook or zip with its parts' texts changed; a workbook within a zip is opened too. */
export async function changed(
  bytes: Uint8Array,
  edit: (part: string, text: string) => string,
  rename: (name: string) => string = (name) => name,
  within = '',
): Promise<Buffer> {
  const members = await readZip(within, bytes);
  const written = members.map(async (member) => {
    const content = await member.read();
    const isWorkbook = member.name.endsWith('.xlsx');
    return {
      name: rename(member.name),
      bytes: isWorkbook
        ? await changed(content, edit, undefined, member.name)
        : Buffer.from(edit(`${within} ${member.name}`, content.toString())),
    };
  });
  return writeZip(await Promise.all(written));
}
