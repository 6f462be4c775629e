// Loaded before a command (node --import). When the command ends, it writes its time, processor time and peak memory to the file MEASURED.
// It is JavaScript, because reading TypeScript would take longer than some of the commands.
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
