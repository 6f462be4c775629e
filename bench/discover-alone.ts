// Reads the publishers' pages, asks whether the held files have changed, and does nothing else: what an update can never be faster than.
import { Http } from '#compiler/fetch/http.ts';
import { webOver } from '#compiler/fetch/web.ts';
import { onsAddress } from '#compiler/read/ons-pages.ts';
import { keptDownloads } from '#compiler/snapshots.ts';
import { sources } from '#sources/index.ts';

const [directory = '.', ...keys] = process.argv.slice(2);
const http = new Http({ standIns: new Map([[onsAddress, process.env['LMI_ONS_URL'] ?? onsAddress]]) });
await Promise.all(
  sources.filter(({ key }) => keys.includes(key)).map(async (source) => {
    const kept = keptDownloads(directory, source.key);
    for (const { files } of (await source.discover(webOver(http))).releases) {
      for (const { url } of files) {
        const etag = kept.get(url)?.arrival.download?.etag ?? '';
        await http.get(url, { kind: 'file', headers: () => ({ 'if-none-match': etag }), read: ({ status }) => Promise.resolve(status) });
      }
    }
  }),
);
