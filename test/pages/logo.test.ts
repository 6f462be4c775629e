// The logo that the licence of Skills England asks for: as the operator supplies it, beside its
// data alone, and never on the sample.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { faultOfLogo, keepLogoOfSetting, keptLogo } from '#compiler/edition/logo.ts';
import { logoFile } from '#schemas/stored-files.ts';
import { blocksHtml } from '#server/pages/occupation/frame.ts';
import { servedSite } from '#server/pages/site.ts';
import { createNodeStore } from '#server/data/files-node.ts';
import { callReal, fresh, publishTo, published, pullFrom } from '../operations/scene.ts';
import { asking } from '../server/ask.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

// Drawn by us for this test. The publisher's is not ours to keep.
const svg =
  '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 ' +
  '1"><path id="a" d="M0 0h2v1z"/><use href="#a"/></svg>\n';
const file = join(temporaryDirectory(), 'logo.svg');

writeFileSync(file, svg);
const directory = await published();

const ask = (path: string) => asking({ store: createNodeStore(directory) })(path);

test('the sample takes none', () => {
  keepLogoOfSetting(directory, file);
  expect(keptLogo(directory)).toBeNull();
});

test.each([
  ['a script', svg.replace('<path', '<script>1</script><path'), '"<script"'],
  ['an event', svg.replace('<path', '<path onload="1"'), '"onload="'],
  ['a link elsewhere', svg.replace('#a', 'https://example.org/a'), '"href='],
  ['another file', 'PNG', 'is not an SVG file'],
  ['too much', svg.replace('M0', `M${'0'.repeat(200_000)}`), 'expected at most 200000'],
])('%s is refused', (_, text, fault) => {
  expect(faultOfLogo(Buffer.from(text))).toContain(fault);
});

describe('with real data', () => {
  beforeAll(() => void callReal(directory));

  test('it is served as it was supplied, and runs nothing', async () => {
    keepLogoOfSetting(directory, file);
    const answer = await ask(`/${logoFile}?v=1`);
    expect([answer.status, answer.headers.get('Content-Type'), await answer.text()]).toEqual([
      200,
      'image/svg+xml',
      svg,
    ]);
    expect(answer.headers.get('Content-Security-Policy')).toBe(
      "default-src 'none'; frame-ancestors 'none'",
    );
  });

  test('it goes to a store and comes from there', async () => {
    const store = temporaryDirectory();
    const pulled = fresh();
    await publishTo(store, directory, { sample: false });
    await pullFrom(store, pulled);
    expect(readFileSync(join(pulled, logoFile), 'utf8')).toBe(svg);
  });
});

test('a page shows it where its data stand, and nowhere on the sample or without one', () => {
  const page = (site: Partial<typeof servedSite>) =>
    blocksHtml([{ logo: true }], 'x', { ...servedSite, ...site }).text;
  const logo = `/${logoFile}?v=1`;
  expect(page({ logo })).toContain(`<img src="${logo}" alt="Skills England">`);
  for (const none of [page({ logo, sample: true }), page({})])
    expect(none).not.toMatch(/<img|<!--/);
});
