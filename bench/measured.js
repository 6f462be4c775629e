// Loaded before a command (node --import). When the command ends, it writes its time, processor
// time and peak memory to the file MEASURED. It is JavaScript, because reading TypeScript would
// take longer than some of the commands.
import { readFileSync, writeFileSync } from 'node:fs';

process.on('exit', () => {
  const file = process.env['MEASURED'];
  if (file === undefined) return;
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  writeFileSync(
    file,
    JSON.stringify({
      seconds: performance.now() / 1000,
      processorSeconds: (userCPUTime + systemCPUTime) / 1e6,
      megabytes: peakMegabytes(),
    }),
  );
});

/**
 * On Linux maxRSS begins with the memory of the process that started this one; VmHWM is its own.
 */
function peakMegabytes() {
  const kilobytes =
    process.platform === 'linux'
      ? Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1])
      : process.resourceUsage().maxRSS;
  return (kilobytes * 1024) / 1e6;
}
