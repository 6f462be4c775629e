// No occupation is given the figures of another. Of every document of every occupation and area
// some figures are drawn by lot, and its answers say what the source makes of the cells of that
// occupation. trace/figures follows fewer of them, back to the cells.
import { expect, test } from 'vitest';
import { answerOffline } from '#compiler/serve/answer-offline.ts';
import { resolvePointer } from '#compiler/trace/pointer.ts';
import { endpoints } from '#schemas/endpoints.ts';
import { random } from '#sources/kit/random.ts';
import type { OpenedEdition } from '#compiler/release/read-again.ts';
import type { Figure, FigureAnswer } from '#sources/kit/figures.ts';
import { sampleDirectory } from '../compiled-data.ts';
import { editionsWithFigures, pathOf, openedIn } from './draw.ts';

const directory = sampleDirectory();

/** Their answers are the join of stored ones, which `laws` proves. */
const composed = new Set(endpoints.filter(({ yearsOf }) => yearsOf !== null).map(({ id }) => id));

interface Drawn {
  readonly answer: FigureAnswer;
  readonly said: Figure['value'] | Figure['category'];
}

/**
 * Thirty figures of each document; of pay, which has the most figures and documents, one, drawn
 * from half of them.
 */
async function drawnOf(
  name: string,
  { source, figures }: OpenedEdition,
): Promise<Map<string, Drawn[]>> {
  const isPay = source.key === 'ashe';
  const most = isPay ? 1 : 30;
  const lot = random(name);
  const documents = new Map<string, { seen: number; readonly drawn: Drawn[] }>();
  for await (const group of figures?.() ?? []) {
    for (const figure of group) {
      if (isPay && lot.chance(0.5)) continue;
      for (const answer of figure.answers()) {
        if (composed.has(answer.endpoint)) continue;
        const document = `${answer.endpoint} ${JSON.stringify(answer.place)}`;
        const known = documents.get(document) ?? { seen: 0, drawn: [] };
        documents.set(document, known);
        known.seen += 1;
        const place =
          known.drawn.length < most ? known.drawn.length : lot.between(0, known.seen - 1);
        if (place < most) known.drawn[place] = { answer, said: figure.value ?? figure.category };
      }
    }
  }
  return new Map([...documents].map(([document, { drawn }]) => [document, drawn]));
}

test.each(editionsWithFigures(directory))(
  '$name: each document has the figures of its own occupation',
  async ({ id, name }) => {
    const edition = openedIn(directory, id);
    const ask = answerOffline(directory);
    const wrong: string[] = [];
    const occupations = new Map<string, Set<string>>();
    for (const [document, drawn] of await drawnOf(name, edition)) {
      let there = 0;
      for (const [path, figures] of Map.groupBy(drawn, ({ answer }) =>
        pathOf(answer, edition.edition),
      )) {
        const body: unknown = await (await ask(path)).json();
        for (const { answer, said } of figures) {
          const { soc } = answer.place;
          if (soc !== undefined)
            occupations.set(
              answer.endpoint,
              (occupations.get(answer.endpoint) ?? new Set()).add(soc),
            );
          const found = resolvePointer(body, answer.pointer);
          // A list has only members of which there is something to say, and an answer only the
          // latest of many quarters.
          if (found === null && answer.pointer.includes('=')) continue;
          there += 1;
          if (found?.value !== said)
            wrong.push(
              `${path} ${answer.pointer}: ${JSON.stringify(found?.value)}, expected ${said}`,
            );
        }
      }
      // Areas that had an advert or two the year before, and none since, are not listed.
      const few: readonly Drawn['said'][] = [null, 0, 1, 2];
      const says = drawn.some(({ said }) => !few.includes(said));
      if (there === 0 && says) wrong.push(`${document}: has none of ${drawn.length} figures`);
    }
    expect(wrong.slice(0, 10)).toEqual([]);
    const ofOccupations = endpoints.filter(
      ({ id: endpoint, path }) => occupations.has(endpoint) && path.includes('{soc}'),
    );
    expect(ofOccupations.length).toBeGreaterThan(0);
    // Some occupations map to no standard, so nothing is said of them.
    if (edition.source.key === 'occupational-maps') return;
    for (const { id: endpoint } of ofOccupations)
      expect(occupations.get(endpoint)?.size, endpoint).toBe(
        edition.edition.axes.occupations.length,
      );
  },
);
