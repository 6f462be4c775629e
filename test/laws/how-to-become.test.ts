// Laws over every how-to-become document.
import { expect, test } from 'vitest';
import { type HowToBecomeResponse, routeKeys } from '#schemas/resources/how-to-become.ts';
import { byMatch, matchOf } from '#schemas/codes.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { describeLaws, everyHolds } from './compiled.ts';

describeLaws('career-profiles', { real: true }, ({ documents }) => {
  const all = documents<HowToBecomeResponse>('how-to-become');

  test('a document for every occupation; none, one and several profiles', () => {
    expect(new Set(all.map(({ body }) => Math.min(2, body.profiles.length)))).toEqual(
      new Set([0, 1, 2]),
    );
  });

  test('a reason exactly where nothing is listed, a match exactly where something is', () =>
    everyHolds(all, ({ body }) => [
      [(body.withheld === null) === body.profiles.length > 0, 'a reason where nothing is listed'],
      [body.match === matchOf(body.profiles), 'the match of what is listed'],
    ]));

  test('profiles and routes are unique and in order, primary first', () =>
    everyHolds(all, function* ({ body: { profiles } }) {
      const slugs = profiles.map(({ slug }) => slug);
      const ordered = profiles.toSorted(
        (a, b) => byMatch(a, b) || byCodeUnit(a.title, b.title) || byCodeUnit(a.slug, b.slug),
      );
      yield [
        slugs.join() === ordered.map(({ slug }) => slug).join() &&
          new Set(slugs).size === slugs.length,
        'in order, each once',
      ];
      for (const { slug, routes } of profiles) {
        const places = routes.map(({ key }) => routeKeys.indexOf(key));
        yield [
          places.every((place, at) => place > (places[at - 1] ?? -1)),
          `${slug}: routes in order, each once`,
        ];
        const isSomething = ({ paragraphs, links, entryRequirements }: (typeof routes)[number]) =>
          paragraphs.length + links.length + (entryRequirements?.requirements.length ?? 0) > 0;
        yield [routes.every(isSomething), `${slug}: something in each route`];
      }
    }));

  test('a profile says the same in every unit group but for its match', () => {
    const seen = new Map<string, string>();
    everyHolds(all, ({ body }) =>
      body.profiles.map(({ match: _, derivation: __, ...profile }) => {
        const text = JSON.stringify(profile);
        const known = seen.get(profile.slug) ?? text;
        seen.set(profile.slug, text);
        return [known === text, `${profile.slug} as elsewhere`] as const;
      }),
    );
    expect(seen.size).toBeGreaterThan(600);
  });

  test('no text holds markup, a character reference or a link in brackets', () =>
    everyHolds(all, ({ body }) => [
      [!/<\/?[a-z]|&[a-z]+;|\[[^\]"]*\|/i.test(JSON.stringify(body.profiles)), 'plain text'],
    ]));
});
