// Laws of the projections over every document of every area.
import { expect, test } from 'vitest';
import {
  type ProjectionResponse,
  leastJobs,
  qualificationLevels,
} from '#schemas/resources/projections.ts';
import { describeLaws, everyHolds } from './compiled.ts';

describeLaws('skills-projections', { real: true }, ({ edition, documents }) => {
  const all = documents<ProjectionResponse>('projections');
  type Cell = ProjectionResponse['byQualification'][number];
  const cellsOf = ({ outlook, byQualification }: ProjectionResponse) => [
    outlook,
    ...byQualification,
  ];

  test('nothing under 10,000 jobs is shown, of the group or of a qualification', () =>
    everyHolds(all, ({ body }) =>
      cellsOf(body).map(({ employmentBase: base, employmentTarget: target }) => [
        Math.min(base ?? leastJobs, target ?? leastJobs) >= leastJobs,
        '10,000 jobs',
      ]),
    ));

  test('changes, directions and requirements follow from the shown figures', () =>
    everyHolds(all, function* ({ body }) {
      for (const { employmentBase: base, employmentTarget: target, direction, ...cell } of cellsOf(
        body,
      )) {
        const { netChange, netChangePercent: percent, replacementDemand, totalRequirement } = cell;
        if (base === null || target === null || netChange === null || percent === null) continue;
        const required = netChange + (replacementDemand ?? Number.NaN);
        yield [netChange === target - base, 'target less base'];
        yield [
          direction === (percent > 0 ? 'growing' : percent < 0 ? 'declining' : 'stable'),
          'in its direction',
        ];
        // Half of the last decimal, and what a job more or less does to a percentage of 10,000.
        yield [Math.abs(percent - (100 * netChange) / base) <= 0.05 + 0.011, 'its percentage'];
        yield [
          Math.abs(required - (totalRequirement ?? Number.NaN)) <= 2 && required > netChange,
          'its total requirement',
        ];
      }
    }));

  test('qualifications add up to the group where none is withheld', () =>
    everyHolds(all, function* ({ body: { outlook, byQualification } }) {
      yield [
        byQualification.map(({ qualification }) => qualification.key).join() ===
          qualificationLevels.join(),
        'the nine levels',
      ];
      if (outlook.employmentBase === null)
        return yield [
          !byQualification.some(({ presentable }) => presentable),
          'no part of what is withheld',
        ];
      const isWhole = byQualification.every(({ withheld }) => withheld === null);
      for (const name of ['employmentBase', 'employmentTarget'] as const) {
        const whole = outlook[name] ?? 0;
        const parts = byQualification.reduce((sum, cell: Cell) => sum + (cell[name] ?? 0), 0);
        yield [parts <= whole + 9 && (!isWhole || parts >= whole - 9), `${parts} of ${whole}`];
      }
    }));

  test('unit groups of a sub-major group have the same, counted, figures', () => {
    const byGroup = Map.groupBy(all, ({ body }) => `${body.area.slug} ${body.group.code}`);
    expect(byGroup.size).toBe(26 * (edition.axes.areas?.length ?? 0));
    everyHolds(
      all,
      ({ place, body: { area, group, outlook, byQualification, derivation, title } }) => {
        const members = byGroup.get(`${area.slug} ${group.code}`) ?? [];
        const first = members[0]?.body;
        const figures = JSON.stringify([group, outlook, byQualification]);
        const named =
          `all ${members.length} occupations of group ${group.code} (${group.title}) ` +
          `together, not for ${title} alone`;
        return [
          [
            figures === JSON.stringify([first?.group, first?.outlook, first?.byQualification]),
            'the figures of its group',
          ],
          [
            place.area === area.slug &&
              group.code === place.soc?.slice(0, 2) &&
              group.unitGroups === members.length,
            'its own group',
          ],
          [derivation.includes(named), 'named'],
        ];
      },
    );
  });

  test('a nation is no more than the United Kingdom, where both are there', () => {
    const uk = new Map(
      all
        .filter(({ place }) => place.area === 'uk')
        .map(({ body }) => [body.soc2020, body.outlook.employmentBase]),
    );
    everyHolds(all, ({ body }) => [
      [
        (body.outlook.employmentBase ?? 0) <= (uk.get(body.soc2020) ?? Infinity),
        'within the United Kingdom',
      ],
    ]);
  });
});
