// Four questions that analysts ask of the tables, answered in DuckDB, pandas and R. The README of a bundle shows them, and the tests run them.
import type { Catalogue } from '#schemas/catalogue.ts';
import { byCodeUnit } from '#schemas/order.ts';

export interface Question {
  readonly question: string;
  readonly duckdb: readonly string[];
  readonly pandas: readonly string[];
  readonly r: readonly string[];
}

/** The questions that the tables of a bundle can answer. Each answer has at most eight lines. */
export function questionsFor({ editions }: Catalogue, tables: readonly string[]): Question[] {
  if (!tables.includes('occupations')) return [];
  const [now, before] = editions
    .filter(({ source }) => source === 'ashe')
    .map(({ release }) => release)
    .sort((a, b) => byCodeUnit(b, a));
  return [
    ...(now !== undefined && tables.includes('ashe') ? [bestPaid(now), withheld(now)] : []),
    ...(now !== undefined && before !== undefined && tables.includes('ashe') ? [moved(now, before)] : []),
    ...(tables.includes('aps-workforce') ? [industries()] : []),
  ];
}

const annual = (release: string) => `tables/ashe/${release}/annual_pay_gross/uk.csv.gz`;
const codes = "dtype={'soc2020': str, 'part': str}";

function bestPaid(release: string): Question {
  return {
    question: 'Which ten occupations have the highest median pay of women who work full-time?',
    duckdb: [
      "SELECT title, value FROM 'tables/ashe.parquet' JOIN 'tables/occupations.parquet' USING (soc2020)",
      `WHERE release = '${release}' AND area = 'uk' AND measure = 'annual_pay_gross' AND statistic = 'median'`,
      "  AND sex = 'female' AND pattern = 'fulltime' AND presentable",
      'ORDER BY value DESC LIMIT 10',
    ],
    pandas: [
      'import pandas as pd',
      `pay = pd.read_csv('${annual(release)}', ${codes})`,
      `occupations = pd.read_csv('tables/occupations.csv', ${codes})`,
      "asked = pay.query(\"statistic == 'median' and sex == 'female' and pattern == 'fulltime' and presentable\")",
      "print(asked.merge(occupations, on='soc2020').nlargest(10, 'value')[['title', 'value']].to_string(index=False))",
    ],
    r: [
      `pay <- read.csv('${annual(release)}', colClasses = c(soc2020 = 'character'))`,
      "occupations <- read.csv('tables/occupations.csv', colClasses = c(soc2020 = 'character'))",
      "asked <- subset(pay, statistic == 'median' & sex == 'female' & pattern == 'fulltime' & presentable == 'true')",
      "both <- merge(asked, occupations, by = 'soc2020')",
      "print(head(both[order(-both$value), c('title', 'value')], 10), row.names = FALSE)",
    ],
  };
}

function withheld(release: string): Question {
  return {
    question: 'Whose median pay is withheld, and why?',
    duckdb: [
      "SELECT title, marker, meaning FROM 'tables/ashe.parquet' JOIN 'tables/occupations.parquet' USING (soc2020)",
      "JOIN 'tables/statuses.parquet' USING (source, status, marker)",
      `WHERE release = '${release}' AND area = 'uk' AND measure = 'annual_pay_gross'`,
      "  AND statistic = 'median' AND sex = 'all' AND pattern = 'all' AND status <> 'published' ORDER BY soc2020",
    ],
    pandas: [
      'import pandas as pd',
      `pay = pd.read_csv('${annual(release)}', ${codes})`,
      `occupations = pd.read_csv('tables/occupations.csv', ${codes})`,
      "meanings = pd.read_csv('tables/statuses.csv')",
      "asked = pay.query(\"statistic == 'median' and sex == 'all' and pattern == 'all' and status != 'published'\")",
      "both = asked.merge(occupations, on='soc2020').merge(meanings, on=['source', 'status', 'marker'])",
      "print(both.sort_values('soc2020')[['title', 'marker', 'meaning']].to_string(index=False))",
    ],
    r: [
      `pay <- read.csv('${annual(release)}', colClasses = c(soc2020 = 'character'))`,
      "occupations <- read.csv('tables/occupations.csv', colClasses = c(soc2020 = 'character'))",
      "meanings <- read.csv('tables/statuses.csv')",
      "asked <- subset(pay, statistic == 'median' & sex == 'all' & pattern == 'all' & status != 'published')",
      "both <- merge(merge(asked, occupations, by = 'soc2020'), meanings, by = c('source', 'status', 'marker'))",
      "print(both[order(both$soc2020), c('title', 'marker', 'meaning')], width = 300, row.names = FALSE)",
    ],
  };
}

function moved(now: string, before: string): Question {
  return {
    question: 'How has median pay changed since the year before, where both figures are precise?',
    duckdb: [
      'SELECT title, b.value AS before, n.value AS now, round(100 * (n.value / b.value - 1), 1) AS percent',
      "FROM 'tables/ashe.parquet' n JOIN 'tables/ashe.parquet' b USING (soc2020, area, measure, sex, pattern, statistic)",
      "JOIN 'tables/occupations.parquet' USING (soc2020)",
      `WHERE n.release = '${now}' AND b.release = '${before}' AND n.quality = 'precise' AND b.quality = 'precise'`,
      "  AND area = 'uk' AND measure = 'annual_pay_gross' AND statistic = 'median' AND sex = 'all' AND pattern = 'all'",
      'ORDER BY percent DESC',
    ],
    pandas: [
      'import pandas as pd',
      "asked = \"statistic == 'median' and sex == 'all' and pattern == 'all' and quality == 'precise'\"",
      `now = pd.read_csv('${annual(now)}', ${codes}).query(asked)`,
      `before = pd.read_csv('${annual(before)}', ${codes}).query(asked)`,
      `occupations = pd.read_csv('tables/occupations.csv', ${codes})`,
      "both = now.merge(before, on='soc2020', suffixes=('', '_before')).merge(occupations, on='soc2020')",
      "both['percent'] = (100 * (both.value / both.value_before - 1)).round(1)",
      "print(both.sort_values('percent', ascending=False)[['title', 'value_before', 'value', 'percent']].to_string(index=False))",
    ],
    r: [
      "precise <- function(path) subset(read.csv(path, colClasses = c(soc2020 = 'character')), statistic == 'median' &",
      "  sex == 'all' & pattern == 'all' & quality == 'precise')",
      `now <- precise('${annual(now)}')`,
      `before <- precise('${annual(before)}')`,
      "occupations <- read.csv('tables/occupations.csv', colClasses = c(soc2020 = 'character'))",
      "both <- merge(merge(now, before, by = 'soc2020', suffixes = c('', '_before')), occupations, by = 'soc2020')",
      'both$percent <- round(100 * (both$value / both$value_before - 1), 1)',
      "print(both[order(-both$percent), c('title', 'value_before', 'value', 'percent')], width = 300, row.names = FALSE)",
    ],
  };
}

function industries(): Question {
  return {
    question: 'In which industries do programmers and software development professionals work?',
    duckdb: [
      "SELECT title, value, quality FROM 'tables/aps-workforce.parquet' JOIN 'tables/industries.parquet' ON code = part",
      "WHERE soc2020 = '2134' AND breakdown = 'industry' AND measure = 'employment'",
      'QUALIFY period = max(period) OVER () ORDER BY value DESC',
    ],
    pandas: [
      'import pandas as pd',
      `people = pd.read_csv('tables/aps-workforce.csv.gz', ${codes})`,
      `industries = pd.read_csv('tables/industries.csv')`,
      "asked = people.query(\"soc2020 == '2134' and breakdown == 'industry' and measure == 'employment'\")",
      'newest = asked[asked.period == asked.period.max()].merge(industries, left_on="part", right_on="code")',
      "print(newest.sort_values('value', ascending=False)[['title', 'value', 'quality']].to_string(index=False))",
    ],
    r: [
      "people <- read.csv('tables/aps-workforce.csv.gz', colClasses = c(soc2020 = 'character'))",
      "industries <- read.csv('tables/industries.csv')",
      "asked <- subset(people, soc2020 == '2134' & breakdown == 'industry' & measure == 'employment')",
      "newest <- merge(subset(asked, period == max(period)), industries, by.x = 'part', by.y = 'code')",
      "print(newest[order(-newest$value), c('title', 'value', 'quality')], width = 300, row.names = FALSE)",
    ],
  };
}
