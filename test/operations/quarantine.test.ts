// Quarantine cannot leak: whatever the router is asked, over every row of the endpoint table, no
// file of a held edition is read, and no answer of the service proper names one.
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { offlinePorts } from '#server/ports.ts';
import { createRouter } from '#server/router.ts';
import { createNodeStore } from '#server/data/files-node.ts';
import type { Store } from '#server/data/store.ts';
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import { areaSlugs } from '#schemas/codes.ts';
import { endpoints } from '#schemas/endpoints.ts';
import { requireCatalogue } from '#compiler/edition/catalogue.ts';
import { sampleDirectory } from '../compiled-data.ts';
import { placeCatalogueIn } from '../rewrite-catalogue.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const heldId = (place: number) =>
  `aaaaaaaa-0000-8000-8000-0000000a${String(place).padStart(4, '0')}`;
const sample = sampleDirectory();

// Of every source a later edition that is held back, its files in the served folder as well: the
// catalogue alone has to keep them in.
const directory = temporaryDirectory();
const catalogue = requireCatalogue(sample);
const held: readonly CatalogueEdition[] = catalogue.editions.map((edition, place) => ({
  ...edition,
  id: heldId(place),
  state: 'quarantined',
  label: 'held back',
  year: edition.year === null ? null : edition.year + 1,
}));
placeCatalogueIn(directory, { ...catalogue, editions: [...catalogue.editions, ...held] });
mkdirSync(join(directory, 'editions'));
for (const { id } of [
  ...catalogue.editions,
  ...(catalogue.titleModel ? [catalogue.titleModel] : []),
])
  symlinkSync(join(sample, 'editions', id), join(directory, 'editions', id));
held.forEach(({ id }, place) =>
  symlinkSync(
    join(sample, 'editions', catalogue.editions[place]?.id ?? ''),
    join(directory, 'editions', id),
  ),
);

function watched(): { ask: (path: string) => Promise<Response>; read: string[] } {
  const store = createNodeStore(directory);
  const read: string[] = [];
  const document: Store['document'] = (edition, path) => {
    read.push(edition.id);
    return store.document(edition, path);
  };
  const router = createRouter({
    ...offlinePorts,
    answerCode: 'code',
    store: { ...store, document },
    publicUrl: 'http://test.invalid',
  });
  return { ask: (path) => router.fetch(new Request(`http://test.invalid${path}`)), read };
}

const occupations = () => held.find(({ source }) => source === 'soc-index')?.axes.occupations ?? [];

describe('whatever is asked', () => {
  test('no file of a held edition is read, and no keyed answer names one', async () => {
    const { ask, read } = watched();
    const ids = held.map(({ id }) => id);
    const years = [...new Set(held.flatMap(({ year }) => (year === null ? [] : [year - 1, year])))];
    const query = fc.record(
      {
        edition: fc.constantFrom(...ids, ...ids.map((id) => id.toUpperCase()), `${ids[0]}/..`),
        year: fc.constantFrom(...years.map(String), '2100'),
        area: fc.constantFrom(...areaSlugs.ukWalesScotlandAndRegions),
        sex: fc.constantFrom('all', 'female'),
        source: fc.constantFrom('ashe', 'soc-index'),
        q: fc.constantFrom('nurse', ids[0] ?? ''),
      },
      { requiredKeys: [] },
    );
    const asked = fc.record({
      endpoint: fc.constantFrom(...endpoints),
      soc: fc.constantFrom(...occupations(), ...ids),
      area: fc.constantFrom('london', 'E06000001', ...ids),
      query,
    });
    let reads = 0;
    await fc.assert(
      fc.asyncProperty(asked, async ({ endpoint, soc, area, query: given }) => {
        const known = Object.entries(given).filter(([name]) =>
          endpoint.query.some((parameter) => parameter.name === name),
        );
        const path = endpoint.path.replace('{soc}', soc).replace('{area}', area);
        const response = await ask(`${path}?${new URLSearchParams(known)}`);
        const headers = [...response.headers]
          .map(([name, value]) => `${name}: ${value}`)
          .join('\n');
        const isOpen = endpoint.access === 'open';
        const said = `${headers}\n${await response.text()}`;
        if (response.status === 200 && !isOpen)
          expect(ids.filter((id) => said.includes(id))).toEqual([]);
        if (known.some(([name]) => name === 'edition') && !isOpen)
          expect(response.status).toBeGreaterThanOrEqual(400);
        reads += read.length;
        expect(read.splice(0).filter((id) => ids.includes(id))).toEqual([]);
      }),
      { numRuns: 500 },
    );
    expect(reads).toBeGreaterThan(100);
  });

  test('every endpoint answers with a held newer edition beside it as without it', async () => {
    const { ask } = watched();
    const alone = createRouter({
      ...offlinePorts,
      answerCode: 'code',
      store: createNodeStore(sample),
      publicUrl: 'http://test.invalid',
    });
    for (const endpoint of endpoints.filter(({ access }) => access === 'key')) {
      const query = endpoint.id === 'search' ? '?q=nurse' : '';
      const path = `${endpoint.path.replace('{soc}', '2134').replace('{area}', 'london')}${query}`;
      const one = await ask(path);
      const other = await alone.fetch(new Request(`http://test.invalid${path}`));
      expect([one.status, one.headers.get('ETag'), await one.text()], path).toEqual([
        other.status,
        other.headers.get('ETag'),
        await other.text(),
      ]);
    }
  });
});
