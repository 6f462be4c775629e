// The README stays true: its tables are generated, and the answer that it shows is the one that the sample gives.
import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { answerOffline } from '#compiler/serve/answer-offline.ts';
import { generatePages } from '#compiler/generate/pages.ts';
import { nothingToPublish, sourceKeys } from '#schemas/codes.ts';
import { servingOf } from '#schemas/divided-catalogue.ts';
import { ingestStatus } from '#server/meta/ingest-status.ts';
import { stateOf } from '#server/pages/service-pages.ts';
import { sampleDirectory } from './compiled-data.ts';
import { catalogueWith } from './server/catalogues.ts';

test('the generated tables and pages are up to date; else run npx lmi readme', () => {
  expect(generatePages({ check: true })).toEqual([]);
});

test('the curl line gives the answer that stands beneath it', async () => {
  const text = readFileSync(fileURLToPath(new URL('../README.md', import.meta.url)), 'utf8');
  const [, path = '', shown] = /\$ curl .*'http:\/\/127\.0\.0\.1:8787(\/[^']*)'\n\s+(.*)\n/.exec(text) ?? [];
  expect((await (await answerOffline(sampleDirectory())(path)).text()).trim()).toBe(shown);
});

test('the picture of a page is there, is small, and is called invented', () => {
  const text = readFileSync(fileURLToPath(new URL('../README.md', import.meta.url)), 'utf8');
  const [, file = '', after = ''] = /!\[[^\]]+\]\((docs\/[^)]+\.png)\)\s*([^\n]*)/.exec(text) ?? [];
  expect(statSync(fileURLToPath(new URL(`../${file}`, import.meta.url))).size).toBeLessThanOrEqual(200_000);
  expect(after).toMatch(/^The figures in this picture are invented/);
});

test('a source of which nobody can publish anything today is told so on the status page', () => {
  const told = nothingToPublish['employer-skills-survey'] ?? '';
  expect(told).toMatch(/by SOC 2010, so there are no vacancies by SOC 2020 today\.$/);
  const { sources } = ingestStatus(servingOf(catalogueWith([], {}, sourceKeys)), 0);
  expect(sources.filter((source) => stateOf(source).includes(told)).map(({ source }) => source)).toEqual(['employer-skills-survey']);
});
