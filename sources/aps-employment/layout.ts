// The four queries that make up a release, the columns that they select, and their answers as rows,
// exactly as printed.
import { placeOfRelease } from '#sources/kit/place.ts';
import { type NomisQuery, expectAnswer } from '#sources/kit/read/nomis.ts';
import type { FileKinds, NamedFiles } from '#sources/kit/named-files.ts';
import type { Release } from '#sources/kit/release.ts';
import type { RowsOf, TableRow } from '#sources/kit/table-layout.ts';
import { tables } from '#sources/kit/table.ts';
import { type AreaSlug, areaOf, unitGroupCount } from '#schemas/codes.ts';

/**
 * The United Kingdom and the nations by the service's own identifiers. Great Britain (2092957698)
 * is not one of our areas.
 */
const geographies = [
  { slug: 'uk', identifier: '2092957697' },
  { slug: 'england', identifier: '2092957699' },
  { slug: 'wales', identifier: '2092957700' },
  { slug: 'scotland', identifier: '2092957701' },
  { slug: 'northern-ireland', identifier: '2092957702' },
] as const satisfies readonly { slug: AreaSlug; identifier: string }[];

export const areaSlugs: readonly AreaSlug[] = geographies.map(({ slug }) => slug);

const unitedKingdom = geographies[0].identifier;
const everywhere = geographies.map(({ identifier }) => identifier).join(',');

/**
 * Every category of a dimension is fetched and chosen by its label, because the service does not
 * document which number means which category. 0 is all of them together. `soc2020_full` counts
 * groups in the order of the classification; 0 is the total, 60 is 2134.
 */
export const queries = [
  {
    name: 'employment',
    areas: geographies.length,
    categories: 1,
    parameters: { geography: everywhere, ftpt: '0', etype: '0', c_sex: '0' },
  },
  {
    name: 'sex',
    areas: 1,
    categories: 3,
    parameters: { geography: unitedKingdom, ftpt: '0', etype: '0', c_sex: '0,1,2' },
  },
  {
    name: 'part-time',
    areas: 1,
    categories: 3,
    parameters: { geography: unitedKingdom, ftpt: '0,1,2', etype: '0', c_sex: '0' },
  },
  {
    name: 'self-employed',
    areas: 1,
    categories: 4,
    parameters: { geography: unitedKingdom, ftpt: '0', etype: '0,1,2,3', c_sex: '0' },
  },
] as const;

export type QueryName = (typeof queries)[number]['name'];

/** How many rows a query asks for: an estimate and its interval of each group and of the total. */
export function rowsExpected({ areas, categories }: (typeof queries)[number]): number {
  return areas * categories * (unitGroupCount + 1) * 2;
}

/**
 * `measure=1` counts people; `measures`, another parameter, requests the estimate and the
 * half-width of its 95% interval.
 */
export function queryOf(
  { parameters }: Pick<(typeof queries)[number], 'parameters'>,
  date: string,
): NomisQuery {
  return {
    dataset: 'NM_218_1',
    parameters: {
      date,
      jtype: '0',
      ...parameters,
      soc2020_full: `0...${unitGroupCount}`,
      measure: '1',
      measures: '20100,20701',
    },
  };
}

/** One figure, the total of the United Kingdom. It gives the newest period. */
export const newestPeriod: NomisQuery = {
  dataset: 'NM_218_1',
  parameters: {
    date: 'latest',
    jtype: '0',
    ...queries[0].parameters,
    geography: unitedKingdom,
    soc2020_full: '0',
    measure: '1',
    measures: '20100',
  },
};

/** Our names of the columns, each with its header. The service always answers in capitals. */
export const columns = {
  date: 'DATE',
  period: 'DATE_NAME',
  geographyName: 'GEOGRAPHY_NAME',
  geography: 'GEOGRAPHY_CODE',
  jobType: 'JTYPE_NAME',
  hours: 'FTPT_NAME',
  status: 'ETYPE_NAME',
  sex: 'C_SEX_NAME',
  occupation: 'SOC2020_FULL_NAME',
  occupationType: 'SOC2020_FULL_TYPE',
  measure: 'MEASURE_NAME',
  measures: 'MEASURES_NAME',
  value: 'OBS_VALUE',
  observationStatus: 'OBS_STATUS',
  observationStatusName: 'OBS_STATUS_NAME',
  confidentiality: 'OBS_CONF',
  recordCount: 'RECORD_COUNT',
} as const;

export type ColumnName = keyof typeof columns;

export const selected: readonly string[] = Object.values(columns).map((header) =>
  header.toLowerCase(),
);

/** The area with a GSS code; undefined if it is not one of the queried areas. */
export function areaOfCode(code: string): AreaSlug | undefined {
  return areaSlugs.find((slug) => areaOf(slug).code === code);
}

export const layout = tables('sources/aps-employment/layout.ts', {
  employment: { columns },
  sex: { columns },
  'part-time': { columns },
  'self-employed': { columns },
});

/** The kind of a row is the name of its query. */
export type Row = TableRow<typeof layout.layouts>;
export type Rows = RowsOf<typeof layout.layouts>;

export const answersIn = (rows: Rows): Row[] => rows.filter((row) => row.kind !== 'columns');

const answer = (name: QueryName) =>
  ({
    match: new RegExp(`^${name}\\.csv$`),
    layout: 'documented',
    describe: `the answer of Nomis to the query "${name}"`,
  }) as const;

export const files = {
  employment: answer('employment'),
  sex: answer('sex'),
  'part-time': answer('part-time'),
  'self-employed': answer('self-employed'),
} as const satisfies FileKinds & Record<QueryName, unknown>;

export async function parse(release: Release, answers: NamedFiles<typeof files>): Promise<Rows> {
  const place = placeOfRelease(release);
  const read = queries.map(({ name }) => {
    const file = answers[name];
    expectAnswer(`${place} ${file.name}`, file.bytes, selected);
    return layout.read(place, file, [name]);
  });
  return (await Promise.all(read)).flat();
}
