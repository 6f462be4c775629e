import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import type { Catalogue, CatalogueEdition, CheckResult, Ingest } from '#schemas/catalogue.ts';
import { servingOf } from '#schemas/divided-catalogue.ts';
import { editionsFeed } from '#server/meta/feeds.ts';
import { ingestStatus as ingestStatusOf } from '#server/meta/ingest-status.ts';
import { listOf } from '#server/meta/list-editions.ts';
import { listSources as listSourcesOf } from '#server/meta/list-sources.ts';
import { goldenFault } from '../golden.ts';
import { catalogueWith, editionWith, idOf, inputs } from './catalogues.ts';
import { asking, publicUrl, withoutDocuments } from './ask.ts';

const ingestStatus = (catalogue: Catalogue, now: number) =>
  ingestStatusOf(servingOf(catalogue), now);
const listSources = (catalogue: Catalogue) => listSourcesOf(servingOf(catalogue));
const listEditions = ({ editions }: Catalogue, source: string | null) =>
  listOf(
    editions.filter((edition) => source === null || edition.source === source),
    editions,
    new Map([['limit', editions.length]]),
  ).body;

const block: CheckResult = {
  check: 'rows',
  severity: 'block',
  describe: 'There are as many rows as last year.',
  message: '4711 rows are half of last year',
  places: ["14.7a 'All'!A6"],
  count: 12,
};

const known: CheckResult = { ...block, check: 'regions', severity: 'known-issue' };
const noted: CheckResult = { ...block, check: 'new-titles', severity: 'info' };

/** A router over one catalogue and no file at all. */
const ask = (catalogue: Catalogue | null, path: string) =>
  asking({ store: withoutDocuments(catalogue) })(path);

test.each([
  [
    'by the day of publication',
    [{ released: '2023-10-26' }, { released: '2024-10-29' }, { released: '2022-10-26' }],
    [1, 0, 2],
  ],
  [
    'of one day the later year, and revised before provisional',
    [{ year: 2023 }, { year: 2024, provisional: true }, { year: 2023, provisional: true }],
    [1, 0, 2],
  ],
  [
    'old years that are compiled later stay behind',
    [{ year: 2024, compiled: '2025-01-01T00:00:00.000Z' }, { year: 2022 }, { year: 2023 }],
    [0, 2, 1],
  ],
] as const)('newest first: %s', (_, parts, order) => {
  const catalogue = catalogueWith(parts.map((part, n) => editionWith({ ...part, id: idOf(n) })));
  expect(listEditions(catalogue, null).map(({ id }) => id)).toEqual(order.map(idOf));
});

test('releases of a source are in order of year, late revisions too', () => {
  const revised = editionWith({ id: idOf(1), year: 2023, released: '2025-10-28' });
  const catalogue = catalogueWith([
    revised,
    editionWith({ id: idOf(2), year: 2024, released: '2024-10-29' }),
  ]);
  expect(listSources(catalogue)[1]?.served.map(({ year }) => year)).toEqual([2024, 2023]);
});

test.each([
  ['not-configured', []],
  ['held-back', ['quarantined', 'withdrawn']],
  ['withdrawn', ['withdrawn']],
  ['served', ['superseded', 'served', 'quarantined', 'withdrawn']],
] as const)('the status of a source: %s', (status, states) => {
  const catalogue = catalogueWith(states.map((state, n) => editionWith({ id: idOf(n), state })));
  expect([
    listSources(catalogue)[1]?.status,
    ingestStatus(catalogue, 0).sources[1]?.status,
  ]).toEqual([status, status]);
});

describe('held back', () => {
  const held: Partial<CatalogueEdition> = { state: 'quarantined', inputs: inputs('b') };
  const old = { release: '2023', inputs: inputs('a') };
  const editionOf = (release: string, released: string, more: Partial<CatalogueEdition> = {}) => ({
    release,
    released,
    ...more,
  });

  test.each<[string, Partial<CatalogueEdition>[], number[]]>([
    ['the only edition', [held], [0]],
    ['beside the one that goes on being served', [old, held], [1]],
    ['of several tries the newest', [old, held, { ...held, inputs: inputs('c') }], [2]],
    ['until the same release comes in new files', [old, held, { inputs: inputs('c') }], []],
    ['until the same files are understood', [old, held, { inputs: inputs('b') }], []],
    [
      'though the files from before are compiled again',
      [{ inputs: inputs('a') }, held, { inputs: inputs('a') }],
      [1],
    ],
    [
      'though the release before is compiled again',
      [old, held, { ...old, compiled: '2026-03-01T00:00:00.000Z' }],
      [1],
    ],
    [
      'until a later release takes its place',
      [{ ...held, released: '2024-05-01' }, editionOf('2025', '2025-05-01')],
      [],
    ],
    [
      'though an earlier release is compiled after it',
      [{ ...held, released: '2024-05-01' }, editionOf('2022', '2022-05-01')],
      [0],
    ],
    [
      'though a later year is published',
      [{ ...held, year: 2023 }, editionOf('2025', '2025-05-01', { year: 2025 })],
      [0],
    ],
    [
      'not once it is accepted',
      [
        {
          ...held,
          state: 'served',
          accepted: { reason: 'Looked at it.', at: '2026-01-11T00:00:00Z' },
        },
      ],
      [],
    ],
  ])('%s', (_, parts, places) => {
    const editions = parts.map((part, n) =>
      editionWith({ inputs: inputs('a'), ...part, checks: [], id: idOf(n) }),
    );
    expect(
      ingestStatus(catalogueWith(editions), 0).sources[1]?.heldBack.map(
        ({ editionId }) => editionId,
      ),
    ).toEqual(places.map(idOf));
  });
});

describe('late', () => {
  const announced = '2026-10-29';
  test.each<[string, string | null, string, Partial<CatalogueEdition>[], boolean]>([
    ['nothing is announced', null, '2030-01-01', [], false],
    ['the day itself is not over', announced, '2026-10-29', [], false],
    [
      'the day after, and only what was there already',
      announced,
      '2026-10-30',
      [{ released: '2025-10-28' }],
      true,
    ],
    [
      'it came and is held back',
      announced,
      '2026-10-30',
      [{ released: '2026-10-29', state: 'quarantined' }],
      false,
    ],
    [
      'it came and states no day',
      announced,
      '2026-11-30',
      [{ compiled: '2026-10-30T06:00:00.000Z' }],
      false,
    ],
    [
      'an old one without a day was compiled again since',
      announced,
      '2026-11-30',
      [{}, { compiled: '2026-11-01T06:00:00.000Z' }],
      true,
    ],
  ])('%s', (_, nextRelease, today, parts, late) => {
    const editions = parts.map((part, n) => editionWith({ ...part, id: idOf(n) }));
    const status = ingestStatus(
      catalogueWith(editions, { nextRelease }),
      Date.parse(`${today}T12:00:00Z`),
    );
    expect(status.sources.map((source) => source.late)).toEqual([false, late]);
  });
});

test('editions list checks and needs; ingest the last look', async () => {
  const accepted = { reason: 'Looked at it.', at: '2026-01-11T00:00:00Z' };
  const needs = [
    { source: 'soc-structure', edition: idOf(1) } as const,
    { source: 'soc-index', edition: idOf(9) } as const,
  ];
  const editions = [
    editionWith({ id: idOf(1), source: 'soc-structure', label: 'Volume 1' }),
    editionWith({ id: idOf(2), needs, checks: [known, noted] }),
    editionWith({ id: idOf(3), checks: [block, known], accepted }),
    editionWith({ id: idOf(4), release: '2025', checks: [block], state: 'quarantined' }),
  ];
  const found = {
    checked: '2026-01-09T06:00:00Z',
    changed: '2025-10-30T06:00:00Z',
    fault: 'answered 503',
    nextRelease: '2126-10-29',
  };
  const notices = [
    { release: '2025-provisional', date: '2026-01-08', text: 'Table 14.7a has been corrected.' },
  ];
  const ingest: Ingest = { ...found, configured: false, newest: '2025-provisional', notices };
  for (const path of ['editions', 'ingest'])
    expect(
      goldenFault(
        `meta-${path}.json`,
        await (await ask(catalogueWith(editions, ingest), `/v1/meta/${path}`)).text(),
      ),
    ).toBeNull();
});

test('the feed has the last hundred events, newest first, as XML', () => {
  const held = { state: 'quarantined' as const, checks: [block] };
  const at = (day: string) => `2026-${day}T00:00:00Z`;
  const withdrawn = { reason: 'Wrong year.', at: at('04-01'), replacedBy: idOf(2) };
  // The last characters are markup, none of XML, half of one, and one beyond 16 bits.
  const awkward = '<b>&amp;"\'\u0001\ud800 ok \u{1f600}';
  const feedOf = (editions: CatalogueEdition[]) => {
    const feed = editionsFeed(catalogueWith(editions), publicUrl);
    const parser = new SaxesParser({ xmlns: true });
    parser.on('error', (error) => expect.fail(error.message));
    parser.write(feed).close();
    return feed;
  };
  const feed = feedOf([
    editionWith({ id: idOf(1), withdrawn, state: 'withdrawn' }),
    editionWith({ id: idOf(2), release: '2025', compiled: at('02-01'), released: '2026-01-31' }),
    editionWith({ id: idOf(3), ...held, compiled: at('03-01') }),
    editionWith({
      id: idOf(4),
      ...held,
      state: 'served',
      accepted: { reason: 'The publisher confirms it.', at: at('02-12') },
    }),
    editionWith({ id: idOf(5), label: awkward }),
  ]);
  expect(goldenFault('editions-feed.xml', feed)).toBeNull();
  const many = feedOf(Array.from({ length: 150 }, (_, n) => editionWith({ id: idOf(n) })));
  expect([...many.matchAll(/<entry>\n<id>(.*)<\/id>/g)].map(([, id]) => id)).toEqual(
    Array.from({ length: 100 }, (_, n) => `urn:uuid:${idOf(149 - n)}`),
  );
});

describe('figures of an edition that is not published', () => {
  const figure = '31 284';
  const telling = {
    ...block,
    message: `the median is ${figure}, expected 30 000 to 31 000`,
    places: [`14.7a F9 (${figure})`],
    count: 1,
  };
  const open = ['/v1/meta/editions', '/v1/meta/ingest', '/editions.atom', '/v1/meta/sources'];

  test.each([
    ['quarantined', [telling], []],
    ['withdrawn', [telling, { ...telling, severity: 'known-issue' }], []],
    ['served', [{ ...telling, severity: 'known-issue' }], ['/v1/meta/editions', '/editions.atom']],
    ['superseded', [telling], ['/v1/meta/editions', '/editions.atom']],
  ] as const)('in the messages of checks, of a %s one', async (state, checks, quoting) => {
    const catalogue = catalogueWith([
      editionWith({
        state,
        checks: checks.map((check) => ({ ...check, places: [...check.places] })),
      }),
    ]);
    const answers = await Promise.all(
      open.map(async (path) => [path, await (await ask(catalogue, path)).text()] as const),
    );
    expect(answers.filter(([, text]) => text.includes(figure)).map(([path]) => path)).toEqual(
      quoting,
    );
  });
});

describe('when other answers are not to be had', () => {
  const open = ['/v1/meta/sources', '/v1/meta/editions', '/v1/meta/ingest', '/editions.atom'];

  test.each(open)('%s answers without the classification or a catalogue', async (path) => {
    const catalogue = catalogueWith([
      editionWith({ source: 'soc-structure', state: 'quarantined', checks: [block] }),
    ]);
    expect((await ask(catalogue, '/v1/occupations')).status).toBe(503);
    expect((await ask(catalogue, path)).status).toBe(200);
    const without = await ask(null, path);
    expect([without.status, without.headers.get('Access-Control-Allow-Origin')]).toEqual([
      503,
      '*',
    ]);
  });
});
