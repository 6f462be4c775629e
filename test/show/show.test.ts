// lmi show: what the card says of an occupation, how it is laid out, and the command over the sample.
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { showCommand } from '#compiler/commands/show.ts';
import { answerOffline } from '#compiler/serve/answer-offline.ts';
import { type Answers, cardEndpoints, sectionsOf } from '#compiler/show/card.ts';
import { describeSections } from '#compiler/show/describe-card.ts';
import { exitCodes } from '#sources/kit/reported-error.ts';
import { sampleDirectory } from '../compiled-data.ts';

const golden = <Id extends keyof Answers>(id: Id, name = `${id}-2134`): NonNullable<Answers[Id]> =>
  JSON.parse(readFileSync(new URL(`../goldens/${name}.json`, import.meta.url), 'utf8'));
const occupation = golden('occupation');
const answers: Answers = {
  occupation,
  pay: golden('pay'),
  employment: golden('employment'),
  workforce: golden('workforce'),
  projections: golden('projections'),
  vacancies: golden('vacancies'),
  demand: golden('demand', 'demand-2119-not-assessed'),
  visas: golden('visas'),
  'job-adverts': golden('job-adverts', 'job-adverts-9267-north-east-suppressed'),
  apprenticeships: golden('apprenticeships'),
  'work-profile': golden('work-profile', 'work-profile-1161-no-way'),
  skills: golden('skills', 'skills-1161-none'),
};
const lines = (of: Answers, layout: { width?: number; bars?: boolean } = {}, missing = new Map<string, string>()) =>
  describeSections(sectionsOf(of, missing), { width: 80, bars: false, ...layout });

describe('the card', () => {
  test('shows figures in aligned columns, with what is known of their quality', () => {
    const shown = lines(answers);
    expect(shown).toContain('  median                             £46,918  reasonable');
    expect(shown).toContain('  people         51,300  ± 9,100, reasonable');
    expect(shown).toContain('  net change in percent        +10.4 %');
  });

  test('shows the industries with most people, of those that may be shown', () => {
    const { workforce } = answers;
    if (workforce === undefined) expect.fail();
    const [first, ...others] = workforce.industries.sections;
    if (first === undefined) expect.fail();
    const odd = { ...first, count: 987_654, presentable: false };
    const shown = lines({ occupation, workforce: { ...workforce, industries: { ...workforce.industries, sections: [odd, ...others] } } });
    const from = shown.indexOf(`  The industries with most people, ${workforce.industries.period}:`);
    expect(from).toBeGreaterThan(0);
    const numbers = shown.slice(from + 1, from + 6).map((line) => Number(/ ([\d,]+)(?: {2}|$)/.exec(line)?.[1]?.replaceAll(',', '')));
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
    expect(numbers.every((number) => number > 0 && number !== 987_654)).toBe(true);
  });

  test('gives the reason in words for what is withheld', () => {
    const text = lines(answers, { width: 400 }).join('\n');
    expect(text).toMatch(/ {2}lowest tenth below +withheld \[1\][\s\S]* {2}\[1\] The publisher withholds the estimate as unreliable/);
    expect(text).toMatch(/ {2}level of demand {2}withheld: The publisher excludes occupations/);
    expect(text).toMatch(/ {2}new adverts +withheld \[2\][\s\S]* {2}\[2\] The publisher suppresses figures/);
    expect(text).toMatch(/ {2}skills and knowledge {2}withheld: [A-Z]/);
    expect(text).not.toMatch(/null|undefined|NaN|Infinity/);
  });

  test('marks a total of adverts that lacks months, and says what its change compares', () => {
    const change = { current: 9137, prior: 8747, absolute: 390, percent: 4.5, months: 11 };
    const shown = { presentable: true, withheld: null, changeWithheld: null, monthsSuppressed: 1 };
    const adverts = { ...golden('job-adverts', 'job-adverts-9267-north-east-suppressed'), ...shown, adverts: 9137, change };
    const text = lines({ occupation, 'job-adverts': adverts }, { width: 400 }).join('\n');
    expect(text).toMatch(
      / {2}new adverts +9,137 {2}11 of 12 months\n {2}change on the year before +\+4\.5 % {2}8,747 to 9,137 over 11 months\n/,
    );
  });

  test('says of apprenticeships what the answer says: why none is listed, or none', () => {
    const { apprenticeships } = answers;
    if (apprenticeships === undefined) expect.fail();
    const none = { ...apprenticeships, occupations: [] };
    const withheld = { reason: 'not-received', marker: null } as const;
    const explanation = 'We have received only 3 occupations.';
    const lacking = { ...none, withheld, withheldLegend: [{ ...withheld, explanation }] };
    expect(lines({ occupation, apprenticeships: lacking })).toContain(`  apprenticeships  withheld: ${explanation}`);
    expect(lines({ occupation, apprenticeships: none })).toContain('  none');
  });

  test('says a reason once that several figures of a section share, with a number', () => {
    const { pay } = answers;
    if (pay === undefined) expect.fail();
    const p10 = pay.figures.p10;
    const twice = { occupation, pay: { ...pay, figures: { ...pay.figures, p10, p25: p10, median: p10 } } };
    const shown = lines(twice, { width: 400 });
    expect(shown.filter((line) => / {2}(?:lowest|median ) .*withheld \[1\]$/.test(line)).length).toBeGreaterThan(2);
    expect(shown.filter((line) => line.includes('The publisher withholds the estimate as unreliable'))).toEqual([
      expect.stringMatching(/^ {2}\[1\] The publisher withholds/),
    ]);
    // The numbers go on through the card, so that none means two things.
    const absent = {
      ...golden('workforce').headline.withDegree,
      count: null,
      percent: null,
      withheld: { reason: 'unreliable', marker: '*' },
    } as const;
    const headline = { agedUnder25: absent, aged55AndOver: absent, withDegree: absent };
    const both = lines({ ...twice, workforce: { ...golden('workforce'), headline } }, { width: 400 });
    expect(both.filter((line) => /^ {2}\[\d\] /.test(line)).map((line) => line.slice(2, 5))).toEqual(['[1]', '[2]']);
  });

  test('shows no figure as a number that is not presentable', () => {
    const { pay } = answers;
    if (pay === undefined) expect.fail();
    const odd = { ...pay, figures: { ...pay.figures, median: { ...pay.figures.median, value: 987_654, presentable: false } } };
    const shown = lines({ occupation, pay: odd }, { bars: true });
    expect(shown.find((line) => line.startsWith('  median  '))).toMatch(/^ {2}median +not reliable enough to show$/);
    expect(shown.join('\n')).not.toMatch(/987|654/);
  });

  test('names the release of each part, and why a part is missing', () => {
    const sections = sectionsOf({ occupation, pay: golden('pay') }, new Map([['visas', 'No release of this source is published yet.']]));
    expect(sections.map(({ release }) => release)).toEqual(['ashe sample-2024-provisional', ...cardEndpoints.slice(1).map(() => null)]);
    expect(sections.find(({ title }) => title === 'Work visas')?.rows).toEqual([{ text: 'No release of this source is published yet.' }]);
  });
});

describe('the layout', () => {
  test.each([40, 61, 80, 132])('no line is longer than %d characters', (width) => {
    for (const bars of [true, false]) expect(lines(answers, { width, bars }).filter((line) => line.length > width)).toEqual([]);
  });

  test('bars are as long as the figures, and only where they are wanted', () => {
    const bars = lines(answers, { bars: true });
    const lengthOf = (label: string) => bars.find((line) => line.startsWith(`  ${label} `))?.match(/█/g)?.length ?? 0;
    // Of 16 characters: £34,636 and £46,918 beside the largest, £63,557.
    expect([lengthOf('lowest quarter below'), lengthOf('median'), lengthOf('highest quarter above')]).toEqual([8, 11, 16]);
    expect(lines(answers).join('')).not.toMatch(/[█-▏]/);
  });

  test('a text of a publisher stays on its line and is not obeyed', () => {
    const hostile = {
      title: 'Pay\u001b[2J',
      about: '',
      release: null,
      rows: [{ label: 'a\nb\u001b[31m', figure: '1', remark: '\u202e', share: null }],
    };
    expect(describeSections([hostile], { width: 80, bars: true })).toEqual(['', 'Pay\\u001b[2J', '  a\\nb\\u001b[31m  1  \\u202e']);
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
    expect(err).toBe('');
  });

  test('as JSON: the answers that lmi get gives', async () => {
    expect(await showCommand('2134', { data, area: 'scotland', json: true })).toBe(exitCodes.fine);
    const shown: { soc2020: string; answers: Record<string, unknown>; missing: object } = JSON.parse(out);
    const ask = answerOffline(data);
    const body = async (path: string) => JSON.parse(await (await ask(`/v1/occupations/2134/${path}`)).text());
    expect(shown).toMatchObject({ soc2020: '2134', missing: {} });
    expect(Object.keys(shown.answers)).toEqual(['occupation', ...cardEndpoints]);
    expect(shown.answers['pay']).toEqual(await body('pay?area=scotland'));
    // Visas are of the United Kingdom only.
    expect(shown.answers['visas']).toEqual(await body('visas'));
  });

  test('a title that one occupation has is as good as its code', async () => {
    const { title } = golden('occupation', 'occupation-1161');
    expect(await showCommand(title, { data })).toBe(exitCodes.usage);
    const [first = ''] = err.match(/^ {2}\d{4} .*(?= \()/m) ?? [];
    expect(err).toMatch(/is not the title of one occupation; choose a code:\n {2}\d{4} /);
    const [, code = '', matched = ''] = /^ {2}(\d{4}) (.*)$/.exec(first) ?? [];
    expect(await showCommand(matched, { data })).toBe(exitCodes.fine);
    expect(out).toContain(`\n${code} `);
  });

  test.each([
    ['0000', {}, /^0000: is not a unit group of SOC 2020, expected four digits such as 2134\n {2}lmi search WORDS finds the code/],
    [
      '2199',
      {},
      /^2199: is not a unit group.*\n {2}unit groups that begin with 21:\n {2}2111 .*\n(?: {2}21\d\d .*\n){9} {2}and \d+ more\n {2}lmi search WORDS/,
    ],
    ['213', {}, /^213: is not a unit group.*\n {2}unit groups that begin with 213:\n {2}2131 IT .*\n/],
    ['21345', {}, /^21345: .*\n {2}unit groups that begin with 213:\n/],
    ['qqqqqqqq', {}, /nothing found for "qqqqqqqq"\n {2}lmi search WORDS finds/],
    ['2134', { area: 'mars' }, /--area mars: no answer has this area, expected uk, /],
  ])('%s %o', async (named, more, message) => {
    expect(await showCommand(named, { data, ...more })).toBe(exitCodes.usage);
    expect([out, err]).toEqual(['', expect.stringMatching(message)]);
  });
});
