// The contract suite in process and in workerd, with the in-process limiter and with the Durable Object's.
import { describe } from 'vitest';
import { addContractTests } from './contract.ts';
import { startInProcess, startWorkerd } from './runtimes.ts';

describe('in process, under Node', () => addContractTests(startInProcess));
describe('in workerd, limits in memory', () => addContractTests(startWorkerd));
describe('in workerd, limits in Durable Objects', () => addContractTests(() => startWorkerd({ limits: 'durable-object' })));
