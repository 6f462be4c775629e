// What two years of daily changes do to the catalogue: its bytes, those of /v1/meta/editions, and the memory of the workerd that serves it.
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { digestOfCatalogue, requireCatalogue, writeCatalogue } from '#compiler/edition/catalogue.ts';
import { catalogueFile } from '#compiler/edition/data-directory.ts';
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import { recordsFolder } from '#schemas/divided-catalogue.ts';
import { addressHeader, residentMegabytes, startService } from './serve/targets.ts';

export const days = 730;
/** Lists asked for at once. */
const questions = 12;
/** As much of the list as one answer can have. */
const list = '/v1/meta/editions?limit=100';

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** `data`: a compiled directory, which stays as it is. `work`: an empty folder. */
export async function measureCatalogueOfYears(data: string, work: string): Promise<void> {
  for (const [name, clones] of [
    ['as compiled', 0],
    [`after ${days} days with a new edition of a harvest each`, days],
  ] as const) {
    const directory = join(work, `years-${clones}`);
    mkdirSync(directory);
    cpSync(join(data, catalogueFile), join(directory, catalogueFile));
    cpSync(join(data, recordsFolder), join(directory, recordsFolder), { recursive: true });
    symlinkSync(resolve(data, 'editions'), join(directory, 'editions'));
    if (clones > 0) addSuperseded(directory, clones);
    await measureOne(name, directory, join(work, `state-${clones}`));
    rmSync(directory, { recursive: true });
  }
}

/** Adds superseded and pruned editions, clones of the job profiles that are served, a harvest of 830 files. */
export function addSuperseded(directory: string, clones: number): void {
  const catalogue = requireCatalogue(directory);
  const edition = catalogue.editions.find(({ source, state }) => source === 'career-profiles' && state === 'served');
  if (edition === undefined) throw new Error(`${directory}: no job profiles are served, so their edition cannot be cloned`);
  const inputs = edition.inputs.slice(0, 1).map((input) => ({ ...input, files: 830 }));
  const superseded = Array.from({ length: clones }, (): CatalogueEdition => {
    return { ...edition, id: randomUUID(), inputs, state: 'superseded', pruned: true };
  });
  writeCatalogue(directory, { ...catalogue, editions: [...superseded, ...catalogue.editions] }, digestOfCatalogue(directory));
}

async function measureOne(name: string, directory: string, state: string): Promise<void> {
  const file = join(directory, catalogueFile);
  const bytes = statSync(file).size;
  console.log(`${name}: catalogue.json ${kilobytes(bytes)}; gzipped ${kilobytes(gzipSync(readFileSync(file)).length)}`);
  const requests = `${state}-requests`;
  writeFileSync(requests, '/v1/meta/sources');
  const { target, process, close } = await startService({ data: directory, state, limits: 'memory', requests });
  try {
    await ask(target.url, '/v1/meta/sources');
    console.log(`  workerd after its first answer: ${residentMegabytes(process).toFixed(0)} MB`);
    const editions = await ask(target.url, list);
    console.log(`  ${list}: ${kilobytes(editions)}`);
    const asked = Array.from({ length: questions }, () => ask(target.url, list));
    const begun = performance.now();
    await ask(target.url, '/healthz');
    const waited = performance.now() - begun;
    await Promise.all(asked);
    console.log(`  ${questions} of them at once: /healthz in ${waited.toFixed(0)} ms, workerd ${residentMegabytes(process).toFixed(0)} MB`);
  } finally {
    await close();
  }
}

/** The bytes of an answer, not compressed. */
async function ask(url: string, path: string): Promise<number> {
  const response = await fetch(url + path, { headers: { 'Accept-Encoding': 'identity', [addressHeader]: '192.0.2.1' } });
  const body = await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${new TextDecoder().decode(body)}`);
  return body.byteLength;
}
