// Reads the publisher's sentences about indicators: which are in demand, uncertain, imputed or capped. Every wording was printed from the
// data set of 2024, assessed again. A text of any other form is not understood.
import type { DemandIndicator } from '#schemas/codes.ts';

export interface Remark {
  readonly printed: string;
  /** Those that it names, in the order of the remark. */
  readonly indicators: readonly DemandIndicator[];
  /** Whether it also names hours and earnings, uncertain because of the share of self-employed workers. */
  readonly hoursAndEarnings: boolean;
}

const hoursAndEarnings = 'hours and earnings due to proportion of self employed workers';

const names: Readonly<Record<string, DemandIndicator>> = {
  'visa density': 'visa_grant_density',
  'online job advert density': 'online_job_advert_density',
  'change in hourly wage': 'hourly_wage_change',
  'wage premium': 'wage_premium',
  'change in hours worked': 'hours_worked_change',
};

interface Wording {
  /** The text that names no indicator. */
  readonly none: string;
  /** The text about one indicator, which its group catches. */
  readonly one?: RegExp;
  /** The text about several, which its group catches. */
  readonly several?: RegExp;
  /** Whether hours and earnings may stand among the indicators. */
  readonly hoursAndEarnings?: true;
  /** The forms of the text for a message. */
  readonly expected: string;
}

/** The wordings of the four columns. "No uncertainty" is what the publisher prints for "no demand" too. */
export const wordings = {
  indicators: {
    none: 'No uncertainty',
    one: /^Demand in (.+)$/,
    several: /^Demand in multiple indicators: (.+)$/,
    expected: '"No uncertainty", "Demand in …" or "Demand in multiple indicators: …, …"',
  },
  uncertainty: {
    none: 'No uncertainty',
    one: /^Uncertainty in (.+)$/,
    several: /^Uncertain in multiple indicators: (.+)$/,
    hoursAndEarnings: true,
    expected: '"No uncertainty", "Uncertainty in …" or "Uncertain in multiple indicators: …, …"',
  },
  imputed: {
    none: 'No indicators imputed',
    several: /^Multiple indicators imputed: (.+)$/,
    expected: '"No indicators imputed" or "Multiple indicators imputed: …, …"',
  },
  capped: {
    none: 'No indicators capped at elevated due to imputation',
    one: /^(.+) capped at elevated due to imputation$/,
    expected: '"No indicators capped at elevated due to imputation" or "… capped at elevated due to imputation"',
  },
} as const satisfies Readonly<Record<string, Wording>>;

/** The indicators of a remark, none if it says that there are none; null if the text is not understood. */
export function readRemark(column: keyof typeof wordings, printed: string): Remark | null {
  const { none, one, several, hoursAndEarnings: mayHave }: Wording = wordings[column];
  if (printed === none) return { printed, indicators: [], hoursAndEarnings: false };
  const list = several?.exec(printed)?.[1]?.split(', ');
  const single = one?.exec(printed)?.[1];
  // The capped indicator begins its sentence, so it has a capital.
  const named = list ?? (single === undefined ? [] : [`${single.slice(0, 1).toLowerCase()}${single.slice(1)}`]);
  const isMalformed = list === undefined ? named.length !== 1 : named.length < 2;
  if (isMalformed || new Set(named).size < named.length) return null;
  const indicators = named.filter((name) => name !== hoursAndEarnings).map((name) => names[name]);
  const hasBoth = indicators.length < named.length;
  if (!indicators.every((key) => key !== undefined) || (hasBoth && !mayHave)) return null;
  return { printed, indicators, hoursAndEarnings: hasBoth };
}

/** The names that a remark may have, for a message. */
export const namesOfRemarks: readonly string[] = [...Object.keys(names), hoursAndEarnings];
