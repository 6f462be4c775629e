// The pages about the service: what is known of each source, and nothing that only says "unknown".
import { expect, test } from 'vitest';
import type { IngestStatusResponse, SourceResponse } from '#schemas/resources/meta.ts';
import { changelogPage, statusPage } from '#server/pages/service-pages.ts';
import { servedSite } from '#server/pages/site.ts';

type Standing = IngestStatusResponse['sources'][number];

const id = '77012379-7f14-8fef-a896-031b6ee873f3';
const standing: Standing = {
  source: 'ashe',
  status: 'served',
  watched: true,
  checked: null,
  changed: null,
  fault: null,
  newestRelease: null,
  heldBack: [],
  nextRelease: null,
  late: false,
  correctionNotices: [],
  undecided: [],
};
const source: SourceResponse = {
  source: 'ashe',
  title: 'Annual Survey of Hours and Earnings',
  publisher: 'Office for National Statistics',
  licence: 'Open Government Licence v3.0',
  licenceUrl: null,
  attribution: 'Source: Office for National Statistics',
  landingPage: 'https://www.ons.gov.uk/',
  cadence: 'Once a year',
  status: 'served',
  served: [
    {
      edition: '2024 provisional',
      editionId: id,
      release: '2024-provisional',
      released: '2024-10-29',
      year: 2024,
      provisional: true,
    },
  ],
  endpoints: [],
};

function shown(standings: readonly Partial<Standing>[], compiled: string) {
  const { body } = statusPage({
    ingest: {
      catalogue: { serial: 1, written: '2026-11-28T10:00:00Z' },
      sample: false,
      sources: standings.map((change) => ({ ...standing, ...change })),
    },
    sources: [source],
    compiled: new Map([[id, compiled]]),
  });
  return body.text;
}

test('the status has the days that are known, and leaves out those that are not', () => {
  const text = shown([{}], '2026-11-02T10:00:00Z');
  expect(text).toContain('published 29 October 2024 · here since 2 November 2026');
  expect(text).toContain('Once a year. Ours is of 2024.');
  expect(text).toContain('We have not looked for newer releases since.');
  expect(text).not.toContain('unknown');
  // The day on which everything was put here is said once.
  expect(shown([{}], '2026-11-28T08:00:00Z')).not.toContain('here since');
});

test('the status says when we looked, where we ever did', () => {
  const text = shown([{ checked: '2026-11-27T06:00:00Z' }, { source: 'onet' }], '2026-11-28');
  expect(text).toContain('last looked on 27 November 2026');
  expect(text).toContain('never looked for a newer one');
  expect(text).not.toContain('We have not looked');
});

test('what is missing comes first on the status', () => {
  const text = shown([{}, { source: 'work-visas', status: 'not-configured' }], '2026-11-28');
  expect(text.indexOf('work-visas')).toBeLessThan(text.indexOf('Annual Survey'));
  expect(text).toContain('Nothing is published here yet');
});

test('the changes of a version are divided by their kind, with the day in words', () => {
  const { text } = changelogPage(servedSite).body;
  expect(text).toMatch(/<h2 id="version-1\.0\.0">1\.0\.0, \d+ \w+ \d{4}<\/h2>/);
  expect(text.match(/<h3>Added<\/h3>/g)?.length).toBe(1);
  expect(text).not.toMatch(/<li>(?:added|changed)/i);
});
