// Synthetic releases of pay: of 2022, withdrawn; of 2023, provisional and then revised; and of 2024
// with regions and more measures. So pay in the sample has a 410, a series, a change and a
// revision. Figures without a sheet in a release are withheld as not received.
import { classification, unitGroups } from '#sources/kit/sample/classification.ts';
import { addedUp, regions, sumOf } from '#sources/kit/sample/labour-market.ts';
import { random } from '#sources/kit/random.ts';
import { synthetic } from '#sources/kit/sample/tables.ts';
import {
  type SampleCell,
  type SampleMember,
  writeWorkbook,
  writeZip,
} from '#sources/kit/sample/workbook.ts';
import type { PublishedFile } from '#sources/kit/named-files.ts';
import type { SampleRelease } from '#sources/kit/source.ts';
import {
  type AreaSlug,
  type Measure,
  type Quality,
  measures,
  qualityOfCv,
} from '#schemas/codes.ts';
import { round } from '#schemas/round.ts';
import { type Workbook, header, sheets, tableName } from './layout.ts';
import { regionNames } from './reshape.ts';

type Sheet = (typeof sheets)[number];
interface Edition {
  readonly year: number;
  readonly kind: 'provisional' | 'revised';
}

/** The sheets of each measure that a table has. */
type Shown = Partial<Record<Measure, readonly Sheet[]>>;

/** Annual pay of everybody. */
const annualOfAll: Shown = { annual_pay_gross: sheets.slice(0, 1) };
const newest = 2024;
const withdrawn =
  'The sample shows with this edition what a withdrawn one looks like. Its figures are ' +
  'invented, like all others.';

/** Oldest first. */
export async function sample(): Promise<readonly SampleRelease[]> {
  const older = async (edition: Edition) =>
    releaseOf(edition, await zipOf(edition, 14, annualOfAll));
  const [ofAll] = sheets;
  return [
    { ...(await older({ year: 2022, kind: 'revised' })), withdrawn },
    await older({ year: 2023, kind: 'provisional' }),
    await older({ year: 2023, kind: 'revised' }),
    await newestRelease(
      { annual_pay_gross: sheets, hourly_pay_gross: [ofAll], hours_paid_total: [ofAll] },
      annualOfAll,
    ),
  ];
}

const everySheet: Shown = Object.fromEntries(measures.map(({ key }) => [key, sheets]));

/**
 * The newest release with these sheets. By default it has all of Table 14, and those of annual pay
 * of Table 15.
 */
export async function newestRelease(
  table14 = everySheet,
  table15: Shown = { annual_pay_gross: sheets },
): Promise<SampleRelease> {
  const edition: Edition = { year: newest, kind: 'provisional' };
  return releaseOf(edition, await zipOf(edition, 14, table14), await zipOf(edition, 15, table15));
}

function releaseOf({ year, kind }: Edition, ...files: readonly PublishedFile[]): SampleRelease {
  return { release: `sample-${year}-${kind}`, files };
}

/** The label, the group and the area of each row. */
const rowsOf: Readonly<
  Record<Workbook['table'], readonly (readonly [label: string, code: string, area: AreaSlug])[]>
> = {
  14: [{ code: '', title: 'All employees' }, ...classification].map(({ code, title }) => [
    title,
    code,
    'uk',
  ]),
  15: regionNames.flatMap(({ slug, name }) =>
    unitGroups.map(({ code, title }) => [`${name}, ${title}`, code, slug] as const),
  ),
};

/** A table's zip: for each measure the workbook of estimates and that of their coefficients. */
async function zipOf(edition: Edition, table: Workbook['table'], shown: Shown) {
  const members = measures.flatMap(({ key }, measureIndex) => {
    const wanted = shown[key];
    if (wanted === undefined) return [];
    const drawn = wanted.map((sheet) =>
      rowsOf[table].map(([label, code, area]) => ({
        label: [label, code],
        ...figuresOf(edition, area, code, sheet, measureIndex),
      })),
    );
    return (['a', 'b'] as const).map(async (kind): Promise<SampleMember> => {
      const title = `Table ${tableName({ table, number: measureIndex + 1, kind })}`;
      const written = wanted.map(({ name, employees }, index) => {
        const above = [
          `${title}   ${synthetic} - For ${employees} employee jobs: United Kingdom, ` +
            `${edition.year}`,
        ];
        return {
          name,
          rows: [
            above,
            [],
            [],
            [],
            header,
            ...(drawn[index] ?? []).map((row) => [...row.label, ...row[kind]]),
          ],
        };
      });
      const mark = edition.kind === 'provisional' ? 'PROV - ' : '';
      return {
        name: `${mark}Work Region Occupation SOC20 (4) ${title}   Sample ${edition.year}.xlsx`,
        bytes: await writeWorkbook(written),
      };
    });
  });
  return {
    name: `ashetable${table}${edition.year}${edition.kind}.zip`,
    bytes: await writeZip(await Promise.all(members)),
  };
}

/**
 * Thousands of jobs; others are drawn. The armed forces are outside the survey. Bed and breakfast
 * proprietors are hardly ever employees, so that their figures are withheld in the whole country.
 * The others have figures of every quality in some region.
 */
const sizes: Readonly<Record<string, number>> = {
  '1161': 0,
  '3311': 0,
  '6250': 3,
  '1112': 60,
  '5434': 100,
};
/** A group whose coefficients are not published, so that its quality is that of the shading. */
const shadedAlone = '5434';
/** Roughly what an hour of the major groups 1 to 9 is paid. */
const hourly = [24, 25, 19, 14.5, 16, 12.8, 12.5, 14.5, 12.4];

/** Thousands of jobs of an occupation, and what they are paid an hour. */
function occupationOf(code: string) {
  const draw = random(`ashe/${code}`);
  const jobs = sizes[code] ?? 15 * 16 ** draw.next();
  const women = jobs * (0.2 + 0.6 * draw.next());
  const menPart = (jobs - women) * 0.12;
  const womenPart = women * (0.2 + 0.2 * draw.next());
  const hourlyPay = (hourly[Number(code.charAt(0)) - 1] ?? 0) * (0.85 + 0.4 * draw.next());
  return { jobs, women, menPart, womenPart, hourlyPay };
}

/** Thousands of jobs of men full-time, men part-time, women full-time and women part-time. */
const jobsOfParts = addedUp((code) => {
  const { jobs, women, menPart, womenPart } = occupationOf(code);
  return [jobs - women - menPart, menPart, women - womenPart, womenPart];
});
const jobsOfAll = addedUp((code) => [occupationOf(code).jobs]);
/** What all jobs are paid an hour, together. */
const paidToAll = addedUp((code) => {
  const { jobs, hourlyPay } = occupationOf(code);
  return [jobs * hourlyPay];
});

/** How pay grew since the year before, in percent. */
const growthOf = (year: number, code: string) =>
  round(3 + 6 * random(`ashe/growth/${year}/${code}`).next(), 1);
const payOfSex = { all: 1, male: 1.04, female: 0.96 };
const payOfPattern = { all: 1, fulltime: 1.05, parttime: 0.84 };
const hoursOfPattern = { all: 34.8, fulltime: 37.4, parttime: 18.1 };

/**
 * By measure, in their order, in pay or hours without overtime. The means of what comes with
 * overtime are sums.
 */
const medians = [1.02, 1, 0.98, 0.09, 1, 0.995, 1, 0.06, 1.01, 1, 0.09];
const means = [1.1, 1.08, 1.06, 0.02, 1.083, 1.078, 1.1, 0.05, 1.03, 1.01, 0.02];
const decimals = { gbp_per_week: 1, gbp_per_hour: 2, gbp_per_year: 0, hours_per_week: 1 };
/** The places of the ten percentiles other than the median in a normal distribution. */
const places = [
  -1.2816, -0.8416, -0.6745, -0.5244, -0.2533, 0.2533, 0.5244, 0.6745, 0.8416, 1.2816,
];
/** The publisher's; a precise figure has none. */
const shading: Partial<Record<Quality, string>> = {
  reasonable: 'lightGray/9',
  acceptable: 'solid/49',
  unreliable: 'solid/49',
};

/** Columns C to Q of a row in both workbooks. */
function figuresOf(
  { year, kind }: Edition,
  area: AreaSlug,
  code: string,
  { sex, pattern }: Sheet,
  measureIndex: number,
) {
  const [jobsInAll = 0] = jobsOfAll.get(code) ?? [];
  const [paid = 0] = paidToAll.get(code) ?? [];
  // Fewer jobs in earlier years. Each part is rounded by itself, so that the parts add up exactly.
  const share = (regions.find(({ slug }) => slug === area)?.share ?? 1) * 0.96 ** (newest - year);
  const isCounted = (part: number) =>
    sex !== (part < 2 ? 'female' : 'male') &&
    pattern !== (part % 2 === 0 ? 'parttime' : 'fulltime');
  const jobs = sumOf(
    [0, 1, 2, 3].map((part) =>
      isCounted(part) ? Math.round((jobsOfParts.get(code)?.[part] ?? 0) * share) : 0,
    ),
  );
  // One thousand jobs are a handful of people in the survey's sample. A group without jobs is not
  // in the survey.
  if (jobs <= 1) return { a: [jobs === 0 ? ':' : '..'], b: [jobs === 0 ? ':' : '..'] };

  const draw = random(`ashe/${area}/${code}`);
  const regional =
    area === 'uk' ? 1 : (area === 'london' ? 1.2 : 0.95) * (0.95 + 0.1 * draw.next());
  // As in the revised release of 2022: 87% of the medians moved, half of these by less than 0.25%
  // and nine in ten by less than 1.4%. Some of these moves are lost to rounding here.
  const isRevised = year < newest && kind === 'provisional' && draw.chance(0.87);
  const revision = isRevised ? 1 + (draw.chance(0.5) ? 0.02 : -0.02) * draw.next() ** 3 : 1;
  let hour = (paid / jobsInAll) * payOfSex[sex] * payOfPattern[pattern] * regional * revision;
  for (let later = newest; later > year; later -= 1) hour /= 1 + growthOf(later, code) / 100;
  const hours = hoursOfPattern[pattern];
  const unit = measures[measureIndex]?.unit ?? 'gbp_per_year';
  const isHours = unit === 'hours_per_week';
  const level = {
    gbp_per_hour: hour,
    hours_per_week: hours,
    gbp_per_week: hour * hours,
    gbp_per_year: 52 * hour * hours,
  }[unit];

  const a: SampleCell[] = [];
  const b: SampleCell[] = [];
  /**
   * Adds an estimate and its coefficient, which falls with the root of the number of jobs, and
   * returns it.
   */
  const add = (value: number, error: number, digits = decimals[unit]) => {
    const cv = Math.min(99, round((40 * error) / Math.sqrt(jobs), 1));
    const fill = shading[qualityOfCv(cv)];
    const printed = cv > 20 ? 'x' : round(value, digits);
    a.push(fill === undefined ? printed : { value: printed, fill });
    const printedCv = cv > 30 ? 'x' : cv;
    b.push(code === shadedAlone ? '.' : printedCv);
    return cv;
  };
  add(jobs, 0.9, 0);
  const median = level * (medians[measureIndex] ?? 1);
  const mean = level * (means[measureIndex] ?? 1);
  for (const [average, error] of [[median, 1] as const, [mean, 1.3] as const]) {
    // Hours hardly change.
    const change = isHours ? 0.1 : growthOf(year, code);
    // Where a figure is nearly withheld, that of the year before was.
    a.push(add(average, error) > 19.5 ? null : change);
    b.push('.');
  }
  // The nearer to the ends, the fewer people.
  for (const z of places) add(median * Math.exp(z * (isHours ? 0.25 : 0.4)), 1 + 0.6 * z * z);
  return { a, b };
}
