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
} as const satisfies {
  readonly year: number;
  readonly workers: number;
  readonly unitGroups: number;
  readonly excluded: number;
  readonly highestIndex: string;
  readonly indices: Readonly<Record<string, number>>;
  readonly assessments: readonly (readonly [code: string, level: DemandLevel, workers: number])[];
  readonly values: Readonly<Record<string, Partial<Record<DemandIndicator, number>>>>;
};
