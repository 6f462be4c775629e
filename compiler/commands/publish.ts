// lmi publish, lmi pull and lmi bundle: data between a data directory, a store, a server and a
// file.
import { join } from 'node:path';
import { withoutTrailing } from '#schemas/trimmed.ts';
import { sources } from '#sources/index.ts';
import { ReportedError } from '#sources/kit/reported-error.ts';
import { isBundle } from '../bundle/bundle-store.ts';
import { bundlesFolder } from '../bundle/latest.ts';
import { type BundledSite, type Made, makeBundle } from '../bundle/make-bundle.ts';
import { type PulledBundle, isServer, pullBundle } from '../bundle/pull-bundle.ts';
import { fingerprint, readPublicKey } from '../bundle/signature.ts';
import { chooseDirectory, defaultDirectories } from '../edition/data-directory.ts';
import { withPath } from '../edition/files.ts';
import { count, cutList, onScreen, size } from '../report/report.ts';
import { contactSetting } from '../serve/settings.ts';
import { type Published, publish } from '../store/publish.ts';
import { type Pulled, pull } from '../store/pull.ts';
import { openStore } from '../store/stored-catalogue.ts';
import { type Given, printResult } from './arguments.ts';

export async function publishCommand(
  store: string,
  {
    data: directory = defaultDirectories.live,
    json = false,
    sample = false,
    ...options
  }: Given<never, 'sample' | 'newStore' | 'repair'>,
): Promise<number> {
  const published = await onScreen((screen) =>
    publish({
      ...options,
      ...screen,
      store: openStore(store, directory, screen.say, options.newStore),
      directory,
      sample,
    }),
  );
  return printResult(json, { store, directory, ...published }, describePublished(store, published));
}

export function describePublished(store: string, published: Published): string {
  const { state, serial, editions, repaired } = published;
  const line =
    state === 'unchanged'
      ? `${store}: already holds catalogue ${serial}`
      : `${store}: catalogue ${serial} published, ${count(editions, 'edition')} uploaded`;
  if (repaired.length === 0) return line;
  return `${line}\n${count(repaired.length, 'file')} put back: ${cutList(repaired)}`;
}

/** `from`: a store, the address of a server, or a bundle. */
export async function pullCommand(
  from: string,
  { all = false, key, older = false, data, json = false }: Given<'key', 'all' | 'older'>,
): Promise<number> {
  if (isServer(from) || isBundle(from)) {
    const directory = data ?? defaultDirectories.bundle;
    const publicKey = key === undefined ? null : readPublicKey(key);
    const pulled = await onScreen((screen) =>
      pullBundle({ ...screen, from, directory, publicKey, older }),
    );
    const line = describePulledBundle(from, directory, pulled);
    return printResult(json, { from, directory, ...pulled }, line);
  }
  if (key !== undefined)
    throw new ReportedError(`${from}: is not a bundle, and --key is only for bundles`);
  const directory = data ?? defaultDirectories.live;
  // The directory that commands use by themselves is for real data.
  const ofReal =
    data === undefined ? { repairOfSample: 'pull it into a directory of its own with --data' } : {};
  const pulled = await onScreen((screen) =>
    pull({
      ...screen,
      ...ofReal,
      store: openStore(from, directory, screen.say),
      directory,
      sources,
      all,
      older,
    }),
  );
  const line = describePulled(from, directory, pulled);
  return printResult(json, { from, directory, ...pulled }, line);
}

function describePulledBundle(
  from: string,
  directory: string,
  { state, root, editions, files }: PulledBundle,
): string {
  if (state === 'unchanged') return `${directory}: already holds the bundle of ${from}`;
  return (
    `${directory}: ${count(files, 'file')} written for ${count(editions, 'edition')} from ` +
    `${from}\nroot ${root}`
  );
}

export function describePulled(
  store: string,
  directory: string,
  { state, serial, editions, files }: Pulled,
): string {
  return {
    empty: `${store}: holds nothing yet; ${directory} stays as it is`,
    ahead:
      `${directory}: has everything in ${store} (catalogue ${serial}), and changes that ` +
      'are not published yet',
    unchanged: `${directory}: already holds catalogue ${serial} of ${store}`,
    pulled:
      `${directory}: catalogue ${serial} of ${store}, ${count(files, 'file')} fetched for ` +
      `${count(editions, 'edition')}`,
  }[state];
}

export async function bundleCommand(
  given: Given<'out' | 'api' | 'sign', 'all' | 'sample' | 'site'>,
): Promise<number> {
  const { data, out, all = false, sample = false, site = false, api, sign, json = false } = given;
  const directory = chooseDirectory(data);
  const folder = out ?? join(directory, bundlesFolder);
  const made = await onScreen((screen) =>
    makeBundle({
      ...screen,
      directory,
      folder,
      all,
      sample,
      site: site ? bundledSite(directory, api) : null,
      signWith: sign ?? null,
    }),
  ).catch((error: unknown) => {
    throw withPath(folder, error);
  });
  return printResult(json, { folder, ...made }, describeMade(folder, made));
}

function bundledSite(directory: string, api: string | undefined): BundledSite {
  const settings = {
    api: api === undefined ? null : withoutTrailing(api, '/'),
    contact: contactSetting(process.env),
  };
  return {
    settings,
    async write(folder, catalogue) {
      // Imported only here, because it loads what draws pages.
      const { writeSite } = await import('../serve/write-site.ts');
      await writeSite({ data: directory, catalogue, folder, ...settings });
    },
  };
}

export function describeMade(folder: string, { state, latest, unpacked }: Made): string {
  const { file, bytes, root, publicKey, editions } = latest;
  if (state === 'unchanged') return `${join(folder, file)}: already holds these editions`;
  const signed =
    publicKey === null ? 'not signed' : `signed with the key ${fingerprint(publicKey)}`;
  return (
    `${join(folder, file)}: ${count(editions.length, 'edition')}, ${size(bytes)}, ` +
    `unpacked ${size(unpacked)}, ${signed}\nroot ${root}`
  );
}
