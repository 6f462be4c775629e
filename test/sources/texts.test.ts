// Every text that a source of texts publishes is looked at for a wrong encoding. Each member of the
// sample's rows is encoded twice in one row. What reaches an answer or the search must be found.
import { expect, test } from 'vitest';
import { allNeedsOf } from '#compiler/release/releases.ts';
import { sources } from '#sources/index.ts';
import type { Problem } from '#sources/kit/problem.ts';
import type { NeededObservations } from '#sources/kit/needs.ts';
import { keepingRows, keptSample } from '../kept.ts';
import { bodiesOf } from './data-set.ts';
import { examine, needsOf } from './examine.ts';

const needed = new Set<string>(sources.flatMap(allNeedsOf));
const inOrder = [
  ...sources.filter(({ key }) => needed.has(key)),
  ...sources.filter(({ key }) => !needed.has(key)),
];
/** Sources whose texts are prose, titles or labels of the publisher's own. */
const ofTexts = inOrder.filter(({ checks }) => checks.some(({ name }) => name === 'texts-whole'));

/** Encodes twice the first text with a blank of each member, with a mark of its own. */
class Damage {
  /** The members by their marks. */
  readonly members: string[] = [];

  of(value: unknown, member: string): unknown {
    if (Array.isArray(value)) return value.map((own) => this.of(own, member));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(
        Object.entries(value).map(([name, own]) => [name, this.of(own, `${member}.${name}`)]),
      );
    if (typeof value !== 'string' || !/\p{Ll} \p{L}/u.test(value)) return value;
    if (this.members.includes(member)) return value;
    this.members.push(member);
    return value.replace(/(?<=\p{Ll}) (?=\p{L})/u, ` â€™q${this.members.length - 1}z `);
  }
}

function marksIn(text: string): Set<number> {
  return new Set(Array.from(text.matchAll(/q(\d+)z/g), (match) => Number(match[1])));
}

test('sources without tables of figures look at their texts', () => {
  const without = sources.filter(
    (source) => source.figures === 'texts' && !ofTexts.includes(source),
  );
  // The names of areas are our own.
  expect(without.map(({ key }) => key)).toEqual(['local-authorities']);
});

test('a text that was encoded twice is found, whatever member it is of', async () => {
  const observed: Partial<Record<keyof NeededObservations, unknown>> = {};
  const silent: string[] = [];
  for (const source of inOrder) {
    if (!ofTexts.includes(source) && !needed.has(source.key)) continue;
    const needs = needsOf(observed as Partial<NeededObservations>);
    const sample =
      source.builtIn ??
      (await keptSample(source)).at(-1) ??
      expect.fail(`${source.key} has no sample`);
    const { edition } = await examine(keepingRows(source), sample.release, sample.files, needs);
    observed[source.key as keyof NeededObservations] = edition.observations;
    if (!ofTexts.includes(source)) continue;
    const damage = new Damage();
    const rows = (edition.rows as readonly { readonly kind?: string }[]).map((row) =>
      row.kind === 'columns' ? row : damage.of(row, row.kind ?? ''),
    );
    const problems: Problem[] = [];
    const observations = source.reshape(edition.release, rows, needs, problems);
    const damaged = { ...edition, rows, observations };
    // What other sources are given is published by them.
    const published = marksIn(
      JSON.stringify(
        [
          bodiesOf(source, damaged, (place, endpoint) => JSON.stringify([endpoint, place])),
          [...(source.titles?.(observations, needs) ?? [])],
          needed.has(source.key) ? observations : null,
        ],
        (_, value) => (value instanceof Map || value instanceof Set ? [...value] : value),
      ),
    );
    const findings = source.checks
      .filter(({ severity }) => severity === 'block')
      .flatMap(({ check }) => check(damaged, null));
    const reported = marksIn(JSON.stringify([...findings, ...problems]));
    const missed = [...published].filter((mark) => !reported.has(mark));
    silent.push(...missed.map((mark) => `${source.key} ${damage.members[mark]}`));
    expect([source.key, published.size > 0]).toEqual([source.key, true]);
  }
  expect(silent).toEqual([]);
});
