// Answers of the sample, byte for byte, and the entity tag of each. They are compiled from the
// sample's workbooks by the same code as real ones, so a change in parse, reshape, documents or
// select shows here first.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sha256 } from '#compiler/edition/digest.ts';
import { answerOffline, askedBy } from '#compiler/serve/answer-offline.ts';
import { documentPath } from '#schemas/document-path.ts';
import { rows } from '#schemas/endpoints.ts';
import { sampleDirectory } from './compiled-data.ts';
import { goldenAnswers, goldenFault } from './golden.ts';

// The tag depends on the code that makes answers. With a fixed digest in its place, equal editions
// have equal tags.
const answer = answerOffline(sampleDirectory(), 'fixed');

/** The tag of each golden answer, and the digest of the stored document that it was made of. */
interface Pinned {
  readonly tag: string | null;
  readonly document: string | null;
}

const pinnedFile = new URL('goldens/tags.json', import.meta.url);
const pinned: Readonly<Record<string, Pinned>> = JSON.parse(readFileSync(pinnedFile, 'utf8'));

test.each(goldenAnswers)('%s', async (name, path) => {
  const response = await answer(path);
  expect(response.status).toBe(200);
  expect(goldenFault(name, await response.text())).toBeNull();
});

test('an answer whose stored document has changed has another tag', async () => {
  const now: Record<string, Pinned> = {};
  for (const [name, path] of goldenAnswers) {
    const response = await answer(path);
    now[name] = {
      tag: response.headers.get('ETag'),
      document: documentOf(path, response.headers.get('LMI-Edition') ?? ''),
    };
  }
  const stale = goldenAnswers.filter(
    ([name]) =>
      pinned[name]?.tag === now[name]?.tag && pinned[name]?.document !== now[name]?.document,
  );
  const sources = new Set(stale.map(([, path]) => askedBy(path)?.endpoint.sources[0]));
  expect(
    [...sources].map(
      (source) =>
        `raise the written format of ${source} in schemas/document-formats.ts: its ` +
        'documents have changed',
    ),
  ).toEqual([]);
  expect(goldenFault('tags.json', `${JSON.stringify(now, null, 1)}\n`)).toBeNull();
});

/**
 * The digest of the document; for a series, of the newest edition's; for another joined one, of the
 * first part.
 */
function documentOf(path: string, editions: string): string | null {
  const asked = askedBy(path);
  if (asked === null) throw new Error(`no endpoint has the path ${path}`);
  const { yearsOf, joins } = asked.endpoint;
  const endpoint = rows.find(({ id }) => id === (yearsOf ?? joins[0]?.id)) ?? asked.endpoint;
  const [edition = ''] = editions.split(', ');
  return sha256(
    readFileSync(join(sampleDirectory(), 'editions', edition, documentPath(endpoint, asked.place))),
  );
}
