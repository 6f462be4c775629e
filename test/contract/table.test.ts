// The table's contract, asked of the worker in workerd over the compiled sample.
import { inject } from 'vitest';
import { startMiniflare } from '../server/runtimes.ts';
import { addTableTests } from './table.ts';

addTableTests((data) => startMiniflare({ data }), inject('sampleDirectory'));
