// SOC 2020 Volume 2, the coding index: about 32,000 job titles with their unit groups. Its editions hold the occupations' own documents.
import type { Source } from '#compiler/source.ts';
import { checks } from './checks.ts';
import { documents } from './documents.ts';
import { parse, type Rows } from './parse.ts';
import { type IndexObservations, reshape } from './reshape.ts';
import { sample } from './sample.ts';

export const socIndex: Source<Rows, IndexObservations> = {
  key: 'soc-index',
  title: 'SOC 2020 Volume 2: the coding index',
  publisher: 'Office for National Statistics',
  licence: { name: 'Open Government Licence v3.0', url: 'https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/' },
  attribution: 'Source: Office for National Statistics licensed under the Open Government Licence v.3.0',
  landingPage:
    'https://www.ons.gov.uk/methodology/classificationsandstandards/standardoccupationalclassificationsoc/soc2020/soc2020volume2codingrulesandconventions',
  cadence: 'Irregular: one to four versions a year',
  needs: ['soc-structure'],
  format: 1,
  files: [
    {
      match: /^soc2020volume2thecodingindexexcel\d{8}(v\d+)?\.xlsx$/,
      layout: 'verified',
      required: true,
      describe: 'the workbook of the coding index',
    },
  ],
  checks,
  release(name) {
    const match = /^(\d{4}-\d{2}-\d{2})(?:-v(\d+))?$/.exec(name);
    const released = match?.[1];
    if (match === null || released === undefined || !isDate(released)) return null;
    return { order: [released, Number(match[2] ?? '1')], year: null, provisional: false, released };
  },
  parse,
  reshape,
  label: (release, { version }) => (version === null ? release.name : `${release.name} V${version}`),
  axes: ({ occupations }) => ({ occupations: [...occupations], areas: null }),
  // An index holds no figures, and so withholds none.
  count: () => ({ published: 0, withheld: {} }),
  documents,
  sample,
};

/** True for a day of the calendar: the 31st of February is none. */
function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
