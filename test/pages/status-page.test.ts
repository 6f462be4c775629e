// The status page, beyond what the tests of its answer show.
import { expect, test } from 'vitest';
import { nothingToPublish, sourceKeys } from '#schemas/codes.ts';
import { servingOf } from '#schemas/divided-catalogue.ts';
import { ingestStatus } from '#server/meta/ingest-status.ts';
import { stateOf } from '#server/pages/service-pages.ts';
import { catalogueWith } from '../server/catalogues.ts';

test('a source of which nobody can publish anything today is told so on the status page', () => {
  const told = nothingToPublish['employer-skills-survey'] ?? '';
  expect(told).toMatch(/by SOC 2010, so there are no vacancies by SOC 2020 today\.$/);
  const { sources } = ingestStatus(servingOf(catalogueWith([], {}, sourceKeys)), 0);
  expect(
    sources.filter((source) => stateOf(source).includes(told)).map(({ source }) => source),
  ).toEqual(['employer-skills-survey']);
});
