// Reads the publishers' pages and asks whether the held files have changed, nothing else. No update can be faster. DIRECTORY DAY, as
// bench/update.ts.
import { Http } from '#compiler/fetch/http.ts';
import { credentialsOf } from '#compiler/fetch/publisher-key.ts';
import { standInsOf } from '#compiler/fetch/stand-ins.ts';
import { webOver } from '#compiler/fetch/web.ts';
import { keptDownloads } from '#compiler/release/snapshots.ts';
import { sources } from '#sources/index.ts';
import { hurriedClock } from './hurried-clock.ts';

const [directory = '.', day = ''] = process.argv.slice(2);
const http = new Http({ clock: hurriedClock(day), standIns: standInsOf(process.env) });
await Promise.all(
  sources.map(async (source) => {
    const kept = keptDownloads(directory, source.key);
    const credentials = credentialsOf(source, process.env);
    if (credentials === 'missing') throw new Error(`${source.publisherKey?.variable} is not set`);
    for (const { files } of (await source.discover(webOver(http, source.origins, credentials), day)).releases) {
      for (const { url } of files) {
        const etag = kept.get(url)?.arrival.download?.etag ?? '';
        await http.get(url, {
          kind: 'file',
          origins: source.origins,
          credentials,
          headers: () => ({ 'if-none-match': etag }),
          read: ({ status }) => Promise.resolve(status),
        });
      }
    }
  }),
);
