// The texts of a bundle for people: what it is, how to read and verify it, whom to credit, and the
// licences.
import { readFileSync } from 'node:fs';
import type { Catalogue } from '#schemas/catalogue.ts';
import { manifestFile } from '#schemas/stored-files.ts';
import { bundleFolder, signatureFile } from './format.ts';
import type { PackedFile } from './zip.ts';

/** Texts of the licences, from the SPDX licence list, by the address that sources name. */
const licenceTexts: Readonly<Record<string, string>> = {
  'https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/': 'OGL-UK-3.0.txt',
  'https://creativecommons.org/licenses/by/4.0/': 'CC-BY-4.0.txt',
};

export function textFiles(
  catalogue: Catalogue,
  contents: 'served' | 'all',
  hasSite: boolean,
): PackedFile[] {
  const licences = catalogue.sources.flatMap(({ licenceUrl, served }) =>
    licenceUrl === null || served.length === 0 ? [] : (licenceTexts[licenceUrl] ?? []),
  );
  return [
    text('README.md', readme(catalogue, contents, hasSite)),
    text('ATTRIBUTION.md', attribution(catalogue)),
    text('licences/MIT.txt', readFileSync(new URL('../../LICENSE', import.meta.url), 'utf8')),
    ...[...new Set(licences)].map((name) =>
      text(
        `licences/${name}`,
        readFileSync(new URL(`./licences/${name}`, import.meta.url), 'utf8'),
      ),
    ),
  ];
}

function text(file: string, content: string): PackedFile {
  return { file, bytes: () => Buffer.from(content) };
}

/** Queries of pay in DuckDB, as the README of a bundle shows them. */
export const exampleQueries = {
  bestPaid: `-- The ten occupations with the highest median pay of women who work full-time
SELECT title, value FROM 'editions/*/ashe.parquet'
WHERE release = (SELECT max(release) FROM 'editions/*/ashe.parquet')
  AND area = 'uk' AND measure = 'annual_pay_gross' AND statistic = 'median'
  AND sex = 'female' AND pattern = 'fulltime' AND presentable AND length(soc2020) = 4
ORDER BY value DESC LIMIT 10;
`,
  withheld: `-- The occupations whose median pay is withheld, and why
SELECT title, status, marker FROM 'editions/*/ashe.parquet'
WHERE release = (SELECT max(release) FROM 'editions/*/ashe.parquet')
  AND area = 'uk' AND measure = 'annual_pay_gross' AND statistic = 'median'
  AND sex = 'all' AND pattern = 'all' AND status <> 'published' AND length(soc2020) = 4
ORDER BY soc2020;`,
};

const synthetic =
  '**This is a synthetic sample, not statistics.** Nothing in it comes from a ' +
  'publisher. Do not publish it as if it did.\n';

function readme(
  { sample, editions, sources }: Catalogue,
  contents: 'served' | 'all',
  hasSite: boolean,
): string {
  const titles = new Map(sources.map(({ key, title }) => [key, title]));
  const bundledEditions =
    contents === 'served'
      ? 'every edition that was served'
      : 'every edition that was published and not withdrawn';
  const tables = '`editions/*/<source>.parquet` and `.csv.gz`; described by `datapackage.json`';
  return `# Labour market information

${sample ? `${synthetic}\n` : ''}Open labour market information for the UK,
keyed on the 412 unit groups of SOC 2020: ${bundledEditions} when the bundle was made.
A figure that the publisher withholds is null with its reason, never 0.

| what | where |
|---|---|
| answers of the API, one file for each endpoint, occupation and area | \`editions/\` |
| which edition answers | \`catalogue.json\`; all that is known of the editions is in \`records/\` |
| schemas of the answers, and the API itself | \`schemas/\` |
${
  hasSite
    ? '| pages of occupations and local areas as files, with the search: open ' +
      '`site/index.html` in a browser | `site/` |\n'
    : ''
}| every figure as a table; Parquet has the cell of the publisher's file too | ${tables} |
| whom to credit, and the licences | \`ATTRIBUTION.md\`, \`licences/\` |

## Use it

With the \`lmi\` command, without a network, on the packed file or on the folder
\`${bundleFolder}\` in it:

    lmi get '/v1/occupations/2134/pay' --data BUNDLE
    lmi search software engineer --data BUNDLE
    lmi serve --data BUNDLE

${aboutTables(sources.some(({ key, served }) => key === 'ashe' && served.length > 0))}## Verify it

\`lmi verify BUNDLE\` compares every byte. To do it yourself: \`${manifestFile}\` lists the SHA-256
of every file except itself and its signature. The SHA-256 of \`${manifestFile}\` is the root.
\`${signatureFile}\`, if there is one, signs the root (ed25519, over the line
"labour-market-information bundle" and the root in hexadecimal digits, each with a line end).
\`lmi verify BUNDLE --key PUBLIC.pem\` checks whose signature it is.

A bundle holds no time: equal editions have an equal root, and equal bytes if an equal Node packs
them on an equal processor. If the catalogue must have an instant, it has 1970-01-01; in the zip,
files are of 1980-01-01.

## Editions

${editions
  .map(
    ({ id, source, label, state }) =>
      `- ${titles.get(source) ?? source}: ` +
      `${label}${state === 'served' ? '' : ' (superseded)'}, \`${id}\`\n`,
  )
  .join('')}`;
}

function aboutTables(hasPay: boolean): string {
  return `## Ask the tables

Each source has a table with one row for each figure, a Parquet file and a gzipped CSV in each of
its editions. \`datapackage.json\` describes every column and what its codes mean. Start in the
folder of this README.

Read the codes as texts: \`dtype={'soc2020': str}\` in pandas,
\`colClasses = c(soc2020 = 'character')\` in R. Python reads a table from the packed file too:
\`zipfile.ZipFile(BUNDLE).open('${bundleFolder}/editions/…/ashe.csv.gz')\`.

${
  hasPay ? `In DuckDB:\n\n\`\`\`sql\n${Object.values(exampleQueries).join('\n')}\n\`\`\`\n\n` : ''
}A spreadsheet would run a text that begins with = + - @ as a formula, so the CSV puts an apostrophe
before it. Numbers and the marker \`-\` have none, and Parquet has every text as it was printed.

`;
}

function attribution({ sample, sources }: Catalogue): string {
  return [
    '# Whom to credit',
    '',
    ...(sample
      ? [synthetic]
      : ['If you show this data, show the credit of each of its sources, word for word.', '']),
    ...sources
      .filter(({ served }) => served.length > 0)
      .flatMap(({ title, publisher, licence, licenceUrl, attribution: credit, landingPage }) => [
        `## ${title}`,
        '',
        `Publisher: ${publisher}, <${landingPage}>. Licence: ` +
          `${licence}${licenceUrl === null ? '' : `, <${licenceUrl}>`}.`,
        '',
        ...credit.split('\n').map((line) => `> ${line}`.trimEnd()),
        '',
      ]),
  ].join('\n');
}
