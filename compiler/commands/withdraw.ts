// lmi withdraw: takes a published edition back, and compiles the editions that depend on it again.
import { sources } from '#sources/index.ts';
import { defaultDirectories } from '../edition/data-directory.ts';
import { nameOf } from '../operations/decide.ts';
import { withdraw } from '../operations/withdraw.ts';
import { terminal } from '../report/report.ts';
import { printDecided } from './accept.ts';

export interface WithdrawArguments {
  readonly reason: string;
  readonly replaceWith?: string;
  readonly dryRun?: boolean;
  readonly data?: string;
  readonly json?: boolean;
}

export async function withdrawCommand(
  id: string,
  { reason, replaceWith, dryRun = false, data: out = defaultDirectories.live, json = false }: WithdrawArguments,
): Promise<number> {
  const screen = terminal();
  const decided = await withdraw({
    directory: out,
    sources,
    id,
    reason,
    replaceWith: replaceWith ?? null,
    dryRun,
    progress: screen.progress,
    say: screen.say,
  });
  screen.done();
  const { edition, served, along } = decided;
  const twins = along.map((twin) => `\n${nameOf(twin)}: withdrawn too, because it was made from the same files`).join('');
  return printDecided(
    decided,
    dryRun
      ? `${nameOf(edition)}: would be withdrawn; ${edition.source} would then serve ${served.join(', ') || 'nothing'}${twins}\nnothing was changed`
      : `${nameOf(edition)}: withdrawn; ${edition.source} now serves ${served.join(', ') || 'nothing'}${twins}`,
    json,
  );
}
