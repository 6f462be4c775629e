// Every answer of the compiled sample from the worker in workerd under miniflare, and those of three occupations from workerd alone, each
// with a key of a high limit.
import { describe } from 'vitest';
import { sampleDirectory } from '../compiled-data.ts';
import { startMiniflare, startWorkerd } from '../server/runtimes.ts';
import { addEveryAnswerTests } from './every-answer.ts';

/** The first and the last, and one of which all sources have something to say. */
const three = ['1111', '2134', '9269'];

describe('in miniflare, as lmi serve', () => addEveryAnswerTests((data) => startMiniflare({ data }), sampleDirectory()));
describe('in workerd alone, as lmi workerd', () => addEveryAnswerTests((data) => startWorkerd({ data }), sampleDirectory(), three));
