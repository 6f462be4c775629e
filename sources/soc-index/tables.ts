// The tables of the coding index: its entries, and the way from SOC 2020 to ISCO-08 that every
// source takes.
import { iscoSharesOf } from '#sources/kit/isco-shares.ts';
import type { Needs } from '#sources/kit/needs.ts';
import { type Table, number, tableOf, text } from '#sources/kit/tables.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { round } from '#schemas/round.ts';
import type { IndexObservations } from './reshape.ts';

export function tables(observations: IndexObservations, needs: Needs): Table[] {
  const { entries, iscoTitles } = observations;
  const { groups } = needs.get('soc-structure');
  const titled = (code: string) => groups.get(code)?.title ?? null;
  const shares = [...iscoSharesOf(observations)]
    .sort(([a], [b]) => byCodeUnit(a, b))
    .flatMap(([soc2020, sharesOfGroup]) => sharesOfGroup.map((share) => ({ soc2020, ...share })));
  return [
    tableOf('soc-index', 'Job titles and their unit groups: the coding index', entries, [
      text('job_title', 'The job title in natural word order.', ({ title }) => title),
      text(
        'inverted',
        'The job title with its main word first, as the publisher sorts it.',
        ({ inverted }) => inverted,
      ),
      text(
        'qualifier',
        'What tells this job from others with the title; empty if nothing does.',
        ({ qualifier }) => qualifier,
      ),
      text(
        'is_default',
        'yes if the publisher takes this unit group where only the title is known.',
        ({ isDefault }) => (isDefault ? 'yes' : 'no'),
        ['yes', 'no'],
      ),
      text('soc2020', 'Code of the unit group.', ({ soc2020 }) => soc2020),
      text('title', 'The title of the unit group.', ({ soc2020 }) => titled(soc2020)),
      text(
        'soc2010',
        'Code of the unit group of SOC 2010; empty if the publisher gives none.',
        ({ soc2010 }) => soc2010,
      ),
      text(
        'isco08',
        'Code of the unit group of ISCO-08; empty if the publisher gives none.',
        ({ isco08 }) => isco08,
      ),
    ]),
    tableOf('soc-isco', 'From SOC 2020 to ISCO-08, by the job titles of the coding index', shares, [
      text('soc2020', 'Code of the unit group of SOC 2020.', ({ soc2020 }) => soc2020),
      text('title', 'The title of the unit group.', ({ soc2020 }) => titled(soc2020)),
      text(
        'isco08',
        'Code of a unit group of ISCO-08 that its job titles have.',
        ({ code }) => code,
      ),
      text(
        'isco08_title',
        'The title of the unit group of ISCO-08; empty if the publisher gives none.',
        ({ code }) => iscoTitles.get(code) ?? null,
      ),
      number(
        'job_titles',
        'How many job titles of the unit group have this code.',
        ({ indexEntries }) => indexEntries,
      ),
      number('weight', 'Their share of the job titles that have a code, 0 to 1.', ({ share }) =>
        round(share, 4),
      ),
    ]),
  ];
}
