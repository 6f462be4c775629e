// lmi prune: removes documents that are no longer served, and says how much space that frees.
import { sources } from '#sources/index.ts';
import { defaultDirectories } from '../edition/data-directory.ts';
import { prune } from '../operations/prune.ts';
import { exitCodes } from '#sources/kit/reported-error.ts';
import { number, size } from '../report/report.ts';
import { print, tell } from '../report/print.ts';

export interface PruneArguments {
  readonly dryRun?: boolean;
  readonly data?: string;
  readonly json?: boolean;
}

export function pruneCommand({ dryRun = false, data: out = defaultDirectories.live, json = false }: PruneArguments): number {
  const { removed } = prune({ directory: out, sources, dryRun, say: (line) => tell(`${line}\n`) });
  const files = removed.reduce((sum, place) => sum + place.files, 0);
  const bytes = removed.reduce((sum, place) => sum + place.bytes, 0);
  if (json) {
    print(`${JSON.stringify({ directory: out, dryRun, removed, files, bytes })}\n`);
    return exitCodes.fine;
  }
  for (const place of removed) print(`${place.path}: ${number(place.files)} files, ${size(place.bytes)} (${place.what})\n`);
  print(`${dryRun ? 'would free' : 'freed'} ${size(bytes)} in ${number(files)} files\n`);
  return exitCodes.fine;
}
