// A program that compiles the spine's samples into the directory named: for tests that kill it.
import { compileSample, sampleOf, socIndex, socStructure } from './spine-releases.ts';

const [directory = ''] = process.argv.slice(2);
const releases = [await sampleOf(socStructure), await sampleOf(socIndex)];
process.stdout.write('ready\n');
await compileSample(directory, releases);
