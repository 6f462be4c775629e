// The contract suite in process and in workerd: under miniflare as on a laptop, by itself as on one machine, and as on Cloudflare.
import { describe } from 'vitest';
import { addContractTests } from './contract.ts';
import { startBucket, startInProcess, startMiniflare, startWorkerd } from './runtimes.ts';

describe('in process, under Node', () => addContractTests(startInProcess));
describe('in miniflare, as lmi serve', () => addContractTests(startMiniflare));
describe('in workerd alone, as lmi workerd', () => addContractTests(startWorkerd));
describe('over an R2 bucket, limits in Durable Objects', () => addContractTests(startBucket));
