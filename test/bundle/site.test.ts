// What a bundle holds for people with --site: the pages as files.
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { BundledSite } from '#compiler/bundle/make-bundle.ts';
import { openBundle } from '#compiler/bundle/open-bundle.ts';
import { unpackInto } from '#compiler/bundle/unpack.ts';
import { filesBeneath } from '#compiler/edition/files.ts';
import { writeSite } from '#compiler/serve/write-site.ts';
import { readContact } from '#server/sign-up/contact.ts';
import { compileSample, sampleOf, socIndex, socStructure } from '../compiler/spine-releases.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { type MadeBundle, bundleOf, quiet } from './scene.ts';

const directory = temporaryDirectory();
const unpacked = join(temporaryDirectory(), 'unpacked');
const settings = { api: 'https://lmi.example.org', contact: readContact('help@example.org') };
const site: BundledSite = {
  settings,
  write: (folder, catalogue) => writeSite({ data: directory, catalogue, folder, ...settings }),
};
let made: MadeBundle;
let files: readonly string[];

beforeAll(async () => {
  await compileSample(directory, [await sampleOf(socStructure), await sampleOf(socIndex)]);
  made = await bundleOf({ directory, site });
  await unpackInto(await openBundle(made.path), unpacked, quiet);
  files = filesBeneath(join(unpacked, 'site')).map(({ path }) => path);
});

const textOf = (file: string) => readFileSync(join(unpacked, file), 'utf8');

describe('the site', () => {
  test('has its pages, its search and its style', () => {
    expect(files).toEqual(
      expect.arrayContaining([
        'index.html',
        'occupations/2134.html',
        'search.html',
        'titles.js',
        'style.css',
      ]),
    );
    expect(textOf('README.md')).toContain('open `site/index.html` in a browser');
  });

  test('leads to files alone: every link is relative and opens', () => {
    const leading = files
      .filter((file) => file.endsWith('.html'))
      .flatMap((file) =>
        [...textOf(`site/${file}`).matchAll(/ (?:href|src|action)="([^"#?]+)[^"]*"/g)].map(
          ([, to = '']) => ({ file, to }),
        ),
      )
      .filter(({ to }) => !/^(https:|mailto:)/.test(to));
    expect(leading.length).toBeGreaterThan(100);
    const wrong = leading.filter(
      ({ file, to }) =>
        /^[a-z]+:|^\//.test(to) || !existsSync(join(unpacked, 'site', dirname(file), to)),
    );
    expect(wrong).toEqual([]);
  });

  test('every link works on a plain file server under a path', async () => {
    const root = join(unpacked, 'site');
    // As GitHub Pages serves a repository: files as they are, beneath its name.
    const server = createServer(({ url = '' }, response) => {
      const [path = ''] = url.split('?');
      const file = join(root, decodeURIComponent(path.replace(/^\/repository\//, '')));
      const isThere = path.startsWith('/repository/') && existsSync(file);
      response.writeHead(isThere ? 200 : 404).end(isThere ? readFileSync(file) : '');
    }).listen(0);
    try {
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const start = `http://localhost:${port}/repository/index.html`;
      const waiting = [start];
      const asked = new Set(waiting);
      const lost: string[] = [];
      for (let page = waiting.pop(); page !== undefined; page = waiting.pop()) {
        const response = await fetch(page);
        if (!response.ok) lost.push(page);
        if (!page.endsWith('.html')) continue;
        const text = await response.text();
        for (const [, to = ''] of text.matchAll(/ (?:href|src|action)="([^"#?]+)[^"]*"/g)) {
          const address = new URL(to, page).href;
          if (!address.startsWith(new URL('.', start).origin) || asked.has(address)) continue;
          asked.add(address);
          waiting.push(address);
        }
      }
      expect(lost).toEqual([]);
      expect(asked.size).toBeGreaterThan(50);
    } finally {
      server.close();
    }
  });

  test('says that the sample is invented, whom to ask and where the API is, and no instant', () => {
    for (const file of files.filter((name) => name.endsWith('.html'))) {
      expect(textOf(`site/${file}`), file).toContain('Synthetic sample.');
      expect(textOf(`site/${file}`), file).toContain('mailto:help@example.org');
    }
    expect(textOf('site/occupations/2134.html')).toContain(
      'https://lmi.example.org/v1/occupations/2134',
    );
    expect(textOf('site/status.html')).not.toContain('1970');
  });
});

test('without --site there is none, and the README names none', async () => {
  const { path } = await bundleOf({ directory });
  const bundle = await openBundle(path);
  expect(bundle.manifest.files.filter(({ file }) => file.startsWith('site/'))).toEqual([]);
  expect((await bundle.read('README.md')).toString()).not.toContain('site/');
});
