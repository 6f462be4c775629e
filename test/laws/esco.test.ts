// Laws of the skills: every document of the sample and of the real files, and answers at the edges of the limit.
import { expect, test } from 'vitest';
import type { SkillsDocument, SkillsResponse } from '#schemas/resources/skills.ts';
import { describeLaws } from './compiled.ts';

const lists = ['relatedRoles', 'skills', 'knowledge'] as const;

describeLaws('esco', { real: true }, ({ edition, documents, answer }) => {
  const all = documents<SkillsDocument>('skills');

  test('a document for every unit group, with related roles for at least 405', () => {
    expect(all.map(({ place }) => place.soc)).toEqual(edition.axes.occupations);
    expect(all.filter(({ body }) => body.relatedRoles.length > 0).length).toBeGreaterThanOrEqual(405);
  });

  test('the lists are empty exactly where withheld, hold a hundred at most, and the totals count what is not kept', () => {
    for (const { path, body } of all) {
      expect(
        lists.every((name) => body[name].length === 0),
        path,
      ).toBe(body.withheld !== null);
      for (const name of lists) expect(body[name].length, `${path} ${name}`).toBe(Math.min(100, body.totals[name]));
    }
  });

  test('shares are above 0 and at most 100, essential ones no larger, and the order is as stated', () => {
    for (const { path, body } of all) {
      for (const list of [body.skills, body.knowledge]) {
        for (const [place, item] of list.entries()) {
          const before = list[place - 1] ?? item;
          const inRange =
            item.sharePercent > 0 &&
            item.sharePercent <= 100 &&
            item.essentialSharePercent >= 0 &&
            item.essentialSharePercent <= item.sharePercent;
          const inOrder = before.sharePercent >= item.sharePercent;
          if (!inRange || !inOrder || item.roles > body.totals.relatedRoles || item.name !== item.name.trim())
            expect.fail(`${path} ${item.name}`);
        }
        expect(new Set(list.map(({ uri }) => uri)).size, path).toBe(list.length);
      }
    }
  });

  test('weights of the roles fall and add up to 1 where all are listed', () => {
    for (const { path, body } of all) {
      const weights = body.relatedRoles.map(({ weight }) => weight);
      expect(weights, path).toEqual(weights.toSorted((a, b) => b - a));
      const sum = weights.reduce((total, weight) => total + weight, 0);
      if (body.totals.relatedRoles === weights.length && weights.length > 0)
        expect(Math.abs(sum - 1), path).toBeLessThanOrEqual(0.00005 * weights.length + 1e-9);
      for (const { iscoGroup, via } of body.relatedRoles) {
        if (via === 'isco-08')
          expect(
            body.isco08.mapping.map(({ code }) => code),
            path,
          ).toContain(iscoGroup.code);
        else
          expect(
            body.isco08.mapping.map(({ code }) => code),
            path,
          ).not.toContain(iscoGroup.code);
      }
    }
  });

  test('every ISCO-08 code of 5 % leads to a role, or the derivation says that it does not', () => {
    for (const { path, body } of all.filter(({ body: { totals, relatedRoles } }) => totals.relatedRoles === relatedRoles.length)) {
      const [, without = ''] = /left out: (.*), for which ESCO has no occupation/.exec(body.derivation) ?? [];
      const reached = body.relatedRoles.map(({ iscoGroup }) => iscoGroup.code);
      for (const { code } of body.isco08.mapping.filter(({ weight }) => weight > 0.05))
        expect(reached.includes(code) !== without.includes(`${code} (`), `${path} ${code}`).toBe(true);
    }
  });

  test('one role alone says so, and every derivation that these are no equivalents', () => {
    for (const { path, body } of all) {
      expect(
        body.notes.some((note) => note.startsWith('There is only one related role')),
        path,
      ).toBe(body.totals.relatedRoles === 1);
      expect(body.derivation, path).toContain('not exact equivalents');
    }
  });

  test('the credit says that the service uses the classification of the European Commission', () => {
    for (const { path, body } of all)
      expect(body.attribution, path).toContain('This service uses the ESCO classification of the European Commission. Adapted: ');
  });

  test('the limit cuts each list and nothing else: 1, the default of 20, and 100', async () => {
    // Drawn across the list.
    for (const { place, body } of all.filter((_, number) => number % 40 === 3)) {
      for (const limit of [null, 1, 20, 100]) {
        const { limit: said, ...rest } = await answer<SkillsResponse>(
          `/v1/occupations/${place.soc}/skills${limit === null ? '' : `?limit=${limit}`}`,
        );
        expect(said).toBe(limit ?? 20);
        const cut = Object.fromEntries(lists.map((name) => [name, body[name].slice(0, limit ?? 20)]));
        expect(rest).toEqual({ ...body, ...cut });
      }
    }
  });
});
