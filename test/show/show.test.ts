// lmi show: how sections are laid out for a terminal, and the command over the sample.
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { showCommand } from '#compiler/commands/lookup.ts';
import { answerOffline, bodyOnly, pageAsker } from '#compiler/serve/answer-offline.ts';
import { cardOf } from '#compiler/show/card.ts';
import { layOutSections } from '#compiler/show/describe-card.ts';
import type { Table } from '#server/pages/occupation/content.ts';
import { exitCodes } from '#sources/kit/reported-error.ts';
import { sampleDirectory } from '../compiled-data.ts';
import { goldenFault } from '../golden.ts';

const data = sampleDirectory();

test.each([
  ['show-1161.txt', '1161', 'uk', { width: 80, bars: false }],
  ['show-2134-bars.txt', '2134', 'scotland', { width: 100, bars: true }],
])('the card %s: figures in columns, with what must stand beside them', async (golden, soc, area, layout) => {
  const card = await cardOf(pageAsker(answerOffline(data, bodyOnly)), soc, area);
  expect(goldenFault(golden, `${card.lines(layout).join('\n')}\n`)).toBeNull();
  for (const width of [40, 61, 132]) expect(card.lines({ ...layout, width }).filter((line) => line.length > width)).toEqual([]);
});

test('a text of a publisher stays on its line and is not obeyed', () => {
  const hostile: Table = {
    table: 'Pay\u001b[2J',
    columns: ['Figure', 'United Kingdom'],
    rows: [{ label: 'a\nb\u001b[31m', remark: '\u202e', figures: [{ text: '1', value: 1, caution: null }] }],
    chart: { as: 'bars', says: '' },
  };
  expect(layOutSections([{ heading: 'Pay\u001b[2J', about: '', blocks: [hostile], release: null }], { width: 80, bars: true })).toEqual([
    '',
    'Pay\\u001b[2J',
    '  a\\nb\\u001b[31m  1  ████████████████  \\u202e',
  ]);
});

describe('the command', () => {
  let [out, err] = ['', ''];
  beforeEach(() => {
    [out, err] = ['', ''];
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((out += String(text)), true));
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((err += String(text)), true));
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test('prints the card of a code, marked as a sample', async () => {
    expect(await showCommand('1161', { data })).toBe(exitCodes.fine);
    const card = readFileSync(new URL('../goldens/show-1161.txt', import.meta.url), 'utf8');
    expect(out).toBe(`Synthetic sample. The figures are invented; they are not statistics.\n\n${card}`);
    expect(err).toBe('');
  });

  test('as JSON: the answers that lmi get gives', async () => {
    expect(await showCommand('2134', { data, area: 'scotland', json: true })).toBe(exitCodes.fine);
    const told: { soc2020: string; answers: Record<string, unknown>; missing: object } = JSON.parse(out);
    const ask = answerOffline(data);
    const body = async (path: string) => JSON.parse(await (await ask(`/v1/occupations/2134/${path}`)).text());
    expect(told).toMatchObject({ soc2020: '2134', missing: {} });
    expect(Object.keys(told.answers)).toHaveLength(16);
    expect(told.answers['pay']).toEqual(await body('pay?area=scotland'));
    // Visas are of the United Kingdom only.
    expect(told.answers['visas']).toEqual(await body('visas'));
  });

  test('a title that one occupation has is as good as its code', async () => {
    const { title } = JSON.parse(readFileSync(new URL('../goldens/occupation-1161.json', import.meta.url), 'utf8'));
    const refusal = await showCommand(title, { data }).catch(String);
    const [first = ''] = String(refusal).match(/^ {2}\d{4} .*(?= \()/m) ?? [];
    expect(refusal).toMatch(/is not the title of one occupation; choose a code:\n {2}\d{4} /);
    const [, code = '', matched = ''] = /^ {2}(\d{4}) (.*)$/.exec(first) ?? [];
    expect(await showCommand(matched, { data })).toBe(exitCodes.fine);
    expect(out).toContain(`\n${code} `);
  });

  test.each([
    ['2199', {}, /^No SOC 2020 unit group has the code 2199\. .*\n {2}lmi search WORDS finds the code/],
    ['213', {}, /^"213" is not a SOC 2020 unit group code, expected four digits/],
    ['qqqqqqqq', {}, /nothing found for "qqqqqqqq"\n {2}lmi search WORDS finds/],
    ['2134', { area: 'mars' }, /--area mars: no answer has this area, expected uk, /],
  ])('%s %o', async (named, more, message) => {
    await expect(showCommand(named, { data, ...more })).rejects.toMatchObject({
      exitCode: exitCodes.usage,
      message: expect.stringMatching(message),
    });
    expect(out).toBe('');
  });
});
