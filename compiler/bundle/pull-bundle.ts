// lmi pull URL: the newest bundle of a server into a folder. Of its editions only those that are not there already are fetched, by ranges
// of bytes; every file is compared with the manifest on the way.
import { setTimeout as wait } from 'node:timers/promises';
import { latestFile } from '#schemas/standing/bundle-name.ts';
import { sha256 } from '../edition/digest.ts';
import { BundleError, type Latest } from './format.ts';
import type { ByteSource } from './frames.ts';
import { parseLatest } from './latest.ts';
import { isUnpackedBundle, openPacked, openUnpacked } from './open-bundle.ts';
import { type Unpacked, isComplete, requireOwnFolder, unpackInto } from './unpack.ts';

export interface PullBundleOptions {
  /** Of a server, or of the latest.json itself. */
  readonly url: string;
  readonly directory: string;
  /** The public key that the bundle must be signed with, in base64; null: whoever made it is believed. */
  readonly publicKey: string | null;
  readonly progress: (doing: string) => void;
  readonly say: (line: string) => void;
}

export interface PulledBundle extends Unpacked {
  readonly state: 'pulled' | 'unchanged';
  readonly latest: Latest;
  /** Bytes that were fetched. */
  readonly fetched: number;
}

// A server rations what it gives to one address: a pull that is told to wait waits, but not for ever.
const mostTries = 5;
const longestWaitSeconds = 120;

export async function pullBundle({ url, directory, publicKey, progress, say }: PullBundleOptions): Promise<PulledBundle> {
  const address = latestAddress(url);
  requireOwnFolder(directory);
  const answer = await ask(address, {}, say);
  if (answer.status !== 200) throw new BundleError(`${address}: answers ${answer.status}, expected ${latestFile} of a bundle`);
  const latest = parseLatest(await answer.text(), address);
  if (holds(directory, latest, publicKey)) return { state: 'unchanged', latest, editions: 0, files: 0, fetched: 0 };
  progress(`${latest.file}: fetching what is missing`);
  const source = rangeSource(new URL(latest.file, address).href, latest, say);
  const bundle = await openPacked(source);
  if (bundle.root !== latest.root)
    throw new BundleError(`${source.name}: has the root ${bundle.root}, and ${latestFile} says ${latest.root}`);
  if (publicKey !== null && bundle.signature?.publicKey !== publicKey)
    throw new BundleError(`${source.name}: is not signed with the key that was given; nothing of it has been taken over`);
  const unpacked = await unpackInto(bundle, directory, { progress, say });
  return { state: 'pulled', latest, ...unpacked, fetched: source.fetched() };
}

/** A pull that was cut off has brought the manifest and not all that it lists. */
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
    throw new BundleError(`${url}: is no address of a server`);
  }
  if (!address.pathname.endsWith(`/${latestFile}`)) address.pathname = `${address.pathname.replace(/\/+$/, '')}/bundles/${latestFile}`;
  return address.href;
}

/** The bundle on the server. One that gives out no ranges gives all of it, once; it is then compared as a whole. */
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
        throw new BundleError(`${address}: answers ${answer.status}, expected the bundle; run lmi pull again, as there may be a newer one`);
      if (answer.status === 206 && answer.headers.get('Content-Range') !== `bytes ${offset}-${offset + length - 1}/${size}`)
        throw new BundleError(`${address}: gives other bytes than were asked for`);
      const bytes = await readAtMost(answer, answer.status === 206 ? length : size, address);
      fetched += bytes.length;
      if (answer.status === 206) return bytes;
      if (sha256(bytes) !== digest)
        throw new BundleError(`${address}: has other bytes than ${latestFile} says; nothing of it has been taken over`);
      whole = bytes;
      return bytes.subarray(offset, offset + length);
    },
  };
}

/** The body, refused as soon as it is longer than it may be. */
async function readAtMost(answer: Response, most: number, address: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of answer.body ?? []) {
    length += part.length;
    if (length > most) throw new BundleError(`${address}: gives more bytes than were asked for`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function ask(address: string, headers: Readonly<Record<string, string>>, say: (line: string) => void): Promise<Response> {
  for (let tried = 1; ; tried += 1) {
    // Without it the answer could be compressed, and its ranges would be those of other bytes.
    const answer = await fetch(address, { headers: { ...headers, 'Accept-Encoding': 'identity' } }).catch((error: unknown) => {
      throw new BundleError(
        `${address}: cannot be reached (${error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)})`,
      );
    });
    if (answer.status !== 429 || tried === mostTries) return answer;
    const seconds = Math.min(Number(answer.headers.get('Retry-After')) || 1, longestWaitSeconds);
    say(`${address}: asks to wait ${seconds} s`);
    await answer.body?.cancel();
    await wait(seconds * 1000);
  }
}
