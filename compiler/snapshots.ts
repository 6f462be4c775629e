// The downloaded bytes of every release, kept by their SHA-256 with a sidecar each, so that any edition can be compiled again.
import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { byCodeUnit } from '#schemas/order.ts';
import { sha256 } from './digest.ts';
import { writeAtomically } from './edition/write-atomically.ts';
import type { PublishedFile } from './source.ts';

/** What is known of a snapshot. The same bytes can belong to several releases. Paths of machines are not kept. */
interface Sidecar {
  readonly source: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly releases: readonly { readonly release: string; readonly file: string }[];
}

function folder(directory: string, source: string): string {
  return join(directory, 'snapshots', source);
}

/** Keeps a release's file and returns its digest. A snapshot that is there already is not written again. */
export function keepSnapshot(directory: string, source: string, release: string, file: PublishedFile): string {
  const digest = sha256(file.bytes);
  const place = join(folder(directory, source), digest);
  const known = existsSync(`${place}.json`) ? readSidecar(place) : null;
  if (known?.releases.some((entry) => entry.release === release && entry.file === file.name)) return digest;
  mkdirSync(folder(directory, source), { recursive: true });
  if (!existsSync(place)) writeAtomically(place, file.bytes);
  const sidecar: Sidecar = {
    source,
    sha256: digest,
    bytes: file.bytes.length,
    releases: [...(known?.releases ?? []), { release, file: file.name }],
  };
  writeAtomically(`${place}.json`, `${JSON.stringify(sidecar)}\n`);
  return digest;
}

/** The bytes of a snapshot, checked against their name. */
export function readSnapshot(directory: string, source: string, digest: string): Uint8Array {
  const place = join(folder(directory, source), digest);
  const bytes = readFileSync(place);
  if (sha256(bytes) !== digest) throw new Error(`${place}: the bytes no longer agree with the name; download the release again`);
  return bytes;
}

/** Every release that is kept of a source, with its files. */
export function keptReleases(directory: string, source: string): { release: string; files: { file: string; sha256: string }[] }[] {
  const place = folder(directory, source);
  if (!existsSync(place)) return [];
  const releases = new Map<string, { file: string; sha256: string }[]>();
  for (const name of readdirSync(place).sort(byCodeUnit)) {
    if (!name.endsWith('.json')) continue;
    const sidecar = readSidecar(join(place, name.slice(0, -'.json'.length)));
    for (const { release, file } of sidecar.releases) releases.set(release, [...(releases.get(release) ?? []), { file, sha256: sidecar.sha256 }]);
  }
  return [...releases].map(([release, files]) => ({ release, files: files.sort((a, b) => byCodeUnit(a.file, b.file)) }));
}

function readSidecar(place: string): Sidecar {
  const sidecar: Sidecar = JSON.parse(readFileSync(`${place}.json`, 'utf8'));
  return sidecar;
}
