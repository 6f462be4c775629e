// Loaded before a command (node --import): when it ends, its time, its processors' time and its peak memory go to the file that MEASURED names.
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  const file = process.env['MEASURED'];
  if (file === undefined) return;
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  writeFileSync(
    file,
    JSON.stringify({ seconds: performance.now() / 1000, processorSeconds: (userCPUTime + systemCPUTime) / 1e6, megabytes: maxRSS / 1000 }),
  );
});
