// The kinds of a source's files, all of them changed alike: as if their layouts had been seen, or had not.
import type { FileKind, FileKinds, Source } from '#sources/kit/source.ts';

export function kindsWith({ files }: Source, change: Partial<FileKind>): FileKinds {
  return Object.fromEntries(Object.entries(files).map(([name, kind]) => [name, { ...kind, ...change }]));
}
