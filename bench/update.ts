// Runs lmi update on a given day, with every source: DIRECTORY DAY. A third argument, "accept",
// accepts held editions and updates again until none is held, so that every source has a served
// edition.
import { readCatalogue } from '#compiler/edition/catalogue.ts';
import { standInsOf } from '#compiler/fetch/web.ts';
import { accept } from '#compiler/operations/accept.ts';
import { noteReviewed } from '#compiler/review/review.ts';
import { describeProblems } from '#compiler/report/report.ts';
import { update } from '#compiler/fetch/update.ts';
import { sources } from '#sources/index.ts';
import type { Clock } from '#compiler/fetch/retries.ts';

const [directory = '.', day = '', then = ''] = process.argv.slice(2);
/** It never waits: waits between requests to loopback would hide the work done meanwhile. */
let now = Date.parse(`${day}T06:00:00Z`);
const clock: Clock = {
  now: () => now,
  sleep: async (milliseconds) => void (now += milliseconds),
};
const silence = { progress: () => {}, say: () => {} };
for (;;) {
  const result = await update({
    sources,
    wanted: sources,
    directory,
    http: { clock, standIns: standInsOf(process.env) },
    ...silence,
  });
  const held = (readCatalogue(directory)?.catalogue.editions ?? []).filter(
    ({ state }) => state === 'quarantined',
  );
  if (then === 'accept' && held.length > 0) {
    for (const { id, checks } of held) {
      noteReviewed(directory, id);
      const overrides = checks
        .filter(({ severity }) => severity === 'block')
        .map(({ check }) => check);
      await accept({
        directory,
        sources,
        ids: [id],
        overrides,
        reason: 'for a benchmark',
        ...silence,
      });
    }
    continue;
  }
  const problems = describeProblems(
    result.outcomes,
    result.sources.flatMap((source) => source.problems),
  );
  if (problems.length > 0) throw new Error(problems.join('\n'));
  if (then !== 'accept' && result.outcomes.length > 0)
    throw new Error(
      `compiled ${result.outcomes.map(({ source }) => source).join(', ')}, expected nothing`,
    );
  break;
}
