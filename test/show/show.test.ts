// lmi show: how sections are laid out for a terminal, and the command over the sample.
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { showCommand } from '#compiler/commands/lookup.ts';
import { answerOffline } from '#compiler/serve/answer-offline.ts';
import { type DescribedSection, layOutSections } from '#compiler/show/describe-card.ts';
import type { Block, Table } from '#server/pages/occupation/content.ts';
import { type Figure, pounds } from '#server/pages/occupation/figure.ts';
import { exitCodes } from '#sources/kit/reported-error.ts';
import { sampleDirectory } from '../compiled-data.ts';

const shown = (value: number, caution: string | null = null): Figure => ({ text: pounds(value), value, caution });
const unreliable: Figure = { headline: 'Not published', why: 'The publisher withholds the estimate as unreliable.' };
const bars = { as: 'bars', says: '' } as const;
const pay: Table = {
  table: 'Pay',
  columns: ['Figure', 'United Kingdom'],
  rows: [
    { label: 'Lowest quarter', figures: [shown(34_636)] },
    { label: 'Median', remark: 'provisional', figures: [shown(46_918, 'Use with caution: few people.')] },
    { label: 'Highest quarter', figures: [shown(63_557)] },
  ],
  chart: bars,
};
const sectionOf = (...blocks: Block[]): DescribedSection => ({ heading: 'Pay', about: 'United Kingdom', blocks, release: 'ashe 2025' });
const lines = (blocks: readonly Block[], layout: { width?: number; bars?: boolean } = {}) =>
  layOutSections([sectionOf(...blocks)], { width: 80, bars: false, ...layout });

describe('the layout', () => {
  test('figures stand in aligned columns, with their remarks and cautions, and the release below', () => {
    expect(lines([pay])).toEqual([
      '',
      'Pay (United Kingdom)',
      '  Lowest quarter   £34,636',
      '  Median           £46,918  provisional, use with caution',
      '  Highest quarter  £63,557',
      '  release: ashe 2025',
    ]);
  });

  test('a figure that may not be shown has the headline of the pages and its reason; a shared reason stands once, with a number', () => {
    const withheld = { label: 'Mean', figures: [unreliable] };
    expect(lines([{ ...pay, rows: [withheld] }])).toContain('  Mean  Not published: The publisher withholds the estimate as unreliable.');
    const twice = layOutSections(
      [1, 2].map(() => sectionOf({ ...pay, rows: [withheld, withheld] })),
      { width: 80, bars: false },
    );
    // The numbers go on, so that none means two things.
    expect(twice.filter((line) => line.includes('['))).toEqual([
      '  Mean  Not published [1]',
      '  Mean  Not published [1]',
      '  [1] The publisher withholds the estimate as unreliable.',
      '  Mean  Not published [2]',
      '  Mean  Not published [2]',
      '  [2] The publisher withholds the estimate as unreliable.',
    ]);
  });

  test('of several columns the main one stands, of a long line its end, of a long table its beginning', () => {
    const rows = Array.from({ length: 12 }, (_, place) => ({ label: `row ${place}`, figures: [shown(place), shown(100 + place)] }));
    const long: Table = { table: 'By group', columns: ['Group', 'Low', 'Median'], rows, main: 1 };
    expect(lines([long, { text: 'End.' }, pay])).toEqual(
      expect.arrayContaining(['  By group: median', '  row 0  £100', '  row 9  £109', '  and 2 more', '  End.']),
    );
    const line = lines([{ ...long, chart: { as: 'line', says: '' } }]);
    expect([line.some((text) => text.includes('row 1 ')), line.some((text) => text.includes('row 11 '))]).toEqual([false, true]);
  });

  test.each([40, 61, 80, 132])('no line is longer than %d characters', (width) => {
    const long = { text: 'What the figures describe, in a sentence that is longer than a line of a terminal. '.repeat(3) };
    for (const withBars of [true, false])
      expect(lines([pay, long, { list: [long.text] }], { width, bars: withBars }).filter((line) => line.length > width)).toEqual([]);
  });

  test('bars are as long as the figures, and only where they are wanted', () => {
    const lengths = lines([pay], { bars: true }).flatMap((line) => line.match(/█+/g)?.[0].length ?? []);
    // Of 16 characters: £34,636 and £46,918 beside the largest, £63,557.
    expect(lengths).toEqual([8, 11, 16]);
    expect(lines([pay]).join('')).not.toMatch(/[█-▏]/);
  });

  test('a text of a publisher stays on its line and is not obeyed', () => {
    const hostile = {
      ...pay,
      table: 'Pay\u001b[2J',
      rows: [{ label: 'a\nb\u001b[31m', remark: '\u202e', figures: [{ text: '1', value: 1, caution: null }] }],
    };
    expect(layOutSections([{ heading: 'Pay\u001b[2J', about: '', blocks: [hostile], release: null }], { width: 80, bars: true })).toEqual([
      '',
      'Pay\\u001b[2J',
      '  a\\nb\\u001b[31m  1  ████████████████  \\u202e',
    ]);
  });
});

describe('the command', () => {
  const data = sampleDirectory();
  let [out, err] = ['', ''];
  beforeEach(() => {
    [out, err] = ['', ''];
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((out += String(text)), true));
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((err += String(text)), true));
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test('prints the card of a code, marked as a sample, with the texts that publishers ask for', async () => {
    expect(await showCommand('2134', { data })).toBe(exitCodes.fine);
    expect(out).toMatch(
      /^Synthetic sample\. .*\n\n2134 Programmers and software development professionals\n {2}2 Professional occupations > /,
    );
    expect(out).toContain('release: ashe sample-2024-provisional\n');
    expect(out.replace(/\s+/g, ' ')).toContain('Office for National Statistics licensed under the Open Government Licence v.3.0');
    expect(out).toMatch(/\nApprenticeships \(England\)\n/);
    expect(out).not.toMatch(/null|undefined|NaN|Infinity/);
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
    ['0000', {}, /^0000: is not a unit group of SOC 2020, expected four digits such as 2134\n {2}lmi search WORDS finds the code/],
    [
      '2199',
      {},
      /^2199: is not a unit group.*\n {2}unit groups that begin with 21:\n {2}2111 .*\n(?: {2}21\d\d .*\n){9} {2}and \d+ more\n/,
    ],
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
