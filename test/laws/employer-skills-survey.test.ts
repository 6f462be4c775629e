// Laws over every document of vacancies: parts within totals, shares that fit, and the finest level
// named.
import { expect, test } from 'vitest';
import {
  type VacancyMeasures,
  type VacancyResponse,
  vacancyLevels,
} from '#schemas/resources/vacancies.ts';
import { describeLaws, everyHolds } from './compiled.ts';

const figureNames = [
  'vacancies',
  'hardToFillVacancies',
  'hardToFillShare',
  'skillShortageVacancies',
  'skillShortageShare',
] as const;

describeLaws('employer-skills-survey', { real: false }, ({ documents }) => {
  const all = documents<VacancyResponse>('vacancies');
  const groups = new Map(
    all.flatMap(({ body }) =>
      body.group === null ? [] : [[`${body.area.slug} ${body.group.code}`, body]],
    ),
  );
  const measures = all.flatMap(({ path, body }) => [
    { path, of: body as VacancyMeasures },
    { path: `${path} allOccupations`, of: body.allOccupations },
  ]);

  test('the notes speak of unreliable figures exactly where the answer has one', () =>
    everyHolds(all, ({ body }) => {
      const isUnreliable = JSON.stringify(body).includes('"reason":"unreliable"');
      return [
        [
          body.notes.some((note) => note.startsWith('A reason of unreliable means')) ===
            isUnreliable,
          'a note of unreliable figures',
        ],
      ];
    }));

  test('skill-shortage are among hard-to-fill, and these among all vacancies', () =>
    everyHolds(
      measures,
      ({ of: { vacancies, hardToFillVacancies: hard, skillShortageVacancies: short } }) => [
        [(hard.count ?? 0) <= (vacancies.count ?? Infinity), 'hard to fill among all'],
        [
          (short.count ?? 0) <= Math.min(vacancies.count ?? Infinity, hard.count ?? Infinity),
          'skill shortages among them',
        ],
      ],
    ));

  test('shares are those of the numbers', () =>
    everyHolds(measures, function* ({ of: measured }) {
      const whole = measured.vacancies.count ?? 0;
      for (const [{ count }, { percent }] of [
        [measured.hardToFillVacancies, measured.hardToFillShare],
        [measured.skillShortageVacancies, measured.skillShortageShare],
      ] as const)
        if (count !== null && percent !== null && whole > 0)
          yield [
            Math.abs((100 * count) / whole - percent) <= 0.6 + 100 / whole,
            `${percent}% of ${whole}`,
          ];
    }));

  test('figures of fewer than 30 employers are nowhere', () =>
    everyHolds(measures, ({ of: { employers, vacancies } }) => [
      [
        employers.count === null || employers.count >= 30 || vacancies.count === null,
        '30 employers',
      ],
    ]));

  test('figures are of the finest published group, which the derivation names', () => {
    everyHolds(all, function* ({ body: { group, soc2020, derivation, vacancies, area } }) {
      yield [(group === null) === (vacancies.count === null), 'a group of what is published'];
      const finer = vacancyLevels
        .map((_, at) => soc2020.slice(0, 4 - at))
        .filter((code) => code.length > (group?.code.length ?? 0));
      yield [
        finer.every((code) => !groups.has(`${area.slug} ${code}`)),
        'finer groups without figures',
      ];
      if (group === null)
        return yield [
          derivation.startsWith('No figures are published for any group'),
          'said to have none',
        ];
      yield [group.level === vacancyLevels[finer.length], 'of its level'];
      yield [
        soc2020.startsWith(group.code) &&
          derivation.includes(` group ${group.code} ${group.title}`),
        'its own group, named',
      ];
    });
    expect(new Set(all.map(({ body }) => body.group?.level)).size).toBe(vacancyLevels.length + 1);
  });

  test('a shared group gives shared figures, in each area too', () => {
    const figures = (measured: VacancyMeasures) =>
      JSON.stringify([measured.employers, ...figureNames.map((name) => measured[name])]);
    const ofArea = new Map(all.map(({ body }) => [body.area.slug, body.allOccupations]));
    everyHolds(all, ({ body }) => {
      const twin = groups.get(`${body.area.slug} ${body.group?.code}`) ?? body;
      const whole = ofArea.get(body.area.slug) ?? body.allOccupations;
      return [
        [figures(body) === figures(twin), 'the figures of its group'],
        [figures(body.allOccupations) === figures(whole), 'the figures of all'],
      ];
    });
  });
});
