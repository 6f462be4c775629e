// The parser of a source, loaded when it is asked for: the process that reads a release needs only
// one.
import { extname } from 'node:path';
import type { SourceKey } from '#schemas/codes.ts';
import type { FileKinds, Parser } from './kit/named-files.ts';

/**
 * The layout of a source that only its key names. The files that its parser is given are those of
 * its own kinds.
 */
export async function parserOf(key: SourceKey): Promise<Parser<readonly unknown[], FileKinds>> {
  return import(`./${key}/layout${extname(import.meta.url)}`);
}
