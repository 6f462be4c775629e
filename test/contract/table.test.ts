// The table's contract, asked of the worker in workerd over the compiled sample: under miniflare as on a laptop, and by itself as on one machine.
import { describe } from 'vitest';
import { sampleDirectory } from '../compiled-data.ts';
import { startMiniflare, startWorkerd } from '../server/runtimes.ts';
import { addTableTests } from './table.ts';

describe('in miniflare, as lmi serve', () => addTableTests((data) => startMiniflare({ data }), sampleDirectory()));
describe('in workerd alone, as lmi workerd', () => addTableTests((data) => startWorkerd({ data }), sampleDirectory()));
