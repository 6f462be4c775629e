// Pulls a bundle into a folder, from a file or from a server. Nothing of it is written unless it is
// signed as required, no older than what the folder holds, and not the sample in place of real
// data.
import { existsSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { latestFile } from '#schemas/stored-files.ts';
import { withoutTrailing } from '#schemas/trimmed.ts';
import { parseAlone, readableCatalogue } from '../edition/catalogue.ts';
import { catalogueFile, makeFolder } from '../edition/data-directory.ts';
import { digestOfFile } from '../edition/digest.ts';
import { namesIn, readAtMost, removeIn } from '../edition/files.ts';
import { lock } from '../edition/lock.ts';
import { downloadPart } from '../fetch/download.ts';
import { type Answer, FetchError, Http, type HttpOptions } from '../fetch/http.ts';
import { Part } from '../fetch/part.ts';
import { isUnpackedBundle } from './bundle-store.ts';
import { BundleError } from './format.ts';
import { type Latest, parseLatest } from './latest.ts';
import { type Bundle, fileSource, openBundle, openPacked, openUnpacked } from './open-bundle.ts';
import { faultOfSigner } from './signature.ts';
import {
  type Unpacked,
  downloadsFolder,
  isComplete,
  requireOwnFolder,
  unpackInto,
} from './unpack.ts';

export interface PullBundleOptions {
  /** The address of a server, or a bundle on this machine, packed or unpacked. */
  readonly from: string;
  readonly directory: string;
  /**
   * The public key that the bundle must be signed with, in base64; null: any bundle is accepted.
   */
  readonly publicKey: string | null;
  readonly older?: boolean;
  readonly http?: Omit<HttpOptions, 'say' | 'network'>;
  readonly progress: (doing: string) => void;
  readonly say: (line: string) => void;
}

export interface PulledBundle extends Unpacked {
  readonly state: 'pulled' | 'unchanged';
  readonly root: string;
}

/** It names the editions, of which there are tens. */
const longestLatest = 4 * 1024 * 1024;

/** Bundles of all editions of real data have some 100 MB. */
const largestBundle = 8_000_000_000;

export function isServer(from: string): boolean {
  return /^https?:\/\//.test(from);
}

export async function pullBundle(options: PullBundleOptions): Promise<PulledBundle> {
  requireOwnFolder(options.directory);
  return isServer(options.from)
    ? pullFromServer(options)
    : take(await openBundle(options.from), options);
}

/** Unpacks a bundle into the folder, if it may replace what is there. */
async function take(bundle: Bundle, options: PullBundleOptions): Promise<PulledBundle> {
  const { directory, publicKey, older = false } = options;
  const { root } = bundle;
  if (publicKey !== null) {
    const fault = faultOfSigner(bundle, publicKey);
    if (fault !== null) throw new BundleError(`${fault}; nothing of it was kept`);
  }
  if (await holds(directory, root, publicKey))
    return { state: 'unchanged', root, editions: 0, files: 0 };
  await requireReplaceable(bundle, directory, older);
  return { state: 'pulled', root, ...(await unpackInto(bundle, directory, options)) };
}

/**
 * Throws BundleError if the folder would hold less afterwards. A mirror can give an old bundle,
 * whose signature is good, and so bring withdrawn figures back.
 */
async function requireReplaceable(
  bundle: Bundle,
  directory: string,
  older: boolean,
): Promise<void> {
  // A damaged one is what a pull mends.
  const held = readableCatalogue(directory)?.catalogue;
  if (held === undefined) return;
  const text = (await bundle.read(catalogueFile)).toString();
  const { serial, sample } = parseAlone(text, `${bundle.name} ${catalogueFile}`);
  if (sample && !held.sample)
    throw new BundleError(
      `${bundle.name}: holds the synthetic sample, but ${directory} holds real data; ` +
        'nothing of it was kept\n  ' +
        'choose another --data',
    );
  if (sample === held.sample && serial < held.serial && !older)
    throw new BundleError(
      `${bundle.name}: holds catalogue ${serial}, which is older than catalogue ` +
        `${held.serial} in ${directory}; nothing of it was kept\n  ` +
        'pull one that is up to date, or take the older one with --older',
    );
}

/**
 * Whether the folder holds the whole bundle. An interrupted pull leaves the manifest without all
 * its files.
 */
async function holds(directory: string, root: string, publicKey: string | null): Promise<boolean> {
  if (!isUnpackedBundle(directory)) return false;
  const held = openUnpacked(directory);
  return (
    held.root === root &&
    (publicKey === null || held.signature?.publicKey === publicKey) &&
    (await isComplete(held, directory))
  );
}

async function pullFromServer(options: PullBundleOptions): Promise<PulledBundle> {
  const { from, directory, publicKey, progress, say } = options;
  const address = latestAddress(from);
  const server = {
    http: new Http({ ...options.http, say, network: 'private' }),
    origins: originsOf(address),
  };
  const latest = await latestOf(server, address);
  if (await holds(directory, latest.root, publicKey))
    return { state: 'unchanged', root: latest.root, editions: 0, files: 0 };
  const isNew = !existsSync(directory);
  const downloads = join(directory, downloadsFolder);
  makeFolder(downloads, directory);
  const unlock = lock(downloads, say);
  const url = new URL(latest.file, address).href;
  // Of an earlier bundle, whose download was cut.
  const part = new Part(downloads, url);
  removeIn(downloads, (name) => name !== 'lock' && !part.hasName(name));
  try {
    progress(`${latest.file}: downloading`);
    await downloadPart(part, { url, held: null }, { ...server, say, largestBytes: largestBundle });
    if (digestOfFile(part.path) !== latest.sha256)
      throw new BundleError(`${url}: its bytes differ from ${latestFile}; nothing of it was kept`);
    const bundle = await openPacked({ ...fileSource(part.path), name: url });
    if (bundle.root !== latest.root)
      throw new BundleError(
        `${url}: has the root ${bundle.root}, but ${latestFile} says ${latest.root}`,
      );
    const pulled = await take(bundle, options);
    part.discard();
    return pulled;
  } catch (error) {
    // The next pull goes on where a download was cut. What was refused is of no use to it.
    if (!(error instanceof FetchError)) part.discard();
    throw asBundleError(error);
  } finally {
    unlock();
    for (const folder of isNew ? [downloads, directory] : [downloads])
      if (namesIn(folder).length === 0) rmdirSync(folder);
  }
}

interface Server {
  readonly http: Http;
  readonly origins: readonly string[];
}

/** A redirect may lead to another address of the same host, and to the same host encrypted. */
function originsOf(address: string): string[] {
  const { origin, hostname } = new URL(address);
  return [origin, `https://${hostname}`];
}

async function latestOf({ http, origins }: Server, address: string): Promise<Latest> {
  const read = async ({ status, body }: Answer): Promise<Latest> => {
    if (status !== 200)
      throw new BundleError(`${address}: answers ${status}, expected ${latestFile} of a bundle`);
    const tooLong = () =>
      new BundleError(`${address}: has more than ${longestLatest} bytes, which none has`);
    return parseLatest((await readAtMost(body, longestLatest, tooLong)).toString(), address);
  };
  try {
    return await http.get(address, { kind: 'page', origins, read });
  } catch (error) {
    throw asBundleError(error);
  }
}

function asBundleError(error: unknown): unknown {
  if (!(error instanceof FetchError)) return error;
  const repair = error.message.includes('\n')
    ? ''
    : '\n  run lmi pull again: it goes on where it was cut';
  return new UnreachedServerError(`${error.message}${repair}`);
}

class UnreachedServerError extends BundleError {
  override readonly kind = 'unreadable';
}

function latestAddress(url: string): string {
  if (!URL.canParse(url)) throw new BundleError(`${url}: is not an address of a server`);
  const address = new URL(url);
  if (!address.pathname.endsWith(`/${latestFile}`))
    address.pathname = `${withoutTrailing(address.pathname, '/')}/bundles/${latestFile}`;
  return address.href;
}
