// A person with a browser: the files of all sources, named as browsers save them, go by lmi import into an empty data directory.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCatalogue, servedEditions } from '#compiler/edition/catalogue.ts';
import { sources } from '#sources/index.ts';
import type { PublishedFile } from '#sources/kit/source.ts';
import type { SourceKey } from '#schemas/codes.ts';
import { sampleDirectory } from '../compiled-data.ts';
import { withFewDocuments } from '../compiler/slim-sources.ts';
import { withFewTitles } from '../few-titles.ts';
import { keepingRows, keptSample } from '../kept.ts';
import { lmi } from '../lmi.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const downloads = temporaryDirectory();
const directory = join(temporaryDirectory(), 'data');

/** The releases that files do not say; the command is told them. */
const told: Partial<Record<SourceKey, string>> = {
  'skills-projections': '2020-2035-revised',
  'employer-skills-survey': '2022',
  'apprenticeship-standards': '2026-07-06',
  'occupational-maps': '2026-07-06',
  'career-profiles': '2026-07-06',
  onet: '30.2',
};

/** Names that a person gave, which say nothing: the content says what the file is. */
const renamed: Readonly<Record<string, string>> = {
  'apprenticeshipstandards.json': 'all.json',
  'sex.csv': 'NM_218_1.data.csv',
  'ISCO_SOC_Crosswalk.xls': 'crosswalk.xls',
  'ashetable152024provisional.zip': 'regions.zip',
  'ESCO dataset - v1.1.0 - classification -  - csv.zip': 'ESCO dataset - v1.1.0 - classification - - csv.zip',
};

const saved = new Map<SourceKey, { readonly release: string; readonly paths: readonly string[]; readonly names: readonly string[] }>();

// What is made of the files is proved elsewhere, and the compiled sample, whose editions these must be, has passed the checks. Parsing the
// files again, checking them and writing all documents would take a minute.
const declared = sources.map((source) => ({ ...source }));
beforeAll(() =>
  sources.forEach((source) => void Object.assign(source, withFewTitles(withFewDocuments(keepingRows({ ...source }))), { checks: [] })),
);
afterAll(() => sources.forEach((source, place) => void Object.assign(source, declared[place])));

beforeAll(async () => {
  for (const source of sources) {
    if (source.builtIn !== undefined) continue;
    // Every browser numbers files of one name in its own folder, so each source has a folder of downloads.
    const folder = join(downloads, source.key);
    mkdirSync(folder);
    const releases = await keptSample(source);
    const files: readonly PublishedFile[] = releases.flatMap((release) => release.files);
    const paths = files.map(({ name }, place) => join(folder, renamed[name] ?? withNumber(name, (place % 2) + 1)));
    files.forEach(({ bytes }, place) => void writeFileSync(paths[place] ?? '', bytes));
    saved.set(source.key, { release: releases[0]?.release ?? '', paths, names: files.map(({ name }) => name) });
  }
});

/** As Chrome and Firefox number a name that is taken: `name (1).csv`, `name(2).csv`. */
function withNumber(name: string, number: number): string {
  const at = name.lastIndexOf('.');
  return `${name.slice(0, at)}${number === 1 ? ' ' : ''}(${number})${name.slice(at)}`;
}

/** What the command complains of. Pages are of occupations that have no documents here. */
const faultsIn = (said: string) => said.split('\n').filter((line) => line !== '' && !line.startsWith('the pages were not stored, '));

test('every source has the newest edition of the compiled sample', async () => {
  const ofAll = sources.filter(({ key }) => told[key] === undefined).flatMap(({ key }) => saved.get(key)?.paths ?? []);
  const first = await lmi('import', ...ofAll, '--sample', '--data', directory);
  expect(faultsIn(first.stderr)).toEqual([]);
  expect(first.status).toBe(0);
  for (const [key, release] of Object.entries(told)) {
    const ran = await lmi('import', ...(saved.get(key as SourceKey)?.paths ?? []), '--release', release, '--sample', '--data', directory);
    expect([ran.status, faultsIn(ran.stderr)]).toEqual([0, []]);
  }
  // The sample has earlier years of pay, too.
  const newest = (data: string) =>
    sources.map((source) => [source.key, servedEditions(source, readCatalogue(data)?.catalogue.editions ?? [])[0]?.id]);
  expect(newest(directory)).toEqual(newest(sampleDirectory()));
});

test('the files stand where lmi compile --from expects them, under the names of the publisher', () => {
  for (const [key, { release, names }] of saved)
    expect(readdirSync(join(directory, 'imported', key, release)).toSorted()).toEqual(names.toSorted());
});
