// Every answer of the compiled sample from the worker in workerd, each with a key of a high limit.
import { inject } from 'vitest';
import { startMiniflare } from '../server/runtimes.ts';
import { addEveryAnswerTests } from './every-answer.ts';

addEveryAnswerTests((data) => startMiniflare({ data }), inject('sampleDirectory'));
