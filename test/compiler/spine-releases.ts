// The two spine sources with their samples, small enough to compile many times, and edits of their
// workbooks.
import { parseRelease } from '#compiler/edition/catalogue.ts';
import type { Outcome, ReleaseFiles } from '#compiler/release/outcome.ts';
import { type CompileOptions, compile } from '#compiler/pipeline.ts';
import type { PublishedFile } from '#sources/kit/named-files.ts';
import type { Source } from '#sources/kit/source.ts';
import { editMembers } from '../edit-members.ts';
import { keptSample } from '../kept.ts';
import { socIndex, socStructure } from './slim-sources.ts';

export { socIndex, socStructure };
export const spine: readonly Source[] = [socStructure, socIndex];

/**
 * A release of any name with the files given, which are named by its day as the publisher would.
 */
export function releaseOf(
  source: Source,
  name: string,
  files: readonly PublishedFile[],
): ReleaseFiles {
  const release = parseRelease(source, name);
  if (release === null) throw new Error(`"${name}" is no release of ${source.key}`);
  const digits = release.released?.split('-').toReversed().join('') ?? '';
  const named = files.map((file) => ({ ...file, name: file.name.replace(/\d{8}/, digits) }));
  return { source, release, files: () => named };
}

/** The plain sample of a source under its own name. */
export async function sampleOf(
  source: Source,
): Promise<ReleaseFiles & { readonly published: readonly PublishedFile[] }> {
  const [sample] = await keptSample(source);
  if (sample === undefined) throw new Error(`${source.key} has no sample`);
  return { ...releaseOf(source, sample.release, sample.files), published: sample.files };
}

type Edit = (part: string, text: string) => string;

/** A workbook with the text of its parts changed, for instance a header in xl/sharedStrings.xml. */
export async function editedFile(
  { name, bytes }: PublishedFile,
  edit: Edit,
): Promise<PublishedFile> {
  return {
    name,
    bytes: await editMembers(bytes, (part, content) => edit(part, content.toString())),
  };
}

export function edited(files: readonly PublishedFile[], edit: Edit): Promise<PublishedFile[]> {
  return Promise.all(files.map((file) => editedFile(file, edit)));
}

/** Compiles sample releases and keeps what was said. */
export async function compileSample(
  directory: string,
  releases: readonly ReleaseFiles[],
  options: Partial<CompileOptions> = {},
): Promise<{ outcomes: Outcome[]; said: string[] }> {
  const said: string[] = [];
  const outcomes = await compile({
    sources: spine,
    releases,
    directory,
    sample: true,
    acceptDocumented: false,
    progress: () => {},
    say: (line) => said.push(line),
    ...options,
  });
  return { outcomes, said };
}
