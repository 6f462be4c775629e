// A text that stands where a number should be, and that no publisher prints, is told: it never
// becomes a figure, or none, in silence.
import { expect, test } from 'vitest';
import type { Problem } from '#sources/kit/problem.ts';
import { sampleDirectory } from '../compiled-data.ts';
import { editionsWithFigures, openedIn } from '../trace/draw.ts';

const directory = sampleDirectory();

/** The rows with every so many of their printed numbers replaced. */
function spoilt<Row>(rows: readonly Row[], every: number): readonly Row[] {
  let seen = 0;
  const spoil = (value: unknown): unknown => {
    if (typeof value === 'string')
      return /^\d+\.?\d*$/.test(value) && (seen += 1) % every === 0 ? '??' : value;
    if (Array.isArray(value)) return value.map(spoil);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, spoil(member)]));
  };
  return rows.map((row) => spoil(row) as Row);
}

// The maps are JSON, whose numbers the parser proves: none gets as far as this that is not
// understood.
test.each(
  editionsWithFigures(directory).filter(({ name }) => !name.startsWith('occupational-maps ')),
)('$name', async ({ id }) => {
  const { source, read } = openedIn(directory, id);
  const { release, rows, needs } = await read();
  const problems: Problem[] = [];
  source.reshape(release, spoilt(rows, 101), needs, problems);
  expect(problems.length).toBeGreaterThan(0);
});
