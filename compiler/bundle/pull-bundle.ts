// Pulls the newest bundle of a server into a folder. It fetches only missing editions, by ranges of
// bytes, and compares every file with the manifest. A body that is cut goes on where it was cut.
import { latestFile } from '#schemas/stored-files.ts';
import { parseAlone, readableCatalogue } from '../edition/catalogue.ts';
import { catalogueFile } from '../edition/data-directory.ts';
import { sha256 } from '../edition/digest.ts';
import {
  type Clock,
  systemClock,
  PassingFault,
  passingFault,
  passingStatuses,
  retryAfter,
  retrying,
} from '../fetch/retries.ts';
import { BundleError } from './format.ts';
import { type Latest, parseLatest } from './latest.ts';
import { type Bundle, openPacked, openUnpacked } from './open-bundle.ts';
import { isUnpackedBundle } from './bundle-store.ts';
import { type Unpacked, isComplete, requireOwnFolder, unpackInto } from './unpack.ts';
import type { ByteSource } from './zip.ts';

export interface PullBundleOptions {
  readonly url: string;
  readonly directory: string;
  /**
   * The public key that the bundle must be signed with, in base64; null: any bundle is accepted.
   */
  readonly publicKey: string | null;
  readonly older?: boolean;
  readonly progress: (doing: string) => void;
  readonly say: (line: string) => void;
  readonly clock?: Clock;
}

export interface PulledBundle extends Unpacked {
  readonly state: 'pulled' | 'unchanged';
  readonly latest: Latest;
  readonly fetched: number;
}

// A server limits the requests of one address, may be starting, or behind a bad line: waits of 1,
// 2, 4 and 8 seconds, or as it asks.
const attempts = 5;
const firstWait = 1000;

// It names the editions, of which there are tens.
const longestLatest = 4 * 1024 * 1024;
/** A bundle that a server sends whole is held in memory. With ranges it may have any length. */
const longestWhole = 1024 * 1024 * 1024;

export async function pullBundle({
  url,
  directory,
  publicKey,
  older = false,
  progress,
  say,
  clock = systemClock,
}: PullBundleOptions): Promise<PulledBundle> {
  const address = latestAddress(url);
  requireOwnFolder(directory);
  const server: Server = { clock, say, received: 0 };
  const text = await get(server, address, null, ({ status }) => {
    if (status !== 200)
      throw new BundleError(`${address}: answers ${status}, expected ${latestFile} of a bundle`);
    return longestLatest;
  });
  const latest = parseLatest(text.toString(), address);
  if (holds(directory, latest, publicKey))
    return { state: 'unchanged', latest, editions: 0, files: 0, fetched: 0 };
  progress(`${latest.file}: fetching what is missing`);
  server.received = 0;
  const source = rangeSource(new URL(latest.file, address).href, latest, server);
  const bundle = await openPacked(source);
  if (bundle.root !== latest.root)
    throw new BundleError(
      `${source.name}: has the root ${bundle.root}, but ${latestFile} says ${latest.root}`,
    );
  if (publicKey !== null && bundle.signature?.publicKey !== publicKey)
    throw new BundleError(
      `${source.name}: is not signed with the given key; nothing of it was kept`,
    );
  if (!older) await refuseOlder(bundle, directory);
  const unpacked = await unpackInto(bundle, directory, { progress, say });
  return { state: 'pulled', latest, ...unpacked, fetched: server.received };
}

/**
 * A mirror can serve an old bundle, whose signature is good, and so bring withdrawn figures back.
 */
async function refuseOlder(bundle: Bundle, directory: string): Promise<void> {
  // A damaged one is what a pull mends.
  const held = readableCatalogue(directory)?.catalogue.serial ?? 0;
  const { serial } = parseAlone(
    (await bundle.read(catalogueFile)).toString(),
    `${bundle.name} ${catalogueFile}`,
  );
  if (serial < held)
    throw new BundleError(
      `${bundle.name}: holds catalogue ${serial}, which is older than catalogue ${held} in ${directory}; nothing of it was kept\n  pull from a server that is up to date, or take the older one with --older`,
    );
}

/**
 * Whether the folder holds the whole bundle. An interrupted pull leaves the manifest without all
 * its files.
 */
function holds(directory: string, { root }: Latest, publicKey: string | null): boolean {
  if (!isUnpackedBundle(directory)) return false;
  const held = openUnpacked(directory);
  return (
    held.root === root &&
    (publicKey === null || held.signature?.publicKey === publicKey) &&
    isComplete(held, directory)
  );
}

function latestAddress(url: string): string {
  let address: URL;
  try {
    address = new URL(url);
  } catch {
    throw new BundleError(`${url}: is not an address of a server`);
  }
  if (!address.pathname.endsWith(`/${latestFile}`))
    address.pathname = `${address.pathname.replace(/\/+$/, '')}/bundles/${latestFile}`;
  return address.href;
}

/**
 * The bundle on the server. A server without ranges gives the whole file once, which is then
 * compared with its hash.
 */
function rangeSource(
  address: string,
  { bytes: size, sha256: digest }: Latest,
  server: Server,
): ByteSource {
  let whole: Uint8Array | null = null;
  return {
    name: address,
    size,
    async read(offset, length) {
      if (whole !== null) return whole.subarray(offset, offset + length);
      if (length === 0) return new Uint8Array();
      let isWhole = false;
      const bytes = await get(server, address, { offset, length }, ({ status, headers }, next) => {
        if (status !== 200 && status !== 206)
          throw new BundleError(
            `${address}: answers ${status}, expected the bundle\n  run lmi pull again: there may be a newer bundle`,
          );
        isWhole = status === 200;
        if (
          !isWhole &&
          headers.get('Content-Range') !== `bytes ${next}-${offset + length - 1}/${size}`
        )
          throw new BundleError(`${address}: sends another range than requested`);
        return isWhole ? Math.min(size, longestWhole) : length;
      });
      if (!isWhole) return bytes;
      if (sha256(bytes) !== digest)
        throw new BundleError(
          `${address}: its bytes differ from ${latestFile}; nothing of it was kept`,
        );
      whole = bytes;
      return bytes.subarray(offset, offset + length);
    },
  };
}

interface Server {
  readonly clock: Clock;
  readonly say: (line: string) => void;
  /** Bytes that came from it, also those that came in vain. */
  received: number;
}

/**
 * Fetches a file, or a part of it. A part that is cut goes on where it was cut. `accept` gets every
 * answer and the place of its first byte, and says how many bytes the whole may have; it throws
 * BundleError for an answer that is of no use.
 */
async function get(
  server: Server,
  address: string,
  part: { readonly offset: number; readonly length: number } | null,
  accept: (answer: Response, next: number) => number,
): Promise<Buffer> {
  const { clock, say } = server;
  let pieces: Uint8Array[] = [];
  let length = 0;
  const receive = async (): Promise<void> => {
    const next = (part?.offset ?? 0) + length;
    const answer = await fetch(address, {
      headers: {
        ...(part === null ? {} : { Range: `bytes=${next}-${part.offset + part.length - 1}` }),
        // Without this header the answer could be compressed, and its ranges would be of the
        // compressed bytes.
        'Accept-Encoding': 'identity',
      },
    }).catch((error: unknown) => {
      throw passingFault(error, 'cannot be reached', 'unreachable');
    });
    try {
      const { status, statusText, headers, body } = answer;
      if (passingStatuses.includes(status))
        throw new PassingFault(
          `answered ${status} ${statusText}`.trim(),
          retryAfter(headers.get('Retry-After'), clock.now()),
        );
      const most = accept(answer, next);
      if (status !== 206) [pieces, length] = [[], 0];
      for await (const piece of body ?? []) {
        pieces.push(piece);
        length += piece.length;
        server.received += piece.length;
        if (length > most)
          throw new BundleError(
            `${address}: sends more bytes than requested, or more than this machine should hold`,
          );
      }
      if (part !== null && length < most)
        throw new PassingFault(`ended after ${length} of ${most} bytes`);
    } catch (error) {
      if (error instanceof BundleError) throw error;
      // Its last byte came before the connection ended.
      if (part?.length === length) return;
      throw passingFault(error, 'the connection was cut', 'cut');
    } finally {
      await answer.body?.cancel().catch(() => {});
    }
  };
  const giveUp = (line: string) =>
    new BundleError(`${line}\n  run lmi pull again: files that came whole are not fetched again`);
  await retrying(address, { attempts, firstWait, clock, say, giveUp }, receive);
  return Buffer.concat(pieces);
}
