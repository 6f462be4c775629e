// The quick readings of addresses and queries: they give what the platform's parser gives, whatever the client sends.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readQuery } from '#server/query.ts';
import { normalisePath, partsOf } from '#server/request-path.ts';

const textOf = (characters: string) => fc.string({ unit: fc.constantFrom(...characters), maxLength: 30 });
/** Mostly plain, so that both ways are taken. */
const query = fc.oneof(textOf('ab=&.~_-1'), textOf('ab=&.~_-1+%2C?/ é'));
const path = fc.oneof(textOf('av1/-_~'), textOf('av1/-_~.'), textOf('av1/.%2eE\\;é '));

test('a query', () => {
  fc.assert(
    fc.property(query, fc.boolean(), (text, marked) => {
      const asked = marked ? `?${text}` : text;
      const [own, platform] = [readQuery(asked), new URLSearchParams(asked)];
      const names = [...new Set([...platform.keys(), 'a', ''])];
      expect([[...new Set(own.keys())], own.size]).toEqual([[...new Set(platform.keys())], platform.size]);
      for (const name of names)
        expect([own.get(name), own.getAll(name), own.has(name)]).toEqual([platform.get(name), platform.getAll(name), platform.has(name)]);
    }),
    { numRuns: 2000 },
  );
});

test('an address', () => {
  fc.assert(
    fc.property(path, fc.option(query), (before, asked) => {
      const address = `http://localhost:1/${before}${asked === null ? '' : `?${asked}`}`;
      const url = new URL(address);
      const normal = new URL(url);
      normal.pathname = normalisePath(url.pathname);
      expect(partsOf(address)).toEqual({ pathname: url.pathname, query: url.search, path: normal.pathname });
    }),
    { numRuns: 2000 },
  );
});
