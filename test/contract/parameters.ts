// The parameters of every path with their values, defaults and bounds, typed by hand off the contract, parts 4.1 to 4.6: a proof that took
// them from the endpoint table would prove nothing of it.
import { sourceKeys } from '#schemas/codes.ts';
import type { Endpoint, QueryParameter } from '#schemas/endpoints.ts';

type Without<Union, Name extends PropertyKey> = Union extends unknown ? Omit<Union, Name> : never;
export type Parameter = Without<QueryParameter, 'describe'>;
type Unnamed = Without<Parameter, 'name'>;

const nations = ['wales', 'scotland', 'northern-ireland'];
const regions = [
  'north-east',
  'north-west',
  'yorkshire-and-the-humber',
  'east-midlands',
  'west-midlands',
  'east-of-england',
  'london',
  'south-east',
  'south-west',
];
/** Every slug of the contract, part 2.1. */
export const everyArea = ['uk', 'england', ...nations, ...regions];

const among = (values: readonly string[], fallback: string | null): Unnamed => ({ kind: 'enum', values, default: fallback });
const integer = (minimum: number, maximum: number, fallback: number | null): Unnamed => ({
  kind: 'integer',
  minimum,
  maximum,
  default: fallback,
});

const measure = among(
  [
    'weekly_pay_gross',
    'weekly_pay_excl_overtime',
    'basic_pay_incl_other',
    'overtime_pay',
    'hourly_pay_gross',
    'hourly_pay_excl_overtime',
    'annual_pay_gross',
    'annual_pay_incentive',
    'hours_paid_total',
    'hours_paid_basic',
    'hours_paid_overtime',
  ],
  'annual_pay_gross',
);
const sex = among(['all', 'male', 'female'], 'all');
const pattern = among(['all', 'fulltime', 'parttime'], 'all');
const year = integer(-2147483648, 2147483647, null);
const edition: Unnamed = { kind: 'uuid', default: null };
const ukAndNations = among(['uk', 'england', ...nations], 'uk');
const notEnglandNorNorthernIreland = among(['uk', 'wales', 'scotland', ...regions], 'uk');
const order = among(['descending', 'ascending'], 'descending');
const listLimit = integer(1, 412, 50);

/** Paths that are not here take no parameter. */
const parameters: Readonly<Record<string, Readonly<Record<string, Unnamed>>>> = {
  // The most characters of `q` are ours.
  '/v1/occupations/search': { q: { kind: 'text', maxLength: 200, required: true }, limit: integer(1, 50, 10) },
  '/v1/occupations/{soc}/pay': { measure, sex, pattern, year, edition, area: notEnglandNorNorthernIreland },
  // Ours, as the contract does not show the parameters of these three.
  '/v1/occupations/{soc}/pay/regions': { measure, sex, pattern, year, edition },
  '/v1/occupations/{soc}/pay/series': { measure, sex, pattern, area: notEnglandNorNorthernIreland },
  '/v1/occupations/{soc}/skills': { limit: integer(1, 100, 20) },
  '/v1/occupations/{soc}/employment': { area: ukAndNations },
  '/v1/occupations/{soc}/projections': { area: among(everyArea, 'uk') },
  '/v1/occupations/{soc}/vacancies': { area: ukAndNations },
  '/v1/occupations/{soc}/job-adverts': { area: notEnglandNorNorthernIreland },
  '/v1/occupations/{soc}/apprenticeships': { includeInactive: { kind: 'boolean', default: false } },
  // Ours, and so are the lists by rank.
  '/v1/occupations/{soc}/summary': { area: among(everyArea, 'uk') },
  '/v1/occupations/{soc}/related': { limit: integer(1, 60, 10) },
  '/v1/pay': {
    measure: among(['annual_pay_gross', 'hourly_pay_gross'], 'annual_pay_gross'),
    ...{ year, edition, area: notEnglandNorNorthernIreland, order, limit: listLimit },
  },
  '/v1/employment': { area: ukAndNations, order, limit: listLimit },
  '/v1/projections': { area: among(everyArea, 'uk'), order },
  '/v1/demand': { level: among(['critical', 'elevated', 'not_in_high_demand'], null) },
  '/v1/visas': { limit: listLimit },
  '/v1/job-adverts': { area: notEnglandNorNorthernIreland, limit: listLimit },
  '/v1/local-areas/{area}/job-adverts': { limit: listLimit },
  // The contract has `source`, and does not list its keys; the other two are ours.
  '/v1/meta/editions': { source: among(sourceKeys, null), limit: integer(1, 100, 50), cursor: { kind: 'uuid', default: null } },
};

export function parametersOf({ path }: Pick<Endpoint, 'path'>): Parameter[] {
  return Object.entries(parameters[path] ?? {}).map(([name, parameter]) => ({ name, ...parameter }));
}
