// The judge is tested before it is trusted: it takes what the service answers, and nothing that differs from the document.
import { beforeAll, describe, expect, test } from 'vitest';
import { answerOffline } from '#compiler/serve/answer-offline.ts';
import { sampleDirectory } from '../compiled-data.ts';
import { type Answer, documentedStatuses, faultOfAnswer } from './document.ts';

const path = '/v1/occupations/{soc}';
const limits = { 'RateLimit-Policy': '"answers";q=5;w=60', RateLimit: '"answers";r=4;t=60' };
let right: Answer;

beforeAll(async () => {
  const response = await answerOffline(sampleDirectory())('/v1/occupations/2134');
  // Offline nothing is limited.
  right = { status: response.status, headers: new Headers([...response.headers, ...Object.entries(limits)]), text: await response.text() };
});

const kinds: Readonly<Record<number, string>> = { 401: 'invalid-key', 404: 'unknown-occupation', 429: 'rate-limit-exceeded' };

function problem(status: number, headers: Readonly<Record<string, string>>, more: object = {}): Answer {
  const type = `https://lmi.example.org/problems/${kinds[status] ?? ''}`;
  const body = { type, title: 'A problem', status, detail: 'It is one.', instance: '/', ...more };
  return { status, headers: new Headers(headers), text: JSON.stringify(body) };
}

test('what the service answers is right', () => {
  expect(faultOfAnswer(path, right)).toBeNull();
  expect(faultOfAnswer(path, { ...right, text: '' }, 'HEAD')).toBeNull();
  expect(faultOfAnswer(path, { status: 304, headers: new Headers(), text: '' })).toBeNull();
  expect(faultOfAnswer(path, problem(404, { 'Content-Type': 'application/json', ...limits }))).toBeNull();
  expect(documentedStatuses(path)).toEqual([200, 304, 400, 401, 404, 405, 414, 429, 500, 503]);
});

describe('what differs is told', () => {
  const without = (name: string): Headers =>
    new Headers([...right.headers].filter(([header]) => header.toLowerCase() !== name.toLowerCase()));
  const withHeader = (name: string, value: string): Headers => new Headers([...without(name), [name, value]]);

  test('the status', () =>
    expect(faultOfAnswer(path, { ...right, status: 203 })).toBe('the status 203 is not documented of /v1/occupations/{soc}'));
  test.each(['ETag', 'LMI-Source', 'LMI-Sample', 'Repr-Digest', 'RateLimit', 'RateLimit-Policy'])('%s is missing', (name) => {
    expect(faultOfAnswer(path, { ...right, headers: without(name) })).toBe(`the header ${name} is missing`);
  });
  test('a header of another form', () => {
    expect(faultOfAnswer(path, { ...right, headers: withHeader('LMI-Sample', 'yes') })).toMatch(
      /LMI-Sample is "yes": .*must be equal to one of/,
    );
    expect(faultOfAnswer(path, problem(429, { 'Content-Type': 'application/problem+json', 'Retry-After': 'soon', ...limits }))).toMatch(
      /Retry-After is "soon": .*must be integer/,
    );
    expect(faultOfAnswer(path, problem(429, { 'Content-Type': 'application/problem+json', 'Retry-After': '0', ...limits }))).toMatch(
      /must be >= 1/,
    );
  });
  test('the content type', () => {
    expect(faultOfAnswer(path, { ...right, headers: withHeader('Content-Type', 'application/json; charset=utf-8') })).toMatch(
      /expected application\/json$/,
    );
    expect(faultOfAnswer(path, problem(401, { 'Content-Type': 'application/json', 'WWW-Authenticate': 'ApiKey' }))).toMatch(
      /expected application\/problem\+json$/,
    );
  });
  test('a kind of problem that the document does not have there', () => {
    const type = 'https://lmi.example.org/problems/unknown-area';
    expect(faultOfAnswer(path, problem(404, { 'Content-Type': 'application/json', ...limits }, { type }))).toBe(
      'the problem is unknown-area, expected unknown-occupation or not-published',
    );
  });
  test('a body where there is none', () => {
    expect(faultOfAnswer(path, right, 'HEAD')).toBe('HEAD has a body');
    expect(faultOfAnswer(path, { ...right, status: 304 })).toBe('the status 304 has a body');
  });
  test('the body: a member too many, one too few, another type', () => {
    const changed = (change: (body: Record<string, unknown>) => object): Answer => ({
      ...right,
      text: JSON.stringify(change(JSON.parse(right.text))),
    });
    expect(
      faultOfAnswer(
        path,
        changed((body) => ({ ...body, more: 1 })),
      ),
    ).toMatch(/must NOT have additional properties "more"/);
    expect(
      faultOfAnswer(
        path,
        changed(({ title: _, ...rest }) => rest),
      ),
    ).toMatch(/must have required property 'title'/);
    expect(
      faultOfAnswer(
        path,
        changed((body) => ({ ...body, title: 5 })),
      ),
    ).toMatch(/\/title must be string/);
    expect(faultOfAnswer(path, problem(404, { 'Content-Type': 'application/json', ...limits }, { stack: 'at …' }))).toMatch(
      /additional properties "stack"/,
    );
  });
});
