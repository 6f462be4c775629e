// Answers of the sample, byte for byte. They are compiled from the sample's workbooks by the same code as real ones, so a change in
// parse, reshape, documents or select shows here first.
import { expect, test } from 'vitest';
import { answerOffline } from '#compiler/serve/answer-offline.ts';
import { sampleDirectory } from './compiled-data.ts';
import { goldenAnswers } from './golden-answers.ts';
import { goldenFault } from './golden.ts';

const answer = answerOffline(sampleDirectory());

test.each(goldenAnswers)('%s', async (name, path) => {
  const response = await answer(path);
  expect(response.status).toBe(200);
  expect(goldenFault(name, await response.text())).toBeNull();
});
