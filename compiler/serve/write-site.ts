// lmi site: the pages as files with relative links, which open from a disk or any static host. The same functions as on the server make them.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Catalogue } from '#schemas/catalogue.ts';
import { logoFile } from '#schemas/stored-files.ts';
import { endpoints } from '#schemas/endpoints.ts';
import type { IngestStatusResponse, SourceResponse } from '#schemas/resources/meta.ts';
import type { OccupationSummary } from '#schemas/resources/occupations.ts';
import { type FoundPage, compareChoice, comparedOf, searchForm, searchPage } from '#server/pages/finding.ts';
import type { Compared } from '#server/pages/comparison.ts';
import { createLogos } from '#server/data/logo.ts';
import type { Contact } from '#server/http/settings.ts';
import { Html, html } from '#server/pages/html.ts';
import { pageDocument } from '#server/pages/page.ts';
import { guidePage, guides } from '#server/pages/reference/guides.ts';
import { referenceIndex, referencePage } from '#server/pages/reference/reference-page.ts';
import { changelogPage, statusPage, termsPage } from '#server/pages/service-pages.ts';
import { type Site, fileOfPage, linksBetweenFiles } from '#server/pages/site.ts';
import { icon, style } from '#server/pages/style.ts';
import { versioning } from '#server/pages/versioning-page.ts';
import { catalogueIn } from '../bundle/bundle-store.ts';
import { CatalogueError, catalogueText } from '../edition/catalogue.ts';
import { answerOffline, bodyOnly, storeOf } from './answer-offline.ts';
import { dataPages, pageAsker } from './data-pages.ts';
import { storedSearch } from './search-offline.ts';
import { bundledScript } from './bundled-script.ts';

export interface WrittenSite {
  readonly files: number;
  readonly bytes: number;
  readonly occupations: number;
}

export interface SiteOptions {
  /** A data directory or a bundle. */
  readonly data: string;
  /** The catalogue to answer by, if it is not that of the data: a bundle has its own. */
  readonly catalogue?: Catalogue;
  readonly folder: string;
  /** Address of the server for the examples of calls; null if there is none. */
  readonly api: string | null;
  /** How people reach whoever gives the site away; null if nobody has said. */
  readonly contact: Contact | null;
}

/** Writes the site into a folder. */
export async function writeSite({ data, catalogue, folder, api, contact }: SiteOptions): Promise<WrittenSite> {
  const { sample } = catalogue ?? (await catalogueIn(data));
  const store = storeOf(data);
  const ask = pageAsker(
    answerOffline(data, bodyOnly, catalogue === undefined ? store : { ...store, catalogue: async () => catalogueText(catalogue) }),
  );
  const logo = sample ? null : await createLogos(store).read();
  const answerOf = async <Answer>(
    id: string,
    params: Readonly<Record<string, string>> = {},
    query: Readonly<Record<string, string>> = {},
  ): Promise<Answer> => {
    const asked = await ask(id, params, query);
    if ('missing' in asked) throw new CatalogueError(`${data}: ${asked.missing}`);
    // The compiler validated the answer before publication.
    return asked.answer as Answer;
  };

  let [files, bytes] = [0, 0];
  const write = async (name: string, text: string | Uint8Array): Promise<void> => {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    files += 1;
    bytes += Buffer.byteLength(text);
  };
  const siteAt = (path: string): Site => ({
    to: linksBetweenFiles(path),
    sample,
    api,
    live: false,
    keys: false,
    contact,
    logo: logo === null ? null : `/${logoFile}`,
  });
  const put = async (path: string, make: (site: Site) => FoundPage | null, scripts: readonly string[] = []): Promise<void> => {
    const site = siteAt(path);
    const page = make(site);
    if (page === null) throw new Error(`no page for ${path}`);
    const loaded = scripts.map((name) => html`<script src="${site.to(`/${name}`)}"></script>`);
    const body = new Html([page.body, ...loaded].map(({ text }) => text).join('\n'));
    await write(fileOfPage(path), pageDocument({ title: `${page.title} – Labour market information`, body }, site));
  };

  const occupations = await answerOf<readonly OccupationSummary[]>('occupations');
  const compared: Record<string, Compared> = {};
  for await (const { path, make, answers } of dataPages(ask)) {
    if (answers !== null) compared[answers.occupation.soc2020] = comparedOf(answers);
    await put(path, make, path === '/occupations' ? ['site.js'] : []);
  }
  const [sources, ingest] = [
    await answerOf<readonly SourceResponse[]>('meta-sources'),
    await answerOf<IngestStatusResponse>('meta-ingest'),
  ];
  await put('/', (site) => homePage(occupations, site));
  await put('/search', (site) => searchPage('', [], null, site), ['titles.js', 'site.js']);
  await put('/compare', (site) => withResults(compareChoice(occupations, null, site)), ['compared.js', 'site.js']);
  await put('/reference', referenceIndex);
  for (const { id } of endpoints) await put(`/reference/${id}`, (site) => referencePage(id, site));
  for (const { id } of guides) await put(`/guides/${id}`, (site) => guidePage(id, site));
  await put('/changelog', changelogPage);
  await put('/versioning', versioning);
  await put('/terms', (site) => termsPage(sources, site));
  await put('/status', (site) => statusPage(ingest, sources, site));
  if (logo !== null) await write(logoFile, logo);
  await write('style.css', style);
  await write('icon.svg', icon);
  const { text, model } = await storedSearch(data);
  const learnt = JSON.stringify(model === null ? null : Buffer.from(model).toString('base64'));
  await write('titles.js', `var lmiTitles = { index: ${scriptText(text)}, model: ${learnt} };\n`);
  await write('compared.js', `var lmiCompared = ${scriptText(JSON.stringify(compared))};\n`);
  await write('site.js', await bundledScript('site-script'));
  return { files, bytes, occupations: occupations.length };
}

function homePage(occupations: readonly OccupationSummary[], site: Site): FoundPage {
  const groups = new Map(occupations.map(({ hierarchy: { majorGroup } }) => [majorGroup.code, majorGroup.title]));
  return {
    title: 'Occupations of the UK',
    body: html`<h1>What is officially known about work in the UK</h1>
<p class="lead">Pay, people in work, outlook, demand, vacancies, job adverts, visas, routes in and skills of ${occupations.length} occupations, from official publications. Every figure names its release.</p>
${searchForm('', site)}
<h2>By group</h2>
<ul>${[...groups].map(([code, title]) => html`<li><a href="${site.to(`/occupations#group-${code}`)}">${title}</a></li>`)}</ul>
<p><a href="${site.to('/compare')}">Compare two occupations</a> · <a href="${site.to('/areas')}">Local areas</a></p>`,
  };
}

function withResults({ title, body }: FoundPage): FoundPage {
  return { title, body: html`${body}<div id="results"></div>` };
}

/** JSON within a script file. Two characters that JSON allows end a line of script in old browsers. */
function scriptText(json: string): string {
  return json.trim().replace(/[\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16)}`);
}
