// An update against publishers on loopback, with everything that a person would have read of it;
// and sources as far as their files.
import { describeUpdate, exitCodeOfUpdate } from '#compiler/commands/update.ts';
import { sha256 } from '#compiler/edition/digest.ts';
import { type UpdateOptions, type UpdateResult, update } from '#compiler/fetch/update.ts';
import type { SourceKey } from '#schemas/codes.ts';
import type { Source } from '#sources/kit/source.ts';
import { stillClock } from './no-waiting.ts';

export interface Run extends UpdateResult {
  readonly code: number;
  readonly lines: string;
}

type Given = Pick<UpdateOptions, 'sources' | 'directory'> & Partial<Omit<UpdateOptions, 'http'>>;

export async function runUpdate(given: Given, http: Partial<UpdateOptions['http']>): Promise<Run> {
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  const result = await update({
    wanted: given.sources,
    progress: () => {},
    say,
    ...given,
    http: { clock: stillClock(), ...http },
  });
  const { faults, lines } = describeUpdate(result, given.directory);
  return {
    ...result,
    code: exitCodeOfUpdate(result),
    lines: [...said, ...faults, ...lines].join('\n'),
  };
}

/** What became of each release of a source: `2026-11-01 published`. */
export const verdictOf = ({ sources }: UpdateResult, key: SourceKey): string | undefined =>
  sources
    .find(({ source }) => source === key)
    ?.releases.map(({ release, verdict }) => `${release} ${verdict}`)
    .join();

/** The source as far as its files: what is in them is not read. */
export function unread(source: Source): Source {
  return {
    ...source,
    checks: [],
    parse: (_, files) => Promise.resolve(files.map(({ name, bytes }) => [name, sha256(bytes)])),
    reshape: () => null,
    label: ({ name }) => name,
    axes: () => ({ occupations: [], areas: null }),
    documents: () => [],
    figures: source.figures === 'texts' ? 'texts' : () => [],
    ...(source.furtherFigures === undefined ? {} : { furtherFigures: () => [] }),
    ...(source.tables === undefined ? {} : { tables: () => [] }),
    ...(source.meanings?.titled === undefined
      ? {}
      : {
          meanings: {
            ...source.meanings,
            titled: { ...source.meanings.titled, titles: () => new Map() },
          },
        }),
    titles: () => [],
  };
}
