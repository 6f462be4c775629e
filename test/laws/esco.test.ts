// Laws of the skills: every document, and answers at the edges of the limit.
import { expect, test } from 'vitest';
import type { SkillsDocument, SkillsResponse } from '#schemas/resources/skills.ts';
import { describeLaws, everyHolds } from './compiled.ts';

const lists = ['relatedRoles', 'skills', 'knowledge'] as const;

describeLaws('esco', { real: true }, ({ documents, answer }) => {
  const all = documents<SkillsDocument>('skills');

  test('lists are empty only where withheld, at most 100, and totals count all', () => {
    everyHolds(all, ({ body }) => [
      [
        lists.every((name) => body[name].length === 0) === (body.withheld !== null),
        'empty where withheld',
      ],
      ...lists.map(
        (name) =>
          [body[name].length === Math.min(100, body.totals[name]), `${name} counted`] as const,
      ),
    ]);
    expect(all.filter(({ body }) => body.relatedRoles.length > 0).length).toBeGreaterThanOrEqual(
      405,
    );
  });

  test('shares are from 0 to 100, essential ones no larger, in order', () =>
    everyHolds(all, function* ({ body }) {
      for (const list of [body.skills, body.knowledge]) {
        yield [new Set(list.map(({ uri }) => uri)).size === list.length, 'each once'];
        for (const [
          place,
          { name, roles, sharePercent: share, essentialSharePercent: essential },
        ] of list.entries()) {
          yield [!/\s{2}/.test(name), `${name}: one blank between words`];
          yield [
            share > 0 && share <= 100 && essential >= 0 && essential <= share,
            `${name}: in range`,
          ];
          yield [share <= (list[place - 1]?.sharePercent ?? share), `${name}: in order`];
          yield [
            roles <= body.totals.relatedRoles && name === name.trim(),
            `${name}: of the roles`,
          ];
        }
      }
    }));

  test('weights of roles fall to a sum of 1, and each role has its way in', () =>
    everyHolds(all, function* ({ body: { relatedRoles, totals, isco08, derivation } }) {
      const weights = relatedRoles.map(({ weight }) => weight);
      yield [weights.every((weight, place) => weight <= (weights[place - 1] ?? weight)), 'falling'];
      const codes = isco08.mapping.map(({ code }) => code);
      for (const { iscoGroup, via } of relatedRoles)
        yield [
          codes.includes(iscoGroup.code) === (via === 'isco-08'),
          `${iscoGroup.code} by its way`,
        ];
      if (totals.relatedRoles !== weights.length) return;
      const sum = weights.reduce((total, weight) => total + weight, 0);
      yield [
        weights.length === 0 || Math.abs(sum - 1) <= 0.00005 * weights.length + 1e-9,
        'adding up to 1',
      ];
      const named = new Map(
        [...derivation.matchAll(/(\d{4}) \(([\d.]+)%\)/g)].map(([, code, percent]) => [
          code,
          Number(percent),
        ]),
      );
      // To one decimal, of a weight to four.
      for (const { code, weight } of isco08.mapping)
        yield [
          weight <= 0.0505 || Math.abs((named.get(code) ?? 0) - 100 * weight) < 0.06,
          `${code} with its share in the derivation`,
        ];
      const [, without = ''] =
        /left out: (.*), for which ESCO has no occupation/.exec(derivation) ?? [];
      const reached = relatedRoles.map(({ iscoGroup }) => iscoGroup.code);
      for (const { code, weight } of isco08.mapping)
        if (weight > 0.05)
          yield [
            reached.includes(code) !== without.includes(`${code} (`),
            `${code} reached, or said to lead nowhere`,
          ];
    }));

  test('one role alone says so, and every derivation that these are no equivalents', () =>
    everyHolds(all, ({ body }) => [
      [
        body.notes.some((note) => note.startsWith('There is only one related role')) ===
          (body.totals.relatedRoles === 1),
        'one role told',
      ],
      [body.derivation.includes('not exact equivalents'), 'no equivalents'],
    ]));

  test('the credit says that the service uses the classification of the European Commission', () =>
    everyHolds(all, ({ body: { attribution } }) => [
      [
        attribution.includes(
          'This service uses the ESCO classification of the European Commission. Adapted: ',
        ),
        'credited',
      ],
    ]));

  test('the limit cuts each list and nothing else: 1, the default of 20, and 100', async () => {
    // Drawn across the list.
    for (const { place, body } of all.filter((_, number) => number % 40 === 3)) {
      for (const limit of [null, 1, 20, 100]) {
        const query = limit === null ? '' : `?limit=${limit}`;
        const path = `/v1/occupations/${place.soc}/skills${query}`;
        const cut = Object.fromEntries(
          lists.map((name) => [name, body[name].slice(0, limit ?? 20)]),
        );
        expect(await answer<SkillsResponse>(path)).toEqual({ ...body, ...cut, limit: limit ?? 20 });
      }
    }
  });
});
