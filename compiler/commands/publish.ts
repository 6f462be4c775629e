// lmi publish: copies a data directory to a store.
import { defaultDirectories } from '../edition/data-directory.ts';
import { exitCodes } from '#sources/kit/reported-error.ts';
import { count, terminal } from '../report/report.ts';
import { openStore } from '../store/open-store.ts';
import { type PublishedState, publish } from '../store/publish.ts';
import { print } from '../report/print.ts';

export interface PublishArguments {
  readonly sample?: boolean;
  readonly newStore?: boolean;
  readonly repair?: boolean;
  readonly data?: string;
  readonly json?: boolean;
}

export async function publishCommand(
  store: string,
  { sample = false, newStore = false, repair = false, data: out = defaultDirectories.live, json = false }: PublishArguments,
): Promise<number> {
  const screen = terminal();
  const published = await publish({
    store: openStore(store, out, screen.say),
    directory: out,
    sample,
    newStore,
    repair,
    progress: screen.progress,
    say: screen.say,
  });
  screen.done();
  print(json ? `${JSON.stringify({ store, directory: out, ...published })}\n` : `${describePublished(store, published)}\n`);
  return exitCodes.fine;
}

export function describePublished(store: string, { state, serial, editions }: PublishedState): string {
  return state === 'unchanged'
    ? `${store}: already holds catalogue ${serial}`
    : `${store}: catalogue ${serial} published, ${count(editions, 'edition')} uploaded`;
}
