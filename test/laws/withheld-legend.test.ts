// Every withheld figure of every stored document and of drawn answers has one entry in the legend, and the legend has no other.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import glob from 'fast-glob';
import { describe, expect, test } from 'vitest';
import { readCatalogue } from '#compiler/edition/catalogue.ts';
import { answerOffline } from '#compiler/serve/answer-offline.ts';
import { endpoints, rows } from '#schemas/endpoints.ts';
import { queriesOf } from '#schemas/query-values.ts';
import { areasWithin, selections } from '#schemas/selections/selections.ts';
import { sampleDirectory } from '../compiled-data.ts';
import { goldenAnswers } from '../golden-answers.ts';
import { placeOfDocument } from '../place-of-document.ts';
import { unexplainedIn } from './compiled.ts';

const directory = sampleDirectory();
const editions = readCatalogue(directory)?.catalogue.editions ?? [];

/**
 * The reasons and markers of the withheld figures, and those of the legend with the members of its entries; and what is null without a
 * reason.
 */
function legendFault(body: unknown): string | null {
  for (const place of unexplainedIn(body)) return `${place} is not null and presentable as its reason says`;
  const used = new Set<string>();
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    if ('reason' in value && 'marker' in value) {
      used.add(JSON.stringify([value.reason, value.marker]));
      if ('explanation' in value) used.add('an explanation beside a figure');
    }
    for (const [name, member] of Object.entries(value)) if (name !== 'withheldLegend') visit(member);
  };
  visit(body);
  const legend =
    typeof body === 'object' && body !== null && 'withheldLegend' in body ? (body.withheldLegend as Record<string, string>[]) : [];
  const keys = legend.map(({ reason, marker }) => JSON.stringify([reason, marker]));
  const [given, wanted] = [JSON.stringify(keys.toSorted()), JSON.stringify([...used].sort())];
  return given === wanted ? null : `the legend has ${given}, and the figures have ${wanted}`;
}

describe.each(editions.map(({ source, id }) => [source, id]))('%s', (_, id) => {
  test('documents, and the answers that are selected from them', () => {
    const folder = join(directory, 'editions', id);
    const faults: string[] = [];
    for (const path of glob.sync('**/*.json', { cwd: folder, ignore: ['edition.json'] })) {
      const { endpoint, place } = placeOfDocument(rows, path) ?? {};
      if (endpoint === undefined || place === undefined) continue;
      // Every twenty-fourth code, 2134 among them: the reasons do not depend on which.
      if (place.soc !== undefined && Number(place.soc) % 24 !== 22) continue;
      const body: unknown = JSON.parse(readFileSync(join(folder, path), 'utf8'));
      const fault = legendFault(body);
      if (fault !== null) faults.push(`${path}: ${fault}`);
      const select = selections[endpoint.id];
      if (select === undefined || endpoint.answer !== 'select') continue;
      const areas = areasWithin[endpoint.id]?.(body).map(({ slug }) => slug) ?? [place.area];
      for (const area of areas.slice(0, 40)) {
        for (const query of queriesOf(endpoint)) {
          const found = legendFault(select(body, query, area === undefined ? place : { ...place, area }));
          if (found !== null) faults.push(`${path} ${JSON.stringify([...query])}: ${found}`);
        }
      }
    }
    expect(faults.slice(0, 5)).toEqual([]);
  });
});

test('composed answers, and those that others see', async () => {
  const ask = answerOffline(directory);
  const composed = endpoints.filter(({ answer }) => answer === 'compose').map(({ path }) => path.replace('{soc}', '1112'));
  expect(composed.length).toBeGreaterThan(0);
  for (const path of [...composed, ...composed.map((one) => `${one}?area=london`), ...goldenAnswers.map(([, path]) => path)])
    expect(legendFault(await (await ask(path)).json()), path).toBeNull();
});
