// What the legend of withheld figures refuses; the golden answers have what it gathers.
import { expect, test } from 'vitest';
import type { WithheldLegend } from '#schemas/figures.ts';
import { withLegend } from '#schemas/withheld-legend.ts';

const figuresOf = (...all: object[]) =>
  withLegend<{ readonly figures: object[]; readonly withheldLegend: WithheldLegend }>({
    figures: all,
  });
const unreliable = { reason: 'unreliable', marker: 'x', explanation: 'Unreliable.' };

test('two explanations of one marker, or none, are refused', () => {
  expect(() => figuresOf(unreliable, { ...unreliable, explanation: 'Too few.' })).toThrow(
    'withheld as unreliable "x" with two explanations',
  );
  expect(() => figuresOf({ reason: 'unreliable', marker: 'x' })).toThrow(
    'withheld as unreliable "x", and nothing explains it',
  );
});
