// lmi withdraw: takes a published edition back, or with --undo takes a withdrawal back, and compiles the editions that depend on it again.
import { sources } from '#sources/index.ts';
import { defaultDirectories } from '../edition/data-directory.ts';
import { nameOf } from '../operations/decide.ts';
import { restore, withdraw } from '../operations/withdraw.ts';
import { exitCodes } from '#sources/kit/reported-error.ts';
import { requireCatalogue } from '../edition/catalogue.ts';
import { requireEditionNamed } from '../edition/named-edition.ts';
import { tell } from '../report/print.ts';
import { terminal } from '../report/report.ts';
import { printDecided } from './accept.ts';

export interface WithdrawArguments {
  /** Needed unless `undo`. */
  readonly reason?: string;
  /** Takes the withdrawal back. */
  readonly undo?: boolean;
  readonly replaceWith?: string;
  readonly dryRun?: boolean;
  readonly data?: string;
  readonly json?: boolean;
}

export async function withdrawCommand(
  name: string,
  { reason, undo = false, replaceWith, dryRun = false, data: out = defaultDirectories.live, json = false }: WithdrawArguments,
): Promise<number> {
  const { editions } = requireCatalogue(out);
  const { id } = requireEditionNamed(editions, name, out, undo ? ['withdrawn'] : ['served']);
  if (undo) {
    if (reason === undefined && replaceWith === undefined && !dryRun) return undoWithdrawal(id, out, json);
    tell('--undo stands alone\n');
    return exitCodes.usage;
  }
  if (reason === undefined) {
    tell('expected --reason TEXT: why it is taken back; this is public\n');
    return exitCodes.usage;
  }
  const screen = terminal();
  const decided = await withdraw({
    directory: out,
    sources,
    id,
    reason,
    replaceWith: replaceWith === undefined ? null : requireEditionNamed(editions, replaceWith, out, ['served']).id,
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

async function undoWithdrawal(id: string, out: string, json: boolean): Promise<number> {
  const screen = terminal();
  const decided = await restore({ directory: out, sources, id, progress: screen.progress, say: screen.say });
  screen.done();
  const { edition, served, along } = decided;
  const twins = along.map((twin) => `\n${nameOf(twin)}: restored too, because it was withdrawn with it`).join('');
  return printDecided(
    decided,
    `${nameOf(edition)}: restored; ${edition.source} now serves ${served.join(', ') || 'nothing'}${twins}`,
    json,
  );
}
