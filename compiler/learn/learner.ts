// The thread that learns a model from the titles that it was started with, sends its bytes, and ends.
import { parentPort, workerData } from 'node:worker_threads';
import type { Lesson } from './learning.ts';
import { modelOf } from './model-of.ts';

const { unitGroups, evidence }: Lesson = workerData;
const bytes = modelOf(unitGroups, evidence);
parentPort?.postMessage(bytes, [bytes.buffer]);
