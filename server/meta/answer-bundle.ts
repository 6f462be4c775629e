// /bundles: the newest bundle of all served data. It is public, because the data are open and keys
// only limit the use of the API.
import { bundleName, bundleNameOf, latestFile, sealOf } from '#schemas/stored-files.ts';
import type { Files } from '../data/files.ts';
import { DamagedFile, faultOfSeal } from '../data/store.ts';
import type { CatalogueState } from '../data/published.ts';
import type { IncomingRequest } from '../http/incoming-request.ts';
import { Refusal, quoted } from '../http/problem.ts';
import { type ProveFile, sendFile } from './answer-file.ts';

const placeOf = (name: string): string => `bundles/${name}`;

/**
 * The text of latest.json. Throws the 404 if there is no bundle, and DamagedFile if the text is not
 * the one that was written.
 */
export async function readLatestBundle(files: Files, path: string): Promise<string> {
  const place = placeOf(latestFile);
  const bytes = (await files.read(place)) ?? nothingAt(path);
  const text = new TextDecoder().decode(bytes);
  const fault = await faultOfSeal(text, sealOf.latest);
  if (fault !== null) throw new DamagedFile(place, fault);
  return text;
}

/**
 * A bundle, or a part of it for clients that already have some of its editions. The name identifies
 * the bytes, so it is the entity tag and caches may keep the bundle for ever.
 */
export async function answerBundle(
  files: Files,
  prove: ProveFile,
  {
    name,
    incoming,
    state,
  }: { readonly name: string; readonly incoming: IncomingRequest; readonly state: CatalogueState },
): Promise<Response> {
  const { path } = incoming;
  const [, digest] = bundleName.exec(name) ?? [];
  if (digest === undefined) return nothingAt(path);
  const file = {
    place: placeOf(name),
    isRight: (bundle: string) => bundleNameOf(bundle) === name,
    catalogue: state.loaded?.catalogue ?? null,
  };
  const headers = {
    'Content-Type': 'application/zip',
    'Cache-Control': 'public, no-transform, max-age=31536000, immutable',
  };
  const sent = await sendFile(files, prove, { file, tag: `"${digest}"`, headers }, incoming);
  return sent ?? nothingAt(path);
}

function nothingAt(path: string): never {
  const detail =
    path === `/${placeOf(latestFile)}`
      ? 'No bundle has been published here yet.'
      : `There is no bundle at ${quoted(path)}. /bundles/${latestFile} names the newest ` +
        'bundle, if there is one.';
  throw new Refusal('unknown-path', detail);
}
