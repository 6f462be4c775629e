// The texts of a bundle for people: what it is, how to read and verify it, whom to credit, and the licences.
import { readFileSync } from 'node:fs';
import type { Catalogue } from '#schemas/catalogue.ts';
import { manifestFile } from '#schemas/stored-files.ts';
import { bundleFolder, signatureFile } from './format.ts';
import type { PackedFile } from './tar.ts';

/** Texts of the licences, from the SPDX licence list, by the address that sources name. */
const licenceTexts: Readonly<Record<string, string>> = {
  'https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/': 'OGL-UK-3.0.txt',
  'https://creativecommons.org/licenses/by/4.0/': 'CC-BY-4.0.txt',
};

/** What a bundle holds beside its editions. */
export interface Extras {
  /** Names of its tables. */
  readonly tables: readonly string[];
  /** Whether it has the pages as files. */
  readonly site: boolean;
}

export function textFiles(catalogue: Catalogue, contents: 'served' | 'all', extras: Extras): PackedFile[] {
  const licences = catalogue.sources.flatMap(({ licenceUrl, served }) =>
    licenceUrl === null || served.length === 0 ? [] : (licenceTexts[licenceUrl] ?? []),
  );
  return [
    text('README.md', readme(catalogue, contents, extras)),
    text('ATTRIBUTION.md', attribution(catalogue)),
    text('licences/MIT.txt', readFileSync(new URL('../../LICENSE', import.meta.url), 'utf8')),
    ...[...new Set(licences)].map((name) => text(`licences/${name}`, readFileSync(new URL(`./licences/${name}`, import.meta.url), 'utf8'))),
  ];
}

function text(file: string, content: string): PackedFile {
  return { file, bytes: () => Buffer.from(content) };
}

/** Queries of pay in DuckDB, as the README of a bundle shows them. */
export const exampleQueries = {
  bestPaid: `-- The ten occupations with the highest median pay of women who work full-time
SELECT title, value FROM 'editions/*/ashe.parquet' JOIN 'tables/occupations.parquet' USING (soc2020)
WHERE release = (SELECT max(release) FROM 'editions/*/ashe.parquet') AND area = 'uk' AND measure = 'annual_pay_gross'
  AND statistic = 'median' AND sex = 'female' AND pattern = 'fulltime' AND presentable
ORDER BY value DESC LIMIT 10;
`,
  withheld: `-- The occupations whose median pay is withheld, and why
SELECT title, marker, meaning FROM 'editions/*/ashe.parquet' JOIN 'tables/occupations.parquet' USING (soc2020)
  JOIN 'tables/statuses.parquet' USING (source, status, marker)
WHERE release = (SELECT max(release) FROM 'editions/*/ashe.parquet') AND area = 'uk' AND measure = 'annual_pay_gross'
  AND statistic = 'median' AND sex = 'all' AND pattern = 'all' AND status <> 'published' ORDER BY soc2020;`,
};

const synthetic = '**This is a synthetic sample, not statistics.** Nothing in it comes from a publisher. Do not publish it as if it did.\n';

function readme({ sample, editions, sources }: Catalogue, contents: 'served' | 'all', { tables, site }: Extras): string {
  const titles = new Map(sources.map(({ key, title }) => [key, title]));
  const lookups = tables.filter((name) => !sources.some(({ key }) => key === name)).map((name) => `\`${name}\``);
  return `# Labour market information

${sample ? `${synthetic}\n` : ''}Open labour market information for the UK, keyed on the 412 unit groups of SOC 2020: ${contents === 'served' ? 'every edition that was served' : 'every edition that was published and not withdrawn'}
when the bundle was made. A figure that the publisher withholds is null with its reason, never 0.

| what | where |
|---|---|
| answers of the API, one file for each endpoint, occupation and area | \`editions/\` |
| which edition answers | \`catalogue.json\` |
| schemas of the answers, and the API itself | \`schemas/\` |
${site ? '| pages of occupations and local areas as files, with the search: open `site/index.html` in a browser | `site/` |\n' : ''}${tables.length > 0 ? "| every figure as a table, with the cell of the publisher's file that it comes from | `editions/*/<source>.parquet`, and as CSV in `tables/`; described by `datapackage.json` |\n" : ''}| whom to credit, and the licences | \`ATTRIBUTION.md\`, \`licences/\` |

## Use it

With the \`lmi\` command, on the packed file or on the folder \`${bundleFolder}\` in it, without a network:

    lmi get '/v1/occupations/2134/pay' --data BUNDLE
    lmi search software engineer --data BUNDLE
    lmi serve --data BUNDLE

${tables.length > 0 ? aboutTables(lookups, tables.includes('ashe') && tables.includes('occupations')) : ''}## Verify it

\`lmi verify BUNDLE\` compares every byte. To do it yourself: \`${manifestFile}\` lists the SHA-256 of every file except the documents of editions, which each
\`editions/<id>/edition.json\` lists. The SHA-256 of \`${manifestFile}\` is the root. \`${signatureFile}\`, if there is one, signs the root
(ed25519, over the line "labour-market-information bundle" and the root in hexadecimal digits, each with a line end). \`lmi verify BUNDLE --key PUBLIC.pem\` checks whose signature it is.

A bundle holds no time, so equal editions make equal bytes. If the catalogue must have an instant, it has 1970-01-01.

## Editions

${editions.map(({ id, source, label, state }) => `- ${titles.get(source) ?? source}: ${label}${state === 'served' ? '' : ' (superseded)'}, \`${id}\`\n`).join('')}`;
}

function aboutTables(lookups: readonly string[], hasQueries: boolean): string {
  return `## Ask the tables

Each source has a table with one row for each figure: a Parquet file in each of its editions, and all of them as CSV in \`tables/\`. Small tables there
tell what the codes mean:
${lookups.join(', ')}. \`datapackage.json\` describes every column. In CSV, pay is cut by
release, measure and area, and adverts by period, so that no file is too large to read at once. Start in the folder of this README.

Read the codes as texts: \`dtype={'soc2020': str}\` in pandas, \`colClasses = c(soc2020 = 'character')\` in R.

${hasQueries ? `In DuckDB:\n\n\`\`\`sql\n${Object.values(exampleQueries).join('\n')}\n\`\`\`\n\n` : ''}A spreadsheet would run a text that begins with = + - @ as a formula, so in the CSV an apostrophe stands before it. Numbers and the marker \`-\`
have none, and Parquet has every text as it was printed. A bundle made with \`lmi bundle --raw\` has no apostrophes.

`;
}
function attribution({ sample, sources }: Catalogue): string {
  return [
    '# Whom to credit',
    '',
    ...(sample ? [synthetic] : ['If you show this data, show the credit of each of its sources, word for word.', '']),
    ...sources
      .filter(({ served }) => served.length > 0)
      .flatMap(({ title, publisher, licence, licenceUrl, attribution: credit, landingPage }) => [
        `## ${title}`,
        '',
        `Publisher: ${publisher}, <${landingPage}>. Licence: ${licence}${licenceUrl === null ? '' : `, <${licenceUrl}>`}.`,
        '',
        ...credit.split('\n').map((line) => `> ${line}`.trimEnd()),
        '',
      ]),
  ].join('\n');
}
