// lmi dismiss: says that nobody wants an edition that is held back.
import { sources } from '#sources/index.ts';
import { defaultDirectories } from '../edition/data-directory.ts';
import { nameOf } from '../operations/decide.ts';
import { dismiss } from '../operations/dismiss.ts';
import { terminal } from '../report/report.ts';
import { printDecided } from './accept.ts';

export interface DismissArguments {
  readonly reason: string;
  readonly data?: string;
  readonly json?: boolean;
}

export async function dismissCommand(
  id: string,
  { reason, data: out = defaultDirectories.live, json = false }: DismissArguments,
): Promise<number> {
  const screen = terminal();
  const decided = await dismiss({ directory: out, sources, id, reason, progress: screen.progress, say: screen.say });
  screen.done();
  const what = decided.isRemoved
    ? 'removed, because its record is damaged'
    : 'dismissed; it stays in quarantine and is no longer told as waiting';
  return printDecided(decided, `${nameOf(decided.edition)}: ${what}`, json);
}
