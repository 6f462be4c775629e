// Laws over every how-to-become document.
import { expect, test } from 'vitest';
import { type HowToBecomeResponse, routeKeys } from '#schemas/resources/how-to-become.ts';
import { byMatch, matchOf } from '#schemas/selections/match-of.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { describeLaws } from './compiled.ts';

describeLaws('career-profiles', { real: true }, ({ edition, documents, answer }) => {
  const all = documents<HowToBecomeResponse>('how-to-become');

  test('a document for every occupation; none, one and several profiles', () => {
    expect(all.map(({ place }) => place.soc)).toEqual(edition.axes.occupations);
    expect(new Set(all.map(({ body }) => Math.min(2, body.profiles.length)))).toEqual(new Set([0, 1, 2]));
  });

  test('a reason exactly where nothing is listed, a match exactly where something is', () => {
    for (const { body, path } of all) {
      expect(body.withheld === null, path).toBe(body.profiles.length > 0);
      expect(body.match, path).toBe(matchOf(body.profiles));
    }
  });

  test('primary first, then by title; each profile once; routes in the order of the contract, each once', () => {
    for (const { body, path } of all) {
      const ordered = body.profiles.toSorted((a, b) => byMatch(a, b) || byCodeUnit(a.title, b.title) || byCodeUnit(a.slug, b.slug));
      expect(
        body.profiles.map(({ slug }) => slug),
        path,
      ).toEqual(ordered.map(({ slug }) => slug));
      expect(new Set(body.profiles.map(({ slug }) => slug)).size, path).toBe(body.profiles.length);
      for (const { routes } of body.profiles) {
        const places = routes.map(({ key }) => routeKeys.indexOf(key));
        expect(places, path).toEqual([...new Set(places)].sort((a, b) => a - b));
        for (const { paragraphs, links, entryRequirements } of routes)
          expect(paragraphs.length + links.length + (entryRequirements?.requirements.length ?? 0), path).toBeGreaterThan(0);
      }
    }
  });

  test('a profile says the same in every unit group but for its match', () => {
    const seen = new Map<string, string>();
    for (const { body, path } of all) {
      for (const { match: _, derivation: __, ...profile } of body.profiles) {
        const text = JSON.stringify(profile);
        expect(seen.get(profile.slug) ?? text, path).toBe(text);
        seen.set(profile.slug, text);
      }
    }
    expect(seen.size).toBeGreaterThan(600);
  });

  test('no text holds markup, a character reference or a link in brackets', () => {
    for (const { body, path } of all) expect(JSON.stringify(body.profiles), path).not.toMatch(/<\/?[a-z]|&[a-z]+;|\[[^\]"]*\|/i);
  });

  test('an answer over the API is the stored document', async () => {
    for (const { body } of all.filter((_, place) => place % 60 === 0))
      expect(await answer(`/v1/occupations/${body.soc2020}/how-to-become`)).toEqual(body);
  });
});
