// The changelog names every change of the OpenAPI document that a client could notice, and the
// pages and feed are made of it.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { changelogFaults, digestOf, recordOf } from '#compiler/generate/changelog.ts';
import { changelog } from '#server/meta/changelog.ts';
import { changelogFeed } from '#server/meta/feeds.ts';

const document = JSON.parse(
  readFileSync(new URL('../../schemas/openapi.json', import.meta.url), 'utf8'),
);

test('a change that the newest entry does not name is a fault', () => {
  const [newest] = changelog;
  const changed = structuredClone(document);
  delete changed.components.schemas.Provenance.properties.licence;
  const record = { version: newest?.version ?? '', digest: digestOf(document) };
  expect(changelogFaults(changelog, record, document)).toEqual([]);
  expect(changelogFaults(changelog, record, changed)).toEqual([
    `server/meta/changelog.ts: its newest entry, ${newest?.version}, does not name ` +
      'every change of schemas/openapi.json',
    '  write an entry, or add to the newest if that is not published yet, and run npx ' +
      'lmi changelog',
  ]);
  const recorded = recordOf(changelog[0], document, { ...record, entry: '' });
  expect(() => recordOf(changelog[0], changed, recorded)).toThrow('does not name every change');
  const named = {
    ...changelog[0],
    changes: [...changelog[0].changes, { kind: 'removed' as const, text: 'The licence.' }],
  };
  expect(recordOf(named, changed, recorded).digest).toBe(digestOf(changed));
});

test('versions and days only rise, and the document has the newest version', () => {
  const order = changelog.map(({ version, date }) =>
    [date, ...version.split('.').map((part) => part.padStart(5, '0'))].join(' '),
  );
  expect(order).toEqual(order.toSorted().toReversed());
  expect(document.info.version).toBe(changelog[0]?.version);
});

test('the feed has an entry for each version', () => {
  const feed = changelogFeed('https://lmi.example.org');
  const ids = [
    ...feed.matchAll(/<id>https:\/\/lmi\.example\.org\/changelog\.atom#(.+)<\/id>/g),
  ].map(([, version]) => version);
  expect(ids).toEqual(changelog.map(({ version }) => version));
});

test.each<[string, boolean, (schema: Record<string, unknown>) => object]>([
  ['a description', true, (schema) => ({ ...schema, description: 'Other words.' })],
  ['the order of members', true, ({ type, ...schema }) => ({ ...schema, type })],
  [
    'a member called title',
    false,
    (schema) => ({ ...schema, properties: { title: { type: 'string' } } }),
  ],
  ['a type', false, (schema) => ({ ...schema, type: 'array' })],
])('%s: the digest stays is %s', (_name, stays, change) => {
  const changed = structuredClone(document);
  changed.components.schemas.Provenance = change(changed.components.schemas.Provenance);
  expect(digestOf(changed) === digestOf(document)).toBe(stays);
});
