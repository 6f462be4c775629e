// Recognises the source and kind of downloaded files, by their content first and by their name
// where the content leaves a choice.
import { type OpenedFile, openFile, proveWhole } from '#sources/kit/by-hand.ts';
import { type Problem, UnreadableFileError, quoteList } from '#sources/kit/problem.ts';
import { readZip } from '#sources/kit/read/zip.ts';
import type { FileKind, PublishedFile } from '#sources/kit/named-files.ts';
import type { Source } from '#sources/kit/source.ts';

export interface RecognisedFile {
  readonly source: Source;
  /** Its name among the source's files. */
  readonly kind: string;
  readonly file: OpenedFile;
  /** The file as the person named it, and within an archive its member. */
  readonly place: string;
}

/** `ignored`: files of an archive that no source reads. */
interface Recognition {
  readonly files: RecognisedFile[];
  readonly problems: Problem[];
  readonly ignored: string[];
}

/**
 * Recognises files. An archive that is no source's file is unpacked, and its files are recognised.
 */
export async function recogniseFiles(
  given: readonly PublishedFile[],
  sources: readonly Source[],
): Promise<Recognition> {
  const recognition: Recognition = { files: [], problems: [], ignored: [] };
  for (const file of given) {
    try {
      const opened = await openFile(file.name, file);
      const recognised = await recognise(file.name, opened, sources);
      if (recognised !== null) recognition.files.push(recognised);
      else if (opened.members.length === 0)
        recognition.problems.push(unknown(file.name, opened, sources));
      else await unpack(file, opened, sources, recognition);
    } catch (error) {
      if (!(error instanceof UnreadableFileError)) throw error;
      recognition.problems.push(error.problem);
    }
  }
  return recognition;
}

/**
 * Recognises the files of an archive. Most archives hold files that no source reads, so only an
 * archive without any is a problem.
 */
async function unpack(
  { name, bytes }: PublishedFile,
  opened: OpenedFile,
  sources: readonly Source[],
  recognition: Recognition,
): Promise<void> {
  const before = recognition.files.length;
  for (const member of await readZip(name, bytes)) {
    const ownName = member.name.slice(member.name.lastIndexOf('/') + 1);
    const place = `${name} › ${member.name}`;
    const content = await member.read();
    let recognised: RecognisedFile | null = null;
    try {
      recognised = await recognise(
        place,
        await openFile(place, { name: ownName, bytes: content }, opened.name),
        sources,
      );
    } catch (error) {
      // A file that cannot be opened matters only if a source wants a file of that name.
      if (!(error instanceof UnreadableFileError)) throw error;
      if (namedLike(ownName, sources).length > 0) recognition.problems.push(error.problem);
    }
    if (recognised === null) recognition.ignored.push(place);
    else recognition.files.push(recognised);
  }
  if (recognition.files.length === before)
    recognition.problems.push(unknown(name, opened, sources));
}

interface Claim {
  readonly source: Source;
  readonly kind: string;
  readonly fileKind: FileKind;
}

async function claimsOf(file: OpenedFile, kinds: readonly Claim[]): Promise<Claim[]> {
  const claims: Claim[] = [];
  for (const claim of kinds)
    if (await claim.source.byHand?.files[claim.kind]?.shows(file)) claims.push(claim);
  return claims;
}

/**
 * The source and kind of a file; null if it is no source's. Throws UnreadableFileError if it could
 * be of two, or is not whole.
 */
async function recognise(
  place: string,
  file: OpenedFile,
  sources: readonly Source[],
): Promise<RecognisedFile | null> {
  // A kind whose own name the file has comes first: looking for all others in a large workbook
  // takes long.
  const likely = await claimsOf(file, namedLike(file.name, sources));
  const claims = likely.length > 0 ? likely : await claimsOf(file, claimsOfKinds(sources));
  const claimsByName = claims.filter(({ fileKind }) => fileKind.match.test(file.name));
  const [claim, another] = claims.length > 1 && claimsByName.length > 0 ? claimsByName : claims;
  if (claim === undefined) return null;
  if (another !== undefined) throw new UnreadableFileError(ambiguous(place, claims));
  await proveWhole(place, file);
  return { source: claim.source, kind: claim.kind, file, place };
}

function claimsOfKinds(sources: readonly Source[]): Claim[] {
  const byHand = sources.filter((source) => source.byHand !== undefined);
  return byHand.flatMap((source) =>
    Object.entries(source.files).map(([kind, fileKind]) => ({ source, kind, fileKind })),
  );
}

function ambiguous(place: string, claims: readonly Claim[]): Problem {
  const keys = [...new Set(claims.map(({ source }) => source.key))];
  const which = claims
    .map(({ source, fileKind }) => `${fileKind.describe} (${source.key})`)
    .join(' or ');
  return {
    place,
    message: `could be ${which}`,
    repair:
      keys.length > 1
        ? `add --source ${keys.join(' or --source ')}`
        : "give it the publisher's own name, as docs/sources.md has it",
  };
}

/** The kinds that a name alone fits. Kinds that take any name with an ending are left out. */
function namedLike(name: string, sources: readonly Source[]): Claim[] {
  const takesAny = (kind: FileKind) =>
    ['any', 'other'].some((word) =>
      kind.match.test(`${word}${/\.[a-z]+$/i.exec(name)?.[0] ?? ''}`),
    );
  return claimsOfKinds(sources).filter(
    ({ fileKind }) => fileKind.match.test(name) && !takesAny(fileKind),
  );
}

function unknown(place: string, file: OpenedFile, sources: readonly Source[]): Problem {
  const [like] = namedLike(file.name, sources);
  const content = describeContent(file);
  if (like === undefined) {
    const expected = sources.length === 1 ? sources[0]?.key : 'any source';
    const message = `is no file of ${expected}: found ${content}`;
    return { place, message, repair: 'docs/sources.md says what to download for each source' };
  }
  const { source, fileKind } = like;
  return {
    place,
    message:
      `is named like ${fileKind.describe} of ${source.key}, and does not have its ` +
      `content: found ${content}`,
    repair:
      "compare it with the publisher's page, which may have another file of that name; if " +
      `the publisher has changed the file, put it into DIR/${source.key}/<release> and ` +
      'run lmi compile --from DIR, which says what differs',
  };
}

function describeContent({ format, sheets, members, headers, printed, json }: OpenedFile): string {
  if (sheets.length > 0) return `a workbook with the sheets ${quoteList(printed)}`;
  if (members.length > 0) return `a zip with ${quoteList(members)}`;
  if (headers.length > 0) return `a table with the columns ${quoteList(printed)}`;
  if (json !== undefined)
    return `JSON with ${quoteList(Object.keys(Object(Array.isArray(json) ? json[0] : json)))}`;
  return format === 'other'
    ? 'a text or an unknown format'
    : `a ${format} file without content that we know`;
}
