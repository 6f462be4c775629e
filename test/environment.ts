// What all processes of the tests have in their environment: imported by what starts them.
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Hundreds of processes are started that run the same TypeScript; Node keeps what it has made of it
// (node:module, compile cache).
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'lmi-compile-cache');
