// Pulls the newest bundle of a server into a folder. It fetches only missing editions, by ranges of bytes, and compares every file with
// the manifest.
import { readAtMost } from '../edition/read-at-most.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { latestFile } from '#schemas/standing/bundle-name.ts';
import { sha256 } from '../edition/digest.ts';
import { BundleError, type Latest } from './format.ts';
import type { ByteSource } from './frames.ts';
import { parseLatest } from './latest.ts';
import { openPacked, openUnpacked } from './open-bundle.ts';
import { isUnpackedBundle } from './is-bundle.ts';
import { type Unpacked, isComplete, requireOwnFolder, unpackInto } from './unpack.ts';

export interface PullBundleOptions {
  /** Address of a server, or of its latest.json. */
  readonly url: string;
  readonly directory: string;
  /** The public key that the bundle must be signed with, in base64; null: any bundle is accepted. */
  readonly publicKey: string | null;
  readonly progress: (doing: string) => void;
  readonly say: (line: string) => void;
}

export interface PulledBundle extends Unpacked {
  readonly state: 'pulled' | 'unchanged';
  readonly latest: Latest;
  /** Bytes fetched. */
  readonly fetched: number;
}

// A server limits the requests of one address. A pull waits if the server asks, but not for ever.
const mostTries = 5;
const longestWaitSeconds = 120;

// It names the editions, of which there are tens.
const longestLatest = 4 * 1024 * 1024;
/** A bundle that a server sends whole is held in memory. With ranges it may have any length. */
const longestWhole = 1024 * 1024 * 1024;

function sendsMore(address: string): BundleError {
  return new BundleError(`${address}: sends more bytes than requested, or more than this machine should hold`);
}

export async function pullBundle({ url, directory, publicKey, progress, say }: PullBundleOptions): Promise<PulledBundle> {
  const address = latestAddress(url);
  requireOwnFolder(directory);
  const answer = await ask(address, {}, say);
  if (answer.status !== 200) throw new BundleError(`${address}: answers ${answer.status}, expected ${latestFile} of a bundle`);
  const latest = parseLatest((await readAtMost(answer.body, longestLatest, () => sendsMore(address))).toString(), address);
  if (holds(directory, latest, publicKey)) return { state: 'unchanged', latest, editions: 0, files: 0, fetched: 0 };
  progress(`${latest.file}: fetching what is missing`);
  const source = rangeSource(new URL(latest.file, address).href, latest, say);
  const bundle = await openPacked(source);
  if (bundle.root !== latest.root)
    throw new BundleError(`${source.name}: has the root ${bundle.root}, but ${latestFile} says ${latest.root}`);
  if (publicKey !== null && bundle.signature?.publicKey !== publicKey)
    throw new BundleError(`${source.name}: is not signed with the given key; nothing of it was kept`);
  const unpacked = await unpackInto(bundle, directory, { progress, say });
  return { state: 'pulled', latest, ...unpacked, fetched: source.fetched() };
}

/** Whether the folder holds the whole bundle. An interrupted pull leaves the manifest without all its files. */
function holds(directory: string, { root }: Latest, publicKey: string | null): boolean {
  if (!isUnpackedBundle(directory)) return false;
  const held = openUnpacked(directory);
  return held.root === root && (publicKey === null || held.signature?.publicKey === publicKey) && isComplete(held, directory);
}

function latestAddress(url: string): string {
  let address: URL;
  try {
    address = new URL(url);
  } catch {
    throw new BundleError(`${url}: is not an address of a server`);
  }
  if (!address.pathname.endsWith(`/${latestFile}`)) address.pathname = `${address.pathname.replace(/\/+$/, '')}/bundles/${latestFile}`;
  return address.href;
}

/** The bundle on the server. A server without ranges gives the whole file once, which is then compared with its hash. */
function rangeSource(
  address: string,
  { bytes: size, sha256: digest }: Latest,
  say: (line: string) => void,
): ByteSource & { fetched(): number } {
  let whole: Uint8Array | null = null;
  let fetched = 0;
  return {
    name: address,
    size,
    fetched: () => fetched,
    async read(offset, length) {
      if (whole !== null) return whole.subarray(offset, offset + length);
      if (length === 0) return new Uint8Array();
      const answer = await ask(address, { Range: `bytes=${offset}-${offset + length - 1}` }, say);
      if (answer.status !== 200 && answer.status !== 206)
        throw new BundleError(
          `${address}: answers ${answer.status}, expected the bundle\n  run lmi pull again: there may be a newer bundle`,
        );
      if (answer.status === 206 && answer.headers.get('Content-Range') !== `bytes ${offset}-${offset + length - 1}/${size}`)
        throw new BundleError(`${address}: sends another range than requested`);
      const bytes = await readAtMost(answer.body, answer.status === 206 ? length : Math.min(size, longestWhole), () => sendsMore(address));
      fetched += bytes.length;
      if (answer.status === 206) return bytes;
      if (sha256(bytes) !== digest) throw new BundleError(`${address}: its bytes differ from ${latestFile}; nothing of it was kept`);
      whole = bytes;
      return bytes.subarray(offset, offset + length);
    },
  };
}

async function ask(address: string, headers: Readonly<Record<string, string>>, say: (line: string) => void): Promise<Response> {
  for (let tried = 1; ; tried += 1) {
    // Without this header the answer could be compressed, and its ranges would be of the compressed bytes.
    const answer = await fetch(address, { headers: { ...headers, 'Accept-Encoding': 'identity' } }).catch((error: unknown) => {
      throw new BundleError(
        `${address}: cannot be reached (${error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)})`,
      );
    });
    if (answer.status !== 429 || tried === mostTries) return answer;
    const seconds = Math.min(Number(answer.headers.get('Retry-After')) || 1, longestWaitSeconds);
    say(`${address}: asks us to wait ${seconds} s`);
    await answer.body?.cancel();
    await wait(seconds * 1000);
  }
}
