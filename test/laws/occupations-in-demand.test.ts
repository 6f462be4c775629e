// Laws over every document of demand: what is not assessed, and the list equal to the join of the
// documents, in order.
import { expect, test } from 'vitest';
import { type DemandLevel, demandLevels } from '#schemas/codes.ts';
import type {
  DemandListItem,
  DemandListResponse,
  DemandResponse,
} from '#schemas/resources/demand.ts';
import { describeLaws, everyHolds } from './compiled.ts';

/** The five of the contract, as the publisher names them. */
const fiveIndicators =
  'visa_grant_density,online_job_advert_density,hourly_wage_change,' +
  'wage_premium,hours_worked_change';

describeLaws('occupations-in-demand', { real: false }, ({ documents, answer }) => {
  const all = documents<DemandResponse>('demand');

  /** The item that the list has to have for a document. */
  function itemOf({
    soc2020,
    title,
    level,
    demandIndex,
    indicators,
    indicatorsSignalled,
    workers,
  }: DemandResponse): DemandListItem[] {
    if (level === null || demandIndex === null || indicatorsSignalled === null) return [];
    const highDemandIndicators = indicators.flatMap(({ key, signalled }) =>
      signalled === true ? [key] : [],
    );
    const criticalIndicators = indicators.flatMap((indicator) =>
      indicator.level === 'critical' ? [indicator.key] : [],
    );
    return [
      {
        soc2020,
        title,
        level,
        demandIndex,
        highDemandIndicators,
        criticalIndicators,
        indicatorsSignalled,
        workers,
      },
    ];
  }

  test('each indicator says whether it signalled, and signals are counted', () => {
    everyHolds(all, function* ({ body }) {
      for (const { indicatorsSignalled, indicators } of [
        body,
        ...(body.previous === null ? [] : [body.previous]),
      ]) {
        yield [indicators.map(({ key }) => key).join() === fiveIndicators, 'the five indicators'];
        for (const { key, level, signalled } of indicators)
          yield [
            level === null || signalled === (level !== 'not_in_high_demand'),
            `${key} signalled by its level`,
          ];
        const signalled = indicators.filter((indicator) => indicator.signalled === true).length;
        yield [
          indicatorsSignalled === null || indicatorsSignalled === signalled,
          'counting those that signalled',
        ];
      }
    });
  });

  test('what is not assessed has no level, no indicator and no workers', () => {
    const none = all.filter(({ body }) => body.level === null);
    expect(none).toHaveLength(44);
    everyHolds(none, ({ body }) => [
      [
        [body, ...body.indicators, body.workers].every(
          ({ withheld }) => withheld?.reason === 'not-assessed',
        ),
        'withheld as not assessed',
      ],
      [
        [body.uncertainty, body.imputation, body.capping].every((caveat) => caveat === null),
        'without caveats',
      ],
    ]);
  });

  test('high demand has an indicator, critical implies high, years follow', () =>
    everyHolds(
      all,
      ({ body: { level, indicators, indicatorsSignalled, previous, year, provenance } }) => [
        [
          (level !== 'critical' && level !== 'elevated') || indicatorsSignalled !== 0,
          'high demand by an indicator',
        ],
        [
          level !== 'not_in_high_demand' ||
            indicators.every((indicator) => indicator.level !== 'critical'),
          'critical in high demand',
        ],
        [
          previous === null ||
            (previous.year === year - 1 && previous.edition === provenance.edition),
          'the year before',
        ],
      ],
    ));

  test.each<readonly [string, readonly DemandLevel[]]>([
    ['', ['critical', 'elevated']],
    ...demandLevels.map((level) => [`?level=${level}`, [level]] as const),
  ])(
    '/v1/demand%s is the join of the documents of %j, highest demand index first, ties by code',
    async (query, levels) => {
      const list = await answer<DemandListResponse>(`/v1/demand${query}`);
      const joined = all
        .flatMap(({ body }) => itemOf(body))
        .filter(({ level }) => levels.includes(level));
      // Equal indices stay in the order of the codes, by which `joined` stands.
      expect(list.occupations).toEqual(joined.toSorted((a, b) => b.demandIndex - a.demandIndex));
      expect([list.level, list.levels, list.total]).toEqual([
        query === '' ? null : levels[0],
        levels,
        joined.length,
      ]);
      expect([list.assessed, joined.length > 0]).toEqual([
        all.filter(({ body }) => body.level !== null).length,
        true,
      ]);
    },
  );
});
