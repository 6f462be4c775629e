// Reads the publishers' pages, asks whether the held files have changed, and does nothing else: what an update can never be faster than.
import { Http } from '#compiler/fetch/http.ts';
import { credentialsOf } from '#compiler/fetch/publisher-key.ts';
import { standInsOf } from '#compiler/fetch/stand-ins.ts';
import { webOver } from '#compiler/fetch/web.ts';
import { keptDownloads } from '#compiler/snapshots.ts';
import { sources } from '#sources/index.ts';

const [directory = '.', ...keys] = process.argv.slice(2);
const http = new Http({ standIns: standInsOf(process.env) });
await Promise.all(
  sources.filter(({ key }) => keys.includes(key)).map(async (source) => {
    const kept = keptDownloads(directory, source.key);
    const credentials = credentialsOf(source, process.env);
    if (credentials === 'missing') return;
    const today = new Date().toISOString().slice(0, 10);
    for (const { files } of (await source.discover(webOver(http, credentials), today)).releases) {
      for (const { url } of files) {
        const etag = kept.get(url)?.arrival.download?.etag ?? '';
        await http.get(url, { kind: 'file', credentials, headers: () => ({ 'if-none-match': etag }), read: ({ status }) => Promise.resolve(status) });
      }
    }
  }),
);
