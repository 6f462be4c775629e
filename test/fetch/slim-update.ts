// An update of the spine made small: what is published are the rows of a few unit groups, so that an update takes a tenth of its time and can
// be killed fifty times. Run as a program it updates a directory: --update DIRECTORY ADDRESS-OF-PUBLISHER.
import { type UpdateResult, update } from '#compiler/fetch/update.ts';
import { quickSpine } from '../operations/quick-releases.ts';
import { ons } from '../publisher/ons.ts';

export function slimUpdate(directory: string, publisher: string): Promise<UpdateResult> {
  return update({
    sources: quickSpine,
    wanted: quickSpine,
    directory,
    http: { standIns: new Map([[ons, publisher]]) },
    progress: () => {},
    say: () => {},
  });
}

const [what, directory = '', publisher = ''] = process.argv.slice(2);
if (what === '--update') await slimUpdate(directory, publisher);
