// Releases that are held back because something in them is not understood: what is understood of them can be set beside others all the same.
import { describe, expect, test } from 'vitest';
import { compare } from './figure.ts';
import type { Problem } from '#sources/kit/problem.ts';
import { sampleDirectory } from '../compiled-data.ts';
import { editionsWithFigures, openedIn } from '../trace/draw.ts';

const directory = sampleDirectory();

/** The rows with every so many of their printed numbers replaced by a text that no publisher prints. */
function spoilt<Row>(rows: readonly Row[], every: number): readonly Row[] {
  let seen = 0;
  const spoil = (value: unknown): unknown => {
    if (typeof value === 'string') return /^\d+\.?\d*$/.test(value) && (seen += 1) % every === 0 ? '??' : value;
    if (Array.isArray(value)) return value.map(spoil);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, spoil(member)]));
  };
  return rows.map((row) => spoil(row) as Row);
}

// The maps are JSON, whose numbers the parser proves: none gets as far as this that is not understood.
const printed = editionsWithFigures(directory).filter(({ name }) => !name.startsWith('occupational-maps '));

describe.each(printed)('$name', ({ id }) => {
  test('a text that is not understood is told as such, and every other figure as it is', async () => {
    const { source, read: readIt } = openedIn(directory, id);
    const read = await readIt();
    const rows = spoilt(read.rows, 101);
    const problems: Problem[] = [];
    const observations = source.reshape(read.release, rows, read.needs, problems);
    expect(problems.length).toBeGreaterThan(0);
    if (source.figures === 'texts') throw new Error(`${source.key} has no figures`);
    const figures = source.figures({ ...read, rows, observations }, { soc: '2134' });
    for (const { figure } of compare(source.figures(read, { soc: '2134' }), figures)) {
      if (figure === null) continue;
      expect([figure.value, figure.category, figure.withheld].filter((said) => said !== null)).toHaveLength(1);
      expect(figure.value).not.toBeNaN();
      figure.cells();
      figure.answers();
    }
  });
});
