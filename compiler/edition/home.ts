// The default parent folder of data and state. It is the checkout, or for the installed package the current folder, because updating a
// package replaces its folder and would delete the user's files.
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout has TypeScript, the package has built JavaScript. */
const isCheckout = extname(import.meta.url) === '.ts';

export const home = isCheckout ? fileURLToPath(new URL('../..', import.meta.url)) : process.cwd();
