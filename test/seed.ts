// Random numbers that a later run can draw again: LMI_TEST_SEED names the seed of an earlier run.
import { type Random, random } from '#sources/kit/random.ts';

const seed = process.env['LMI_TEST_SEED'] ?? String(Date.now());

/** Says the seed on standard error, so that the report of a failure has it. */
export function drawnFor(subject: string): Random {
  process.stderr.write(`${subject}: LMI_TEST_SEED=${seed} draws the same again\n`);
  return random(`${subject}/${seed}`);
}
