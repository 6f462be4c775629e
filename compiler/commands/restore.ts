// lmi restore: takes a withdrawal back, and compiles the editions that depend on it again.
import { sources } from '#sources/index.ts';
import { defaultDirectories } from '../edition/data-directory.ts';
import { nameOf } from '../operations/decide.ts';
import { restore } from '../operations/withdraw.ts';
import { terminal } from '../report/report.ts';
import { printDecided } from './accept.ts';

export interface RestoreArguments {
  readonly data?: string;
  readonly json?: boolean;
}

export async function restoreCommand(id: string, { data: out = defaultDirectories.live, json = false }: RestoreArguments): Promise<number> {
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
