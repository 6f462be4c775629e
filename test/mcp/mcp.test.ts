// lmi mcp as an assistant uses it: the SDK's client asks the command over standard input and
// output.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerOffline, bodyOnly } from '#compiler/serve/answer-offline.ts';
import { endpoints } from '#schemas/endpoints.ts';
import type { OccupationMatch } from '#schemas/resources/occupations.ts';
import type { PayResponse } from '#schemas/resources/pay.ts';
import { sampleDirectory } from '../compiled-data.ts';
import { type Assistant, startAssistant } from './assistant.ts';

let assistant: Assistant;
beforeAll(async () => {
  assistant = await startAssistant(['--data', sampleDirectory()]);
});
afterAll(() => assistant.client.close());

const ask = answerOffline(sampleDirectory(), bodyOnly);
const bodyOf = async (path: string) => (await ask(path)).text();

test('every endpoint is a tool with the parameters of the table', async () => {
  const { tools } = await assistant.client.listTools();
  const parametersOf = (id: string) =>
    Object.keys(tools.find(({ name }) => name === id)?.inputSchema.properties ?? {});
  expect(tools.map(({ name }) => name).sort()).toEqual(endpoints.map(({ id }) => id).sort());
  for (const { id, pathParameters, query } of endpoints)
    expect(parametersOf(id), id).toEqual([...pathParameters, ...query].map(({ name }) => name));
});

test('the instructions state the rules, and that the sample is no statistics', () => {
  const told = assistant.client.getInstructions() ?? '';
  for (const rule of [
    /`presentable`.* do not state it as a number/,
    /null .*never 0/,
    /`attribution`/,
    /SYNTHETIC SAMPLE/,
  ])
    expect(told).toMatch(rule);
});

test('which occupation is a software engineer', async () => {
  const { texts, isError } = await assistant.answerOf('search', {
    q: 'software engineer',
    limit: 1,
  });
  const [match]: OccupationMatch[] = JSON.parse(texts[0] ?? '');
  expect([isError, match?.soc2020]).toEqual([false, '2134']);
  // A bare array names neither its release nor its attribution.
  expect(texts[1]).toMatch(/LMI-Release: sample-.*\nLMI-Attribution: .*\nTHE DATA ARE A SYNTHETIC/);
});

test('what women in it earn: the answer of the API, with attribution and verdict', async () => {
  const { texts } = await assistant.answerOf('pay', { soc: '2134', sex: 'female' });
  expect(texts[0]).toBe(await bodyOf('/v1/occupations/2134/pay?sex=female'));
  const answer: PayResponse = JSON.parse(texts[0] ?? '');
  expect(answer.attribution).not.toBe('');
  expect(answer).toHaveProperty('presentable');
});

test('a figure that is withheld is null with its reason', async () => {
  const { texts } = await assistant.answerOf('employment', { soc: '1161' });
  const { employment, withheldLegend } = JSON.parse(texts[0] ?? '');
  expect(employment).toMatchObject({ count: null, presentable: false });
  expect(withheldLegend.length).toBeGreaterThan(0);
});

test('a wrong question is an error that an assistant can read', async () => {
  const { texts, isError } = await assistant.answerOf('local-area-job-adverts', {
    area: 'bristol',
  });
  expect(isError).toBe(true);
  expect(JSON.parse(texts[0] ?? '')).toMatchObject({
    status: 404,
    errors: [{ nearest: 'bristol-city-of' }],
  });
});
