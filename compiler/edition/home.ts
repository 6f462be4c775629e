// The folder in which data and state lie unless they are named: the checkout; of the installed package, the folder in which the command
// runs, because a package is replaced as a whole and must hold nothing of its user's.
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** In the checkout the code is TypeScript, in the package it has been built. */
const isCheckout = extname(import.meta.url) === '.ts';

export const home = isCheckout ? fileURLToPath(new URL('../..', import.meta.url)) : process.cwd();
