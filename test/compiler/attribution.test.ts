// The lint of credits: a document without its source's attribution, or with another, stops its edition.
import { expect, test } from 'vitest';
import type { Document, Source } from '#sources/kit/source.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { compileSample, sampleOf, socIndex, socStructure } from './spine-releases.ts';

/** What comes of the sample where the documents of one unit group have their credit altered. */
async function outcomeWith(alter: (body: Record<string, unknown>) => Record<string, unknown>) {
  const altered: Source = {
    ...socIndex,
    *documents(edition) {
      for (const document of socIndex.documents(edition as never)) {
        yield document.endpoint === 'occupation' && document.place.soc === '2134'
          ? { ...document, body: alter(document.body as Record<string, unknown>) }
          : document;
      }
    },
  };
  const releases = [await sampleOf(socStructure), await sampleOf(altered)];
  const { outcomes } = await compileSample(temporaryDirectory(), releases, { sources: [socStructure, altered] });
  return [outcomes[1]?.verdict, outcomes[1]?.problems.map(({ place, message }) => `${place}: ${message}`)];
}

const place = 'soc-index sample-2025-04-16 occupation/2134.json: our own document is not valid: ';

test.each<[string, (body: Document['body'] & Record<string, unknown>) => Record<string, unknown>, RegExp]>([
  ['is missing', ({ attribution: _, ...rest }) => rest, /must have required property 'attribution'/],
  [
    "is the publisher's own in a sample",
    (body) => ({ ...body, attribution: socIndex.attribution }),
    /^\/attribution is not the source's own text: got "Source: .*, expected "Synthetic sample, not from the publisher\. Real data would carry: Source: /,
  ],
  [
    'has lost a full stop',
    (body) => ({ ...body, attribution: String(body['attribution']).slice(0, -1) }),
    /^\/attribution is not the source's own text/,
  ],
])('a credit that %s', async (_, alter, message) => {
  const [verdict, problems] = await outcomeWith(alter);
  expect(verdict).toBe('failed');
  expect(problems).toHaveLength(1);
  expect(problems?.[0]?.startsWith(place)).toBe(true);
  expect(problems?.[0]?.slice(place.length)).toMatch(message);
});
