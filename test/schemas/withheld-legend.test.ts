// The legend of withheld figures: what it gathers, what it refuses, and that every schema with withheld figures has it.
import { describe, expect, test } from 'vitest';
import type { Explained, WithheldLegend } from '#schemas/figures.ts';
import { withLegend, withLegendOf } from '#schemas/withheld-legend.ts';

const unreliable: Explained = { reason: 'unreliable', marker: 'x', explanation: 'Unreliable.' };
const empty: Explained = { reason: 'not-available', marker: '', explanation: 'Empty.' };
const notListed: Explained = { reason: 'not-listed', marker: null, explanation: 'No row.' };

interface Figures {
  readonly figures: readonly { readonly value: number | null; readonly withheld: { reason: 'unreliable'; marker: string | null } | null }[];
  readonly withheldLegend: WithheldLegend;
}
const document = (...all: readonly (Explained | null)[]) =>
  withLegend<Figures>({ figures: all.map((withheld) => ({ value: null, withheld })) } as never);

describe('the legend', () => {
  test('has each reason and marker once, in order, and the figures keep no explanation', () => {
    const { figures, withheldLegend } = document(unreliable, notListed, null, empty, unreliable);
    expect(withheldLegend).toEqual([empty, notListed, unreliable]);
    expect(figures.map(({ withheld }) => withheld)).toEqual([
      { reason: 'unreliable', marker: 'x' },
      { reason: 'not-listed', marker: null },
      null,
      { reason: 'not-available', marker: '' },
      { reason: 'unreliable', marker: 'x' },
    ]);
  });

  test('refuses two explanations of one reason and marker', () => {
    expect(() => document(unreliable, { ...unreliable, explanation: 'Too few.' })).toThrow(
      'withheld as unreliable "x" with two explanations',
    );
  });

  test('refuses a figure that nothing explains', () => {
    expect(() => document({ reason: 'unreliable', marker: 'x' } as never)).toThrow('withheld as unreliable "x", and nothing explains it');
  });

  test('of an answer has only the entries of its own figures, from the stored document and from its own', () => {
    const { figures, ...stored } = document(unreliable, empty);
    const answer = withLegendOf<Figures>(stored, { figures: [...figures.slice(1), { value: null, withheld: notListed as never }] });
    expect(answer.withheldLegend).toEqual([empty, notListed]);
  });
});
