// lmi pull: state from a store into a data directory.
import { sources } from '#sources/index.ts';
import { defaultDirectories } from '../data-directory.ts';
import { count, exitCodes, terminal } from '../report.ts';
import { openStore } from '../store/open-store.ts';
import { type Pulled, pull } from '../store/pull.ts';

export interface PullArguments {
  readonly all?: boolean;
  readonly out?: string;
  readonly json?: boolean;
}

export async function pullCommand(store: string, { all = false, out = defaultDirectories.live, json = false }: PullArguments): Promise<number> {
  const screen = terminal();
  const pulled = await pull({ store: openStore(store, out, screen.say), directory: out, sources, all, progress: screen.progress, say: screen.say });
  screen.done();
  process.stdout.write(json ? `${JSON.stringify({ store, directory: out, ...pulled })}\n` : `${describePulled(store, out, pulled)}\n`);
  return exitCodes.fine;
}

export function describePulled(store: string, directory: string, { state, serial, editions, files }: Pulled): string {
  switch (state) {
    case 'empty':
      return `${store}: holds nothing yet, so ${directory} starts from what it has`;
    case 'ahead':
      return `${directory}: has all of ${store} (catalogue ${serial}) and changes of its own, not published yet`;
    case 'unchanged':
      return `${directory}: is what ${store} holds, catalogue ${serial}`;
    case 'pulled':
      return `${directory}: catalogue ${serial} of ${store}, ${count(files, 'file')} fetched for ${count(editions, 'edition')}`;
  }
}
