// A fault in our own code is 500 and says nothing of itself, at every endpoint that reads documents. The log says what it was.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { endpoints, examplePath } from '#schemas/endpoints.ts';
import type { ProblemDetails } from '#schemas/problem.ts';
import { offlinePorts } from '#server/ports.ts';
import { createRouter } from '#server/router.ts';
import { sampleDirectory } from '../compiled-data.ts';
import { faultOfAnswer } from '../contract/document.ts';

const catalogue = readFileSync(join(sampleDirectory(), 'catalogue.json'), 'utf8');
const router = createRouter({
  ...offlinePorts,
  answerCode: 'code',
  publicUrl: 'http://localhost',
  store: {
    catalogue: async () => catalogue,
    document: () => Promise.reject(new TypeError('secret is not a function')),
    titleModel: () => Promise.reject(new TypeError('secret is not a function')),
    outside: () => Promise.reject(new TypeError('secret is not a function')),
  },
});

let said: ReturnType<typeof vi.spyOn>;
beforeAll(() => {
  said = vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterAll(() => said.mockRestore());

test.each(endpoints.filter(({ answer }) => answer !== 'catalogue').map((endpoint) => [endpoint.id, endpoint] as const))(
  '500 that says nothing: %s',
  async (_, endpoint) => {
    said.mockClear();
    const response = await router.fetch(new Request(`http://localhost${examplePath(endpoint)}`));
    const answer = { status: response.status, headers: response.headers, text: await response.text() };
    expect(answer.status).toBe(500);
    expect((JSON.parse(answer.text) as ProblemDetails).detail).toBe(
      'The request could not be answered. The fault is ours and has been recorded.',
    );
    expect(answer.text).not.toContain('secret');
    expect(faultOfAnswer(endpoint.path, answer, 'GET')).toBeNull();
    expect(String(said.mock.calls)).toContain('secret is not a function');
  },
);
