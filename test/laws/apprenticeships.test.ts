// Laws over every apprenticeships document, and over the answers that are picked out of it.
import { test } from 'vitest';
import type { ApprenticeshipsDocument } from '#schemas/resources/apprenticeships.ts';
import { matchOf } from '#schemas/codes.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { selectApprenticeships } from '#schemas/selections/select-apprenticeships.ts';
import { describeLaws, everyHolds } from './compiled.ts';

describeLaws('occupational-maps', { real: true }, ({ edition, documents }) => {
  const all = documents<ApprenticeshipsDocument>('apprenticeships');
  const codesOf = (occupations: ApprenticeshipsDocument['occupations']) =>
    occupations.map(({ code }) => code).join();

  test('a reason exactly where nothing is listed, a match exactly where something is', () =>
    everyHolds(all, ({ body }) =>
      [
        body,
        selectApprenticeships(body, new Map([['includeInactive', false]])),
        selectApprenticeships(body, new Map([['includeInactive', true]])),
      ].flatMap(({ withheld, match, occupations }) => [
        [
          (withheld === null) === occupations.length > 0,
          'a reason where nothing is listed',
        ] as const,
        [match === matchOf(occupations), 'the match of what is listed'] as const,
      ]),
    ));

  test('partial matches have a derivation; occupations are unique and ordered', () =>
    everyHolds(all, ({ body: { occupations } }) => {
      const ordered = occupations.toSorted(
        (a, b) =>
          byCodeUnit(b.match, a.match) ||
          a.level - b.level ||
          byCodeUnit(a.title, b.title) ||
          byCodeUnit(a.code, b.code),
      );
      return [
        [
          occupations.every(
            ({ match, derivation }) => (derivation === null) === (match === 'primary'),
          ),
          'a derivation of what is partial',
        ],
        [new Set(occupations.map(({ code }) => code)).size === occupations.length, 'each once'],
        [codesOf(occupations) === codesOf(ordered), 'in order'],
      ];
    }));

  test('retired and withdrawn occupations are left out by default', () =>
    everyHolds(all, ({ body }) => [
      ...selectApprenticeships(body, new Map([['includeInactive', false]])).occupations.flatMap(
        (occupation) => {
          const { apprenticeships, tLevels, otherTechnicalQualifications, otherApprenticeships } =
            occupation;
          const lists = [
            apprenticeships,
            tLevels,
            otherTechnicalQualifications,
            otherApprenticeships,
          ];
          return [
            [apprenticeships.every(({ status }) => status === 'approved'), 'approved'],
            [lists.some((list) => list.length > 0), 'something of an occupation'],
          ] as const;
        },
      ),
      [
        selectApprenticeships(body, new Map([['includeInactive', true]])).occupations.length ===
          body.occupations.length,
        'all',
      ],
    ]));

  test('the logo is asked for wherever the data is real, and never in a sample', () =>
    everyHolds(all, ({ body }) => [
      [
        body.attributionLogo.required === !edition.release.startsWith('sample-'),
        'the logo of real data',
      ],
    ]));
});
