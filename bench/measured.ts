// Loaded before a command (node --import): when it ends, its time and peak memory go to the file that MEASURED names.
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  const file = process.env['MEASURED'];
  if (file === undefined) return;
  writeFileSync(file, JSON.stringify({ seconds: performance.now() / 1000, megabytes: process.resourceUsage().maxRSS / 1000 }));
});
