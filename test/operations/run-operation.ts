// A program that does one thing to the scene's data directory: for tests that kill it. Arguments: what, directory, and the rest.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { accept } from '#compiler/operations/accept.ts';
import { prune } from '#compiler/operations/prune.ts';
import { withdraw } from '#compiler/operations/withdraw.ts';
import { noteReviewed } from '#compiler/review/review.ts';
import { openDirectoryStore } from '#compiler/store/directory-store.ts';
import { publish } from '#compiler/store/publish.ts';
import { pull } from '#compiler/store/pull.ts';
import { releaseOf } from '../compiler/spine-releases.ts';
import { quiet, second } from './held-releases.ts';
import { compileQuick, quickSources as sources, quickSpine, quickStructure } from './quick-releases.ts';

const [what, directory = '', other = ''] = process.argv.slice(2);
const decision = { directory, sources, id: other, reason: 'because', ...quiet };

switch (what) {
  case 'accept':
    noteReviewed(directory, other);
    await accept({ ...decision, ids: [other], overrides: ['movement'] });
    break;
  case 'withdraw':
    await withdraw({ ...decision, replaceWith: null });
    break;
  case 'prune':
    prune({ directory, sources, dryRun: false, say: quiet.say });
    break;
  case 'publish':
    await publish({ store: openDirectoryStore(other, directory, quiet.say), directory, sample: true, ...quiet });
    break;
  case 'pull':
    await pull({ store: openDirectoryStore(other, directory, quiet.say), directory, sources, all: true, ...quiet });
    break;
  case 'compile': {
    const files = readdirSync(other).map((name) => ({ name, bytes: readFileSync(join(other, name)) }));
    process.stdout.write('ready\n');
    await compileQuick(directory, [releaseOf(quickStructure, second, files)], { sources: quickSpine });
    break;
  }
  default:
    throw new Error(`${what}: no such operation`);
}
