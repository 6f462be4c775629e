// What is composed from the catalogue: valid for every catalogue there can be, and right for those that people will look at.
import { catalogueText } from '#compiler/edition/catalogue.ts';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { compileSchema, faultOf } from '#sources/kit/schema.ts';
import { standingOf } from '#compiler/operations/standing.ts';
import { Catalogue, type CatalogueEdition, type CheckResult, type Ingest } from '#schemas/catalogue.ts';
import { responses } from '#schemas/resources/responses.ts';
import { servingOf } from '#schemas/divided-catalogue.ts';
import { offlinePorts } from '#server/ports.ts';
import { editionsFeed } from '#server/meta/feeds.ts';
import { ingestStatus as ingestStatusOf } from '#server/meta/ingest-status.ts';
import { listOf } from '#server/meta/list-editions.ts';
import { listSources as listSourcesOf } from '#server/meta/list-sources.ts';
import { createRouter } from '#server/router.ts';
import { anyCatalogue, catalogueWith, editionWith, idOf, inputs } from './catalogues.ts';
import { withoutDocuments } from './ask.ts';

const ingestStatus = (catalogue: Catalogue, now: number) => ingestStatusOf(servingOf(catalogue), now);
const listSources = (catalogue: Catalogue) => listSourcesOf(servingOf(catalogue));
const listEditions = ({ editions }: Catalogue, source: string | null) =>
  listOf(
    editions.filter((edition) => source === null || edition.source === source),
    editions,
    new Map([['limit', editions.length]]),
  ).body;

const publicUrl = 'https://lmi.example.org';
const noon = (day: string): number => Date.parse(`${day}T12:00:00Z`);
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
function ask(catalogue: Parameters<typeof catalogueText>[0] | null, path: string, method = 'GET'): Promise<Response> {
  const store = withoutDocuments(catalogue === null ? null : catalogueText(catalogue));
  const router = createRouter({ ...offlinePorts, answerCode: 'code', store, publicUrl });
  return router.fetch(new Request(`${publicUrl}${path}`, { method }));
}

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

/** Parses strictly, namespaces included; throws where it is no XML. */
function parseXml(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ local, uri, attributes }) => {
    expect(uri).toBe('http://www.w3.org/2005/Atom');
    const element = {
      name: local,
      attributes: Object.fromEntries(Object.entries(attributes).map(([name, { value }]) => [name, value])),
      children: [],
      text: '',
    };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    const current = open.at(-1);
    if (current !== undefined) current.text += text;
  });
  parser.on('closetag', () => void open.pop());
  parser.write(xml).close();
  return root.children[0] ?? root;
}

const childrenOf = (element: Element, name: string): Element[] => element.children.filter((child) => child.name === name);
const textOf = (element: Element | undefined, name: string): string =>
  element === undefined
    ? ''
    : childrenOf(element, name)
        .map(({ text }) => text)
        .join('|');

describe('any catalogue', () => {
  const validators = {
    catalogue: compileSchema(Catalogue),
    sources: compileSchema(responses.SourceList),
    editions: compileSchema(responses.EditionList),
    ingest: compileSchema(responses.IngestStatusResponse),
  };

  test('gives answers that keep to their schemas', () => {
    fc.assert(
      fc.property(anyCatalogue, fc.integer({ min: 0, max: 4e12 }), (catalogue, now) => {
        // The generator itself must make catalogues that the compiler could have written.
        expect(faultOf(validators.catalogue, catalogue)).toBeNull();
        expect(faultOf(validators.sources, listSources(catalogue))).toBeNull();
        expect(faultOf(validators.editions, listEditions(catalogue, null))).toBeNull();
        expect(faultOf(validators.ingest, ingestStatus(catalogue, now))).toBeNull();
      }),
    );
  });

  test('lists every edition once, and those of a source in the same order with and without the others', () => {
    fc.assert(
      fc.property(anyCatalogue, (catalogue) => {
        const all = listEditions(catalogue, null);
        expect(all.map(({ id }) => id).sort()).toEqual(catalogue.editions.map(({ id }) => id).sort());
        for (const { key } of catalogue.sources) expect(listEditions(catalogue, key)).toEqual(all.filter(({ source }) => source === key));
      }),
    );
  });

  test('tells of every served edition among the sources, and of no other', () => {
    fc.assert(
      fc.property(anyCatalogue, (catalogue) => {
        const told = listSources(catalogue).flatMap(({ served }) => served.map(({ editionId }) => editionId));
        expect(told.sort()).toEqual(
          catalogue.editions
            .filter(({ state }) => state === 'served')
            .map(({ id }) => id)
            .sort(),
        );
      }),
    );
  });

  test('is told alike by /v1/meta and on a terminal: what is held, late and known to be wrong', () => {
    fc.assert(
      fc.property(anyCatalogue, fc.integer({ min: 0, max: 4e12 }), (catalogue, now) => {
        const { sources } = ingestStatus(catalogue, now);
        const listed = new Map(listEditions(catalogue, null).map(({ id, knownIssues }) => [id, knownIssues]));
        for (const standing of standingOf(catalogue, new Date(now))) {
          const status = sources.find(({ source }) => source === standing.source);
          expect(standing.held.map(({ id }) => id)).toEqual(status?.heldBack.map(({ editionId }) => editionId));
          expect(standing.lateSince).toBe(status?.late ? status.nextRelease : null);
          for (const { id } of standing.served)
            expect(standing.knownIssues.filter((issue) => issue.id === id)).toHaveLength(listed.get(id) ?? -1);
        }
      }),
    );
  });

  test('makes a feed that is XML and holds what RFC 4287 §4.1 asks for', () => {
    fc.assert(
      fc.property(anyCatalogue, (catalogue) => {
        const feed = parseXml(editionsFeed(catalogue, publicUrl));
        expect(feed.name).toBe('feed');
        for (const name of ['id', 'title', 'updated', 'author']) expect(childrenOf(feed, name), name).toHaveLength(1);
        const entries = childrenOf(feed, 'entry');
        expect(entries.map((entry) => textOf(entry, 'id')).sort()).toEqual(catalogue.editions.map(({ id }) => `urn:uuid:${id}`).sort());
        for (const entry of entries)
          for (const name of ['id', 'title', 'updated', 'summary', 'link']) expect(childrenOf(entry, name), name).toHaveLength(1);
        const instants = entries.map((entry) => Date.parse(textOf(entry, 'updated')));
        expect(instants).toEqual(instants.toSorted((a, b) => b - a));
        expect(textOf(feed, 'updated')).toBe(textOf(entries[0], 'updated') || catalogue.written);
      }),
    );
  });
});

describe('newest first', () => {
  const order = (editions: CatalogueEdition[]): string[] => listEditions(catalogueWith(editions), null).map(({ release }) => release);

  test('by the day of publication, whichever came here first', () => {
    const released = ['2023-10-26', '2024-10-29', '2022-10-26'].map((day, n) => editionWith({ id: idOf(n), release: day, released: day }));
    expect(order(released)).toEqual(['2024-10-29', '2023-10-26', '2022-10-26']);
  });

  test('of one day the later year, and the revised figures before the provisional ones', () => {
    const parts = [
      { release: '2023-revised', year: 2023 },
      { release: '2024-provisional', year: 2024, provisional: true },
      { release: '2023-provisional', year: 2023, provisional: true },
    ];
    expect(order(parts.map((part, n) => editionWith({ ...part, id: idOf(n), released: '2024-10-29' })))).toEqual([
      '2024-provisional',
      '2023-revised',
      '2023-provisional',
    ]);
  });

  test('old years that are compiled later, and state no day, stay behind the new ones', () => {
    const parts = [
      { release: '2024', year: 2024, compiled: '2025-01-01T00:00:00.000Z' },
      { release: '2022', year: 2022, compiled: '2026-01-01T00:00:00.000Z' },
      { release: '2023', year: 2023, compiled: '2026-01-01T00:00:00.000Z' },
    ];
    expect(order(parts.map((part, n) => editionWith({ ...part, id: idOf(n) })))).toEqual(['2024', '2023', '2022']);
  });
});

describe('an edition', () => {
  test.each([
    ['published with a known issue', { checks: [known, noted] }, 1, ['regions']],
    [
      'published by a person in spite of a check',
      { checks: [block, known], accepted: { reason: 'Looked at it.', at: '2026-01-11T00:00:00Z' } },
      2,
      ['rows', 'regions'],
    ],
    ['held back', { state: 'quarantined', checks: [block, known] }, 2, ['rows', 'regions']],
    ['held back and withdrawn', { state: 'withdrawn', checks: [block] }, 1, ['rows']],
    ['faultless', { checks: [noted] }, 0, []],
  ] as const)('%s', (_, { checks, ...parts }, issues, told) => {
    const [answer] = listEditions(catalogueWith([editionWith({ ...parts, checks: [...checks] })]), null);
    expect([answer?.knownIssues, answer?.checks.map(({ check }) => check)]).toEqual([issues, told]);
  });

  test('names what it needs as provenance does, by its id where the other is not listed', () => {
    const structure = editionWith({ id: idOf(1), source: 'soc-structure', label: 'Volume 1' });
    const pay = editionWith({
      id: idOf(2),
      needs: [
        { source: 'soc-structure', edition: idOf(1) },
        { source: 'soc-index', edition: idOf(9) },
      ],
    });
    expect(listEditions(catalogueWith([structure, pay]), 'ashe')[0]?.inputs).toEqual([
      { source: 'soc-structure', edition: 'Volume 1', editionId: idOf(1) },
      { source: 'soc-index', edition: idOf(9), editionId: idOf(9) },
    ]);
  });
});

test.each([
  ['not-configured', []],
  ['held-back', ['quarantined', 'withdrawn']],
  ['withdrawn', ['withdrawn']],
  ['served', ['superseded', 'served', 'quarantined', 'withdrawn']],
] as const)('the status of a source: %s', (status, states) => {
  const catalogue = catalogueWith(states.map((state, n) => editionWith({ id: idOf(n), state })));
  expect([listSources(catalogue)[1]?.status, ingestStatus(catalogue, 0).sources[1]?.status]).toEqual([status, status]);
});

describe('held back', () => {
  const held = { state: 'quarantined', inputs: inputs('b'), checks: [block] } as const;
  const old = { release: '2023', inputs: inputs('a') };

  test.each([
    ['the only edition', [{ ...held }], [0]],
    ['beside the one that goes on being served', [old, held], [1]],
    ['of several tries the newest', [old, held, { ...held, inputs: inputs('c') }], [2]],
    ['until the same release comes in new files', [old, held, { inputs: inputs('c') }], []],
    ['until the same files are understood', [old, held, { inputs: inputs('b') }], []],
    ['though the files from before are compiled again', [{ inputs: inputs('a') }, held, { inputs: inputs('a') }], [1]],
    ['though the release before is compiled again', [old, held, { ...old, compiled: '2026-03-01T00:00:00.000Z' }], [1]],
    [
      'until a later release takes its place',
      [
        { ...held, released: '2024-05-01' },
        { release: '2025', released: '2025-05-01' },
      ],
      [],
    ],
    [
      'though an earlier release is compiled after it',
      [
        { ...held, released: '2024-05-01' },
        { release: '2022', released: '2022-05-01' },
      ],
      [0],
    ],
    [
      'though a later year is published',
      [
        { ...held, year: 2023, released: '2024-05-01' },
        { release: '2025', year: 2025, released: '2025-05-01' },
      ],
      [0],
    ],
    ['each try, once the newest is made good', [held, { ...held, inputs: inputs('c') }, { inputs: inputs('d') }], []],
    ['not once it is accepted', [{ ...held, state: 'served', accepted: { reason: 'Looked at it.', at: '2026-01-11T00:00:00Z' } }], []],
  ] as const)('%s', (_, parts, places) => {
    const editions = parts.map((part, n) =>
      editionWith({ ...part, inputs: [...('inputs' in part ? part.inputs : inputs('a'))], checks: [], id: idOf(n) }),
    );
    expect(ingestStatus(catalogueWith(editions), 0).sources[1]?.heldBack.map(({ editionId }) => editionId)).toEqual(places.map(idOf));
  });

  test('names the check, since when and how often, and quotes nothing that it found', () => {
    const [told] =
      ingestStatus(catalogueWith([editionWith({ ...held, inputs: inputs('b'), checks: [block, noted] })]), 0).sources[1]?.heldBack ?? [];
    const { check, severity, describe: description, count } = block;
    const checks = [{ check, severity, description, message: null, places: [], count }];
    expect(told).toEqual({
      ...{ edition: '2024', editionId: idOf(1), release: '2024', released: null, year: null, since: '2026-01-10T09:00:00.000Z', checks },
    });
  });
});

describe('late', () => {
  const announced = '2026-10-29';
  test.each([
    ['nothing is announced', null, '2030-01-01', [], false],
    ['the day before', announced, '2026-10-28', [], false],
    ['the day itself is not over', announced, '2026-10-29', [], false],
    ['the day after, and nothing has come', announced, '2026-10-30', [], true],
    ['only what was there already', announced, '2026-10-30', [{ released: '2025-10-28' }], true],
    ['it came on the day', announced, '2026-10-30', [{ released: '2026-10-29' }], false],
    ['it came and is held back', announced, '2026-10-30', [{ released: '2026-10-29', state: 'quarantined' }], false],
    ['it came and states no day', announced, '2026-11-30', [{ compiled: '2026-10-30T06:00:00.000Z' }], false],
    [
      'an old one that states no day was compiled again since',
      announced,
      '2026-11-30',
      [{}, { compiled: '2026-11-01T06:00:00.000Z' }],
      true,
    ],
  ] as const)('%s', (_, nextRelease, today, parts, late) => {
    const editions = parts.map((part, n) => editionWith({ ...part, id: idOf(n) }));
    const status = ingestStatus(catalogueWith(editions, { nextRelease }), noon(today));
    expect(status.sources.map((source) => source.late)).toEqual([false, late]);
  });
});

test('ingest repeats what the last look at the publisher found', () => {
  const ingest: Ingest = {
    configured: false,
    checked: '2026-01-09T06:00:00Z',
    changed: '2025-10-30T06:00:00Z',
    fault: 'www.example.org answered 503',
    newest: '2025-provisional',
    nextRelease: '2026-10-29',
    notices: [{ release: '2025-provisional', date: '2026-01-08', text: 'Table 14.7a has been corrected.' }],
  };
  const { configured, newest: newestRelease, notices: correctionNotices, ...found } = ingest;
  const status = ingestStatus(catalogueWith([], ingest), noon('2026-01-10'));
  expect(status).toMatchObject({ catalogue: { serial: 7, written: '2026-02-01T00:00:00.000Z' }, sample: false });
  expect(status.sources[1]).toEqual({
    source: 'ashe',
    status: 'not-configured',
    watched: configured,
    ...found,
    newestRelease,
    correctionNotices,
    heldBack: [],
    late: false,
  });
});

describe('the feed', () => {
  const entriesOf = (editions: CatalogueEdition[]): Element[] =>
    childrenOf(parseXml(editionsFeed(catalogueWith(editions), publicUrl)), 'entry');

  test('tells what was published, held back and withdrawn, the last event first', () => {
    const entries = entriesOf([
      editionWith({
        id: idOf(1),
        withdrawn: { reason: 'Wrong year.', at: '2026-04-01T00:00:00Z', replacedBy: idOf(2) },
        state: 'withdrawn',
      }),
      editionWith({ id: idOf(2), release: '2025', compiled: '2026-02-01T00:00:00Z', released: '2026-01-31' }),
      editionWith({ id: idOf(3), state: 'quarantined', compiled: '2026-03-01T00:00:00Z', checks: [block] }),
    ]);
    expect(entries.map((entry) => [textOf(entry, 'title'), textOf(entry, 'updated')])).toEqual([
      ['Withdrawn: Title of ashe, 2024', '2026-04-01T00:00:00Z'],
      ['Held back: Title of ashe, 2024', '2026-03-01T00:00:00Z'],
      ['Published: Title of ashe, 2025', '2026-02-01T00:00:00Z'],
    ]);
    expect(textOf(entries[0], 'summary')).toContain(`Reason for the withdrawal: Wrong year.\nEdition ${idOf(2)} takes its place.`);
    expect(textOf(entries[1], 'summary')).toContain('\nrows: There are as many rows as last year. (12 places)');
    expect(childrenOf(entries[2] ?? parseXml('<a xmlns="http://www.w3.org/2005/Atom"/>'), 'link')[0]?.attributes['href']).toBe(
      `${publicUrl}/v1/meta/editions?source=ashe`,
    );
  });

  test('accepting an edition is news of the same entry', () => {
    const held = editionWith({ state: 'quarantined', checks: [block] });
    const accepted = { ...held, state: 'served', accepted: { reason: 'The publisher confirms it.', at: '2026-01-12T00:00:00Z' } } as const;
    const [before, after] = [entriesOf([held])[0], entriesOf([accepted])[0]];
    expect(textOf(after, 'id')).toBe(textOf(before, 'id'));
    expect([textOf(before, 'updated'), textOf(after, 'updated')]).toEqual(['2026-01-10T09:00:00.000Z', '2026-01-12T00:00:00Z']);
    expect(textOf(after, 'summary')).toContain('The publisher confirms it.');
  });

  test('escapes what would be markup and replaces what XML cannot hold', () => {
    const [entry] = entriesOf([editionWith({ label: '<b>&amp;"\'\u0001\ud800 ok \u{1f600}' })]);
    expect(textOf(entry, 'title')).toBe('Published: Title of ashe, <b>&amp;"\'\ufffd\ufffd ok \u{1f600}');
  });

  test('ends at the hundred newest', () => {
    const editions = Array.from({ length: 150 }, (_, n) => editionWith({ id: idOf(n) }));
    const ids = entriesOf(editions).map((entry) => textOf(entry, 'id'));
    expect([ids.length, ids[0]]).toEqual([100, `urn:uuid:${idOf(149)}`]);
  });
});

describe('figures of an edition that is not published', () => {
  const figure = '31 284';
  const telling = { ...block, message: `the median is ${figure}, expected 30 000 to 31 000`, places: [`14.7a F9 (${figure})`], count: 1 };
  const open = ['/v1/meta/editions', '/v1/meta/ingest', '/editions.atom', '/v1/meta/sources'];

  test.each([
    ['quarantined', [telling], []],
    ['withdrawn', [telling, { ...telling, severity: 'known-issue' }], []],
    ['served', [{ ...telling, severity: 'known-issue' }], ['/v1/meta/editions', '/editions.atom']],
    ['superseded', [telling], ['/v1/meta/editions', '/editions.atom']],
  ] as const)('in the messages of checks, of a %s one', async (state, checks, quoting) => {
    const catalogue = catalogueWith([editionWith({ state, checks: checks.map((check) => ({ ...check, places: [...check.places] })) })]);
    const answers = await Promise.all(open.map(async (path) => [path, await (await ask(catalogue, path)).text()] as const));
    expect(answers.filter(([, text]) => text.includes(figure)).map(([path]) => path)).toEqual(quoting);
  });

  test('of records written before checks were described, only name and count are told', () => {
    const { describe: _, ...older } = telling;
    const catalogue = catalogueWith([editionWith({ state: 'quarantined', checks: [older] })]);
    expect(listEditions(catalogue, null)[0]?.checks).toEqual([
      { check: 'rows', severity: 'block', description: null, message: null, places: [], count: 1 },
    ]);
    expect(editionsFeed(catalogue, publicUrl)).toContain('rows: (1 place)');
  });
});

describe('when other answers are not to be had', () => {
  const open = ['/v1/meta/sources', '/v1/meta/editions', '/v1/meta/ingest', '/editions.atom'];

  test.each(open)('%s answers while the classification is not served', async (path) => {
    const catalogue = catalogueWith([editionWith({ source: 'soc-structure', state: 'quarantined', checks: [block] })]);
    expect((await ask(catalogue, '/v1/occupations')).status).toBe(503);
    const response = await ask(catalogue, path);
    expect([response.status, response.headers.get('LMI-Sample')]).toEqual([200, null]);
  });

  test.each(open)('%s is 503 without a catalogue, and still to be read by any page', async (path) => {
    const response = await ask(null, path);
    expect([response.status, response.headers.get('Retry-After'), response.headers.get('Access-Control-Allow-Origin')]).toEqual([
      503,
      '60',
      '*',
    ]);
  });

  test('a tag stays while the catalogue is rewritten and says nothing new, and changes with an edition', async () => {
    const catalogue = catalogueWith([editionWith({})]);
    const tagOf = async (other: Catalogue): Promise<string | null> => (await ask(other, '/v1/meta/editions')).headers.get('ETag');
    const tag = await tagOf(catalogue);
    expect(await tagOf({ ...catalogue, serial: 8, written: '2026-02-02T00:00:00.000Z' })).toBe(tag);
    expect(await tagOf({ ...catalogue, editions: [editionWith({ state: 'withdrawn' })] })).not.toBe(tag);
  });
});
