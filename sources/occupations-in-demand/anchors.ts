// Numbers and levels that people have read in the release of 2025, from the publisher's pages and from printed outputs of its data sets.
import type { DemandIndicator, DemandLevel } from '#schemas/codes.ts';

/** The real release that they are of. */
export const anchoredRelease = '2025';

/**
 * Levels and thousands of workers of 2025. Source: DfE, Occupations in demand 2025, release page; Skills England, blog and press notice of
 * December 2025; for 5316 a report that quotes the release.
 */
export const statedLevels: readonly (readonly [code: string, level: DemandLevel, thousands: number | null])[] = [
  ['2212', 'critical', null],
  ['4122', 'critical', 381],
  ['3556', 'critical', 352],
  ['1132', 'critical', 269],
  ['5316', 'not_in_high_demand', null],
];

/** The publisher names these as in high demand in 2025, which is critical or elevated. */
export const inHighDemand: readonly string[] = ['6135', '2211', '2212', '2134', '2133', '1137'];

/** The publisher names this as the occupation with the most critical indicators in 2025, four of the five. */
export const mostCritical = { code: '2212', indicators: 4 } as const;

// 2024, assessed again. Source: printed outputs of raw_OID_output_2024_revised.csv and scaled_OID_output_2024_revised.csv.
export const before = {
  year: 2024,
  workers: 32_772_300,
  unitGroups: 412,
  excluded: 44,
  highestIndex: '8153',
  /** Rounded to six decimals, as printed. */
  indices: { '1111': 0.058219, '1112': -0.821872, '1121': 0.324534, '1122': -0.196209, '8153': 2.454187 },
  assessments: [
    ['1111', 'elevated', 116_100],
    ['1131', 'critical', 411_400],
    ['2134', 'critical', 560_900],
    ['2313', 'not_in_high_demand', 443_600],
    ['6131', 'critical', 292_100],
    ['6135', 'elevated', 815_600],
    ['7111', 'not_in_high_demand', 930_900],
    ['9252', 'critical', 361_100],
  ],
  values: {
    '1111': {
      visa_grant_density: 1.08614264427218,
      online_job_advert_density: 1.44703975021533,
      hourly_wage_change: 99.1624079456965,
      wage_premium: 0.439333365921063,
      hours_worked_change: -0.42946305884854,
    },
    // Printed as 0.00001.
    '1112': { visa_grant_density: 0, online_job_advert_density: 9.91205138888889 },
  },
  /** Every unit group whose visa grants or job adverts are critical. */
  criticalVisasOrAdverts: (
    '1112 1232 1242 2122 2123 2124 2127 2131 2133 2134 2135 2137 2162 2211 2212 2222 2226 2231 2232 2233 2234 2235 2236 2237 2240 2251 ' +
    '2252 2254 2315 2317 2412 2423 2431 2432 2433 2434 2453 2461 2481 2493 3115 3116 3120 3131 3132 3240 3412 3533 3541 3551 3552 3554 ' +
    '3556 3571 3572 3574 4121 4122 4131 4133 4136 4142 5112 5212 5221 5223 5231 5245 5246 5250 5431 5434 5436 6113 6116 6131 6134 6135 ' +
    '6136 6213 6231 7122 7214 8112 8113 8115 8134 9111'
  ).split(' '),
} as const satisfies {
  readonly year: number;
  readonly workers: number;
  readonly unitGroups: number;
  readonly excluded: number;
  readonly highestIndex: string;
  readonly indices: Readonly<Record<string, number>>;
  readonly assessments: readonly (readonly [code: string, level: DemandLevel, workers: number])[];
  readonly values: Readonly<Record<string, Partial<Record<DemandIndicator, number>>>>;
  readonly criticalVisasOrAdverts: readonly string[];
};
