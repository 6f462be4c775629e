// lmi pull: fetches the state of a store into a data directory, or a bundle into a folder: a file, or the newest one of a server.
import { statSync } from 'node:fs';
import { openBundle } from '../bundle/open-bundle.ts';
import { type PulledBundle, pullBundle } from '../bundle/pull-bundle.ts';
import { readPublicKey } from '../bundle/signature.ts';
import { sources } from '#sources/index.ts';
import { defaultDirectories } from '../edition/data-directory.ts';
import { unpackInto } from '../bundle/unpack.ts';
import { exitCodes } from '#sources/kit/reported-error.ts';
import { count, size, terminal } from '../report/report.ts';
import { openStore } from '../store/open-store.ts';
import { type Pulled, pull } from '../store/pull.ts';
import { print } from '../report/print.ts';

export interface PullArguments {
  readonly all?: boolean;
  /** File of the public key that a server's bundle must be signed with. */
  readonly key?: string;
  /** Take a server's bundle that is older than the one held. */
  readonly older?: boolean;
  readonly data?: string;
  readonly json?: boolean;
}

export async function pullCommand(
  store: string,
  { all = false, key, older = false, data: out, json = false }: PullArguments,
): Promise<number> {
  if (/^https?:\/\//.test(store)) return pullFromServer(store, { key, older }, out ?? defaultDirectories.bundle, json);
  if (statSync(store, { throwIfNoEntry: false })?.isFile()) return unpackFile(store, out ?? defaultDirectories.bundle, json);
  return pullFromStore(store, all, out ?? defaultDirectories.live, json);
}

async function unpackFile(file: string, directory: string, json: boolean): Promise<number> {
  const screen = terminal();
  const bundle = await openBundle(file);
  const unpacked = await unpackInto(bundle, directory, screen);
  screen.done();
  print(
    json
      ? `${JSON.stringify({ bundle: file, directory, root: bundle.root, ...unpacked })}\n`
      : `${directory}: ${count(unpacked.files, 'file')} of ${count(bundle.manifest.editions.length, 'edition')} from ${file}\n`,
  );
  return exitCodes.fine;
}

async function pullFromStore(store: string, all: boolean, out: string, json: boolean): Promise<number> {
  const screen = terminal();
  const pulled = await pull({
    store: openStore(store, out, screen.say),
    directory: out,
    sources,
    all,
    progress: screen.progress,
    say: screen.say,
  });
  screen.done();
  print(json ? `${JSON.stringify({ store, directory: out, ...pulled })}\n` : `${describePulled(store, out, pulled)}\n`);
  return exitCodes.fine;
}

async function pullFromServer(
  url: string,
  { key, older }: { readonly key: string | undefined; readonly older: boolean },
  directory: string,
  json: boolean,
): Promise<number> {
  const { progress, say, done } = terminal();
  const pulled = await pullBundle({ url, directory, publicKey: key === undefined ? null : readPublicKey(key), older, progress, say });
  done();
  print(json ? `${JSON.stringify({ url, directory, ...pulled })}\n` : `${describePulledBundle(directory, pulled)}\n`);
  return exitCodes.fine;
}

function describePulledBundle(directory: string, { state, latest, editions, files, fetched }: PulledBundle): string {
  if (state === 'unchanged') return `${directory}: already holds ${latest.file}`;
  return `${directory}: ${latest.file}, ${count(files, 'file')} written for ${count(editions, 'edition')}, ${size(fetched)} of ${size(latest.bytes)} fetched\nroot ${latest.root}`;
}

export function describePulled(store: string, directory: string, { state, serial, editions, files }: Pulled): string {
  switch (state) {
    case 'empty':
      return `${store}: holds nothing yet; ${directory} stays as it is`;
    case 'ahead':
      return `${directory}: has everything in ${store} (catalogue ${serial}), and changes that are not published yet`;
    case 'unchanged':
      return `${directory}: already holds catalogue ${serial} of ${store}`;
    case 'pulled':
      return `${directory}: catalogue ${serial} of ${store}, ${count(files, 'file')} fetched for ${count(editions, 'edition')}`;
  }
}
