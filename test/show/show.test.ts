// lmi show: how sections are laid out for a terminal, and the command over the sample.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { answerOffline, bodyOnly, pageAsker } from '#compiler/serve/answer-offline.ts';
import { cardOf } from '#compiler/show/card.ts';
import { layOutSections } from '#compiler/show/describe-card.ts';
import type { Table } from '#server/pages/occupation/content.ts';
import { sampleDirectory } from '../compiled-data.ts';
import { goldenFault } from '../golden.ts';
import { lmi } from '../lmi.ts';

const data = sampleDirectory();

test.each([
  ['show-1161.txt', '1161', 'uk', { width: 80, bars: false }],
  ['show-2134-bars.txt', '2134', 'scotland', { width: 100, bars: true }],
])(
  'the card %s: figures in columns, with what must stand beside them',
  async (golden, soc, area, layout) => {
    const card = await cardOf(pageAsker(answerOffline(data, bodyOnly)), soc, area);
    expect(goldenFault(golden, `${card.lines(layout).join('\n')}\n`)).toBeNull();
    for (const width of [40, 61, 132])
      expect(card.lines({ ...layout, width }).filter((line) => line.length > width)).toEqual([]);
  },
);

test('a text of a publisher stays on its line and is not obeyed', () => {
  const hostile: Table = {
    table: 'Pay\u001b[2J',
    columns: ['Figure', 'United Kingdom'],
    rows: [
      {
        label: 'a\nb\u001b[31m',
        remark: '\u202e',
        figures: [{ text: '1', value: 1, caution: null }],
      },
    ],
    chart: { as: 'bars', says: '' },
  };
  expect(
    layOutSections([{ heading: 'Pay\u001b[2J', about: '', blocks: [hostile], release: null }], {
      width: 80,
      bars: true,
    }),
  ).toEqual(['', 'Pay\\u001b[2J', '  a\\nb\\u001b[31m  1  ████████████████  \\u202e']);
});

describe('the command', () => {
  const show = (...args: readonly string[]) => lmi('show', ...args, '--data', data);

  test('prints the card of a code, marked as a sample', async () => {
    const card = readFileSync(new URL('../goldens/show-1161.txt', import.meta.url), 'utf8');
    const stdout = `Synthetic sample. The figures are invented; they are not statistics.\n\n${card}`;
    expect(await show('1161')).toEqual({ status: 0, stdout, stderr: '' });
  });

  test('as JSON: the answers that lmi get gives', async () => {
    const { stdout } = await show('2134', '--area', 'scotland', '--json');
    const told: { soc2020: string; answers: Record<string, unknown>; missing: object } =
      JSON.parse(stdout);
    const ask = answerOffline(data);
    const body = async (path: string) =>
      JSON.parse(await (await ask(`/v1/occupations/2134/${path}`)).text());
    expect(told).toMatchObject({ soc2020: '2134', missing: {} });
    expect(Object.keys(told.answers)).toHaveLength(16);
    expect(told.answers['pay']).toEqual(await body('pay?area=scotland'));
    // Visas are of the United Kingdom only.
    expect(told.answers['visas']).toEqual(await body('visas'));
  });

  test('a title that one occupation has is as good as its code', async () => {
    const { title } = JSON.parse(
      readFileSync(new URL('../goldens/occupation-1161.json', import.meta.url), 'utf8'),
    );
    const { stderr: refusal } = await show(title);
    const [first = ''] = refusal.match(/^ {2}\d{4} .*(?= \()/m) ?? [];
    expect(refusal).toMatch(/is not the title of one occupation; choose a code:\n {2}\d{4} /);
    const [, code = '', matched = ''] = /^ {2}(\d{4}) (.*)$/.exec(first) ?? [];
    expect((await show(matched)).stdout).toContain(`\n${code} `);
  });
});
