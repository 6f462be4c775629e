// Compiles the data of the tests before they are asked for: test/run.ts starts it. Argument:
// "sample" or "live".
import { liveDirectory, sampleDirectory } from './compiled-data.ts';

if (process.argv[2] === 'live') liveDirectory();
else sampleDirectory();
