// The example of docs/adding-a-source.md is a whole source: it reads its sample, publishes what the
// file prints, and holds back what it does not understand.
import { expect, test } from 'vitest';
import { attributionOf, provenanceOf } from '#compiler/edition/describe.ts';
import { formatProblem } from '#sources/kit/problem.ts';
import { compileSchema, faultOf } from '#sources/kit/schema.ts';
import { SatisfactionResponse } from '#sources/example/answer.ts';
import { example } from '#sources/example/source.ts';
import { structureOfSample } from './classification.ts';
import { type CsvCells, bodiesOf, checksThatFind, editCsv, findingsOf } from './data-set.ts';
import { examine, needsOf } from './examine.ts';

const needs = needsOf({ 'soc-structure': await structureOfSample() });
const [release] = await example.sample();
const files = release?.files ?? [];
const read = (edit: (cells: CsvCells, row: number) => CsvCells | null = (cells) => cells) =>
  examine(example, 'sample-2025', editCsv(files, edit), needs);
const sample = await read();
const answers = bodiesOf<SatisfactionResponse>(example, sample.edition, ({ soc }) => soc ?? '');

test('the sample passes every check, and every unit group has an answer', () => {
  expect(sample.problems).toEqual([]);
  expect(checksThatFind(example, sample.edition)).toEqual([]);
  expect(answers.size).toBe(412);
  const { release, observations } = sample.edition;
  const named = { id: '00000000-0000-8000-8000-000000000000', label: release.name };
  // The schema knows registered sources alone.
  const provenance = { ...provenanceOf(example, release, named, []), source: 'ashe' as const };
  const attribution = attributionOf(example, release);
  const edition = { release, observations, needs, provenance, attribution };
  const schema = compileSchema(SatisfactionResponse);
  for (const { place, body } of example.documents(edition))
    expect([place, faultOf(schema, body)]).toEqual([place, null]);
});

test('answers give what the file prints, and say why where it prints no number', async () => {
  const printed = await read((cells) => {
    if (cells['SOC 2020 code'] === '2134')
      return { ...cells, 'Satisfied with their work (%)': '61.5', Respondents: '250' };
    if (cells['SOC 2020 code'] === '2231')
      return { ...cells, 'Satisfied with their work (%)': '[u]', Respondents: '12' };
    return cells;
  });
  const body = bodiesOf<SatisfactionResponse>(example, printed.edition, ({ soc }) => soc ?? '');
  expect(body.get('2134')).toMatchObject({
    satisfied: { percent: 61.5, presentable: true, withheld: null },
    respondents: { count: 250 },
  });
  expect(body.get('2231')).toMatchObject({
    satisfied: {
      percent: null,
      presentable: false,
      withheld: { reason: 'unreliable', marker: '[u]' },
    },
    respondents: { count: 12, presentable: true },
  });
});

test('every figure is the number of its answer and of its cell', () => {
  if (example.figures === 'texts') expect.fail();
  const figures = [...example.figures({ ...sample.edition, files: files.map(({ name }) => name) })];
  expect(figures).toHaveLength(2 * 412);
  for (const figure of figures) {
    const [answer] = figure.answers();
    const steps = answer?.pointer.split('/').slice(1) ?? [];
    const inAnswer = steps.reduce<unknown>(
      (part, step) => Reflect.get(Object(part), step),
      answers.get(figure.group ?? ''),
    );
    const [cell] = figure.cells();
    expect([figure.value, inAnswer]).toEqual([inAnswer, figure.value]);
    expect(cell?.printed).toBe(figure.value === null ? figure.withheld?.marker : `${figure.value}`);
  }
});

test.each<[string, (cells: CsvCells, row: number) => CsvCells | null, string]>([
  [
    'an unknown marker',
    (cells, row) => (row === 5 ? { ...cells, Respondents: '[z]' } : cells),
    'example sample-2025 work-satisfaction-2025.csv!D5: unknown marker "[z]", expected ' +
      'a number with at most one decimal or one of [c] [u]',
  ],
  [
    'a code of another classification',
    (cells, row) => (row === 5 ? { ...cells, 'SOC 2020 code': '9120' } : cells),
    'example sample-2025 work-satisfaction-2025.csv!A5: found "9120", expected the code ' +
      'of a unit group of SOC 2020',
  ],
])('%s holds the release back with its place', async (_, edit, message) => {
  const { problems } = await read(edit);
  expect(problems.map(formatProblem).join('\n')).toContain(message);
});

test('a renamed column is named, with the table that a person mends', async () => {
  const [file] = files;
  const renamed = file?.bytes.toString().replace('Respondents', 'People') ?? '';
  await expect(
    examine(
      example,
      'sample-2025',
      [{ name: file?.name ?? '', bytes: Buffer.from(renamed) }],
      needs,
    ),
  ).rejects.toThrow(/no column is headed "Respondents".*\n.*sources\/example\/layout\.ts/s);
});

test('checks find lost rows, fractions for percents, and half the rows', async () => {
  const half = await read((cells, row) => (row % 2 === 0 ? cells : null));
  expect(checksThatFind(example, half.edition)).toEqual(['unit-groups']);
  expect(findingsOf(example, 'row-count', half.edition, sample.edition)).toEqual([
    expect.stringContaining('206 after 412 in sample-2025: -50%, expected -5 to 5%'),
  ]);
  const fractions = await read((cells) => {
    const share = Number(cells['Satisfied with their work (%)']);
    if (Number.isNaN(share)) return cells;
    return { ...cells, 'Satisfied with their work (%)': (share / 100).toFixed(1) };
  });
  expect(checksThatFind(example, fractions.edition)).toEqual(['shares']);
});
