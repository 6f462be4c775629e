// An update of the spine made small: every cell is read and checked as ever, but of the 412 unit groups three have documents, so that an
// update takes a tenth of its time and can be killed fifty times. Run as a program it updates a directory: DIRECTORY ADDRESS-OF-PUBLISHER.
import { fileURLToPath } from 'node:url';
import { sha256 } from '#compiler/edition/digest.ts';
import type { Source } from '#sources/kit/source.ts';
import { type UpdateResult, update } from '#compiler/fetch/update.ts';
import { socIndex } from '#sources/soc-index/source.ts';
import { socStructure } from '#sources/soc-structure/source.ts';
import { ons } from '../publisher/ons.ts';

const occupations: readonly string[] = ['1111', '1112', '2134'];

function slim(source: Source): Source {
  // A process that updates many directories reads each workbook once.
  const read = new Map<string, ReturnType<Source['parse']>>();
  return {
    ...source,
    parse(release, files) {
      const key = JSON.stringify([release.name, files.map(({ bytes }) => sha256(bytes))]);
      const rows = read.get(key) ?? source.parse(release, files);
      read.set(key, rows);
      return rows;
    },
    axes: () => ({ occupations: [...occupations], areas: null }),
    *documents(edition) {
      for (const document of source.documents(edition))
        if (document.place.soc === undefined || occupations.includes(document.place.soc)) yield document;
    },
  };
}

export const slimSpine: readonly Source[] = [slim(socStructure), slim(socIndex)];

export function slimUpdate(directory: string, publisher: string): Promise<UpdateResult> {
  return update({
    sources: slimSpine,
    wanted: slimSpine,
    directory,
    http: { standIns: new Map([[ons, publisher]]) },
    progress: () => {},
    say: () => {},
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [directory = '', publisher = ''] = process.argv.slice(2);
  await slimUpdate(directory, publisher);
}
