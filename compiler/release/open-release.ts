// Opens a release: reads its files, and finds the editions that its source needs.
import type { InputFile } from '#schemas/catalogue.ts';
import type { SourceKey } from '#schemas/codes.ts';
import { faultOfFiles, ownFiles } from '#sources/kit/named-files.ts';
import { placeOfRelease } from '#sources/kit/place.ts';
import { type Problem, quoteList } from '#sources/kit/problem.ts';
import type { PublishedFile, Release, Source } from '#sources/kit/source.ts';
import { sha256 } from '../edition/digest.ts';
import type { Holdings } from '../edition/holdings.ts';
import { type Outcome, type ReleaseFiles, outcomeOf } from './outcome.ts';
import type { Run } from './run.ts';

/** A release whose files are read. Together with its rows, it decides the id of its edition. */
export interface OpenRelease extends ReleaseFiles {
  readonly bytes: readonly PublishedFile[];
  readonly inputs: readonly InputFile[];
  readonly needed: readonly { source: SourceKey; edition: string }[];
}

/** The outcome is waiting if a need has no served edition, and unreadable if the files are not a release. Throws UnreadableFileError if a file cannot be read. */
export function openRelease({ options, holdings }: Run, candidate: ReleaseFiles): OpenRelease | Outcome {
  const { source } = candidate;
  const release = withKnownDay(holdings, source, candidate.release);
  const place = placeOfRelease(release);
  const unreadable = (problem: Problem) => outcomeOf(candidate, 'unreadable', { problems: [problem] });
  const needed = holdings.neededBy(source);
  if (needed === null) return outcomeOf(candidate, 'waiting', { problems: [missingNeeds(holdings, source, place)] });
  const given = candidate.files();
  const fault = faultOfFiles(place, source.files, given, release.released);
  if (fault !== null) return unreadable(fault);
  const bytes = ownFiles(source.files, given);
  const others = given.filter((file) => !bytes.includes(file)).map(({ name }) => name);
  if (others.length > 0) options.say(`${place}: ignored ${quoteList(others)}: this source does not read files of this name`);
  const inputs = bytes.map((file) => ({ file: file.name, sha256: sha256(file.bytes), bytes: file.bytes.length }));
  return { ...candidate, release, bytes, inputs, needed };
}

/** A local file does not say its day of release. An earlier download of the release may have given it. */
function withKnownDay(holdings: Holdings, source: Source, release: Release): Release {
  if (release.released !== null) return release;
  const known = holdings.editions.find(
    (edition) => edition.source === source.key && edition.release === release.name && edition.released !== null,
  );
  return { ...release, released: known?.released ?? null };
}

/** The needs without a served edition, each with its repair. */
function missingNeeds(holdings: Holdings, source: Source, place: string): Problem {
  const missing = source.needs.filter((key) => holdings.servedOf(key).length === 0);
  const repairs = missing.map((key) => {
    const held = holdings.editions.findLast((edition) => edition.source === key && edition.state === 'quarantined');
    return held === undefined
      ? `compile ${key} first; docs/sources.md#${key} says where its files are`
      : `${key} ${held.release} is held back; if it is right: lmi accept ${held.id} --reason "…"`;
  });
  return { place, message: `needs ${missing.join(' and ')}, but no edition of it is served`, repair: repairs.join('; ') };
}
