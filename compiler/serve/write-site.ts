// lmi site: the pages as files with relative links, which open from a disk or any static host. The
// router makes them, as on a server.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Catalogue } from '#schemas/catalogue.ts';
import { endpoints } from '#schemas/endpoints.ts';
import { logoFile } from '#schemas/stored-files.ts';
import type { ComparedOccupation } from '#server/pages/comparison.ts';
import { regions } from '#server/pages/areas-page.ts';
import { toComparedOccupation } from '#server/pages/compare-page.ts';
import {
  comparedKeys,
  gatherAnswers,
  listOf,
  questionFor,
} from '#server/pages/occupation/answers.ts';
import { icon, style } from '#server/pages/page-files.ts';
import { rankings } from '#server/pages/rankings.ts';
import { guides } from '#server/pages/reference/guides.ts';
import { type Contact, fileOfPage, linksBetweenFiles } from '#server/pages/site.ts';
import { catalogueIn } from '../bundle/bundle-store.ts';
import { CatalogueError } from '../edition/catalogue.ts';
import { answerOffline, bodyOnly, pageAsker, storeOf } from './answer-offline.ts';
import { withCatalogue } from './with-catalogue.ts';
import { storedSearch } from './search-offline.ts';
import { bundledScript } from './worker-code.ts';

export interface SiteOptions {
  /** A data directory or a bundle. */
  readonly data: string;
  /** The catalogue to answer by, if it is not that of the data: a bundle has its own. */
  readonly catalogue?: Catalogue;
  readonly folder: string;
  /** Address of the server for the examples of calls; null if there is none. */
  readonly api: string | null;
  /** How people reach the publisher of the site; null if it is not set. */
  readonly contact: Contact | null;
}

/** The scripts of pages that need some in a browser. */
const scriptsOf: Readonly<Record<string, readonly string[]>> = {
  '/search': ['/titles.js', '/site.js'],
  '/compare': ['/titles.js', '/compared.js', '/site.js'],
};

/** Writes the site into a folder: the pages of the router, with links between files. */
export async function writeSite({ data, catalogue, folder, api, contact }: SiteOptions) {
  const { sample } = catalogue ?? (await catalogueIn(data));
  const stored = storeOf(data);
  const store = catalogue === undefined ? stored : withCatalogue(stored, catalogue);
  const site = { api, live: false, keys: false, contact };
  const siteAt = (path: string) => ({
    ...site,
    to: linksBetweenFiles(path),
    scripts: scriptsOf[path] ?? [],
  });
  const answer = answerOffline(data, bodyOnly, store, { siteAt });
  const ask = pageAsker(answer);

  let files = 0;
  let bytes = 0;
  const write = async (name: string, text: string | Uint8Array): Promise<void> => {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    files += 1;
    bytes += Buffer.byteLength(text);
  };
  const asked = await ask(questionFor('OccupationList')('occupations'));
  if ('missing' in asked) throw new CatalogueError(`${data}: ${asked.missing}`);
  const occupations = asked.answer;
  const areas = [...regions, ...(await listOf(questionFor('LocalAreaList')('local-areas'), ask))];
  const pages = [
    '/',
    '/occupations',
    '/search',
    '/compare',
    '/areas',
    '/reference',
    '/changelog',
    '/versioning',
    '/terms',
    '/status',
    ...Object.keys(rankings).map((by) => `/rankings/${by}`),
    ...occupations.map(({ soc2020 }) => `/occupations/${soc2020}`),
    ...areas.map(({ slug }) => `/areas/${slug}`),
    ...endpoints.map(({ id }) => `/reference/${id}`),
    ...guides.map(({ id }) => `/guides/${id}`),
  ];
  for (const path of pages) {
    const page = await answer(path, { headers: { Accept: 'text/html' } });
    const text = await page.text();
    if (!page.ok) throw new CatalogueError(`${data}: there is no page ${path} (${page.status})`);
    await write(fileOfPage(path), text);
  }
  const logo = sample ? null : await stored.outsideEditions(logoFile);
  if (logo !== null) await write(logoFile, logo);
  await write('style.css', style);
  await write('icon.svg', icon);
  const { text, model } = await storedSearch(data);
  const learnt = JSON.stringify(model === null ? null : Buffer.from(model).toString('base64'));
  await write('titles.js', `var lmiTitles = { index: ${scriptText(text)}, model: ${learnt} };\n`);
  const compared: Record<string, ComparedOccupation> = {};
  for (const { soc2020 } of occupations)
    compared[soc2020] = toComparedOccupation(await gatherAnswers(ask, soc2020, 'uk', comparedKeys));
  await write('compared.js', `var lmiCompared = ${scriptText(JSON.stringify(compared))};\n`);
  await write('site.js', await bundledScript('site-script'));
  return { files, bytes, occupations: occupations.length };
}

/**
 * JSON within a script file. Two characters that JSON allows end a line of script in old browsers.
 */
function scriptText(json: string): string {
  return json
    .trim()
    .replace(/[\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16)}`);
}
