// The card that other sites frame: its figures, their sources, and what it may load.
import { expect, test } from 'vitest';
import { answerOffline, bodyOnly, pageAsker } from '#compiler/serve/answer-offline.ts';
import { createNodeStore } from '#server/data/files-node.ts';
import { gatherAnswers } from '#server/pages/occupation/answers.ts';
import { occupationPage } from '#server/pages/occupation/occupation-page.ts';
import { servedSite } from '#server/pages/site.ts';
import { sampleDirectory } from '../compiled-data.ts';
import { asking } from '../server/ask.ts';

const asked = asking({ store: createNodeStore(sampleDirectory()) });
const ask = pageAsker(answerOffline(sampleDirectory(), bodyOnly));

/** The tiles of a page or card, without their marks for print. */
const tilesOf = (text: string) =>
  [...text.matchAll(/<div(?: class="print-only")?>(<dt>[^]*?<\/dd>)<\/div>/g)].map(
    ([, tile]) => tile,
  );

test('the card has the tiles of the page with release and credit', async () => {
  const response = await asked('/embed/2134');
  const card = await response.text();
  const site = { ...servedSite, sample: true };
  const { body } = occupationPage(await gatherAnswers(ask, '2134', 'uk'), 'uk', site);
  const tiles = tilesOf(card);
  expect(tiles.length).toBe(3);
  for (const tile of tiles) expect(tilesOf(body.text)).toContain(tile);
  for (const name of ['Median annual pay', 'People in work', 'Job growth, whole group'])
    expect(card).toMatch(
      new RegExp(`<strong>${name}</strong>: [^]*?Release: sample-[^]*?Synthetic sample, not from`),
    );
  expect(card).toContain('<strong>Synthetic sample.</strong>');
});

test('any site may frame the card, which runs no script, and no other page', async () => {
  const card = await asked('/embed/2134');
  const policy = card.headers.get('Content-Security-Policy') ?? '';
  expect(policy).toContain('frame-ancestors *');
  expect(policy).not.toContain('script-src');
  expect(card.headers.has('X-Frame-Options')).toBe(false);
  expect(await card.text()).not.toMatch(/<script|<form|<img/);
  for (const path of ['/', '/embed', '/embed?occupation=2134', '/occupations/2134', '/embed/9999'])
    expect((await asked(path)).headers.get('Content-Security-Policy'), path).toMatch(
      /frame-ancestors 'none'$/,
    );
});

test('a card of a nation says of each figure which area it is of', async () => {
  const card = await (await asked('/embed/2134?area=wales')).text();
  expect(card).toContain('Wales');
  expect((await asked('/embed/2134?area=atlantis')).status).toBe(400);
});

test('the page shows the line to paste, for a code or a job title', async () => {
  for (const occupation of ['2134', 'software engineer']) {
    const page = await asked(`/embed?occupation=${encodeURIComponent(occupation)}`);
    expect(await page.text()).toContain(
      '&#60;iframe src=&#34;https://lmi.example.org/embed/2134&#34; ' +
        'title=&#34;Programmers and software development professionals: pay, people and ' +
        'outlook&#34;',
    );
  }
  const none = await (await asked('/embed?occupation=qqqqqqqq')).text();
  expect(none).toContain('No job title is like “qqqqqqqq”.');
});
