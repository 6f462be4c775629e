// Reads a CSV, gzipped or not, with csv-parse and does nothing with its rows but count them.
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { parse } from 'csv-parse';

const [path = ''] = process.argv.slice(2);
const bytes = createReadStream(path);
const rows = (path.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes).pipe(parse({ columns: true }));
let count = 0;
for await (const _ of rows) count += 1;
if (count === 0) throw new Error(`${path}: no rows`);
