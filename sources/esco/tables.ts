// The table of the skills and knowledge that each unit group's related roles share.
import { percent } from '#sources/kit/isco-shares.ts';
import type { Needs } from '#sources/kit/needs.ts';
import { type Table, number, tableOf, text } from '#sources/kit/tables.ts';
import { reuseLevels, sharedSkills } from './related-roles.ts';
import type { EscoObservations } from './reshape.ts';

export function tables({ related }: EscoObservations, needs: Needs): Table[] {
  const { groups } = needs.get('soc-structure');
  const shared = [...related].flatMap(([soc2020, { roles }]) =>
    sharedSkills(roles).map((skill) => ({ soc2020, ...skill })),
  );
  return [
    tableOf(
      'esco',
      'Skills and knowledge of the ESCO occupations that are related to each unit group',
      shared,
      [
        text('soc2020', 'Code of the unit group.', (skill) => skill.soc2020),
        text(
          'title',
          'The title of the unit group.',
          (skill) => groups.get(skill.soc2020)?.title ?? null,
        ),
        text(
          'kind',
          'Whether it is a skill or knowledge.',
          ({ skill }) => (skill.isKnowledge ? 'knowledge' : 'skill'),
          ['skill', 'knowledge'],
        ),
        { ...text('skill', 'The name of the skill.', ({ skill }) => skill.label), repeats: true },
        text(
          'reuse_level',
          'How widely the publisher says that it can be used.',
          ({ skill }) => skill.reuseLevel,
          reuseLevels,
        ),
        number('roles', 'How many related occupations of ESCO have it.', ({ roles }) => roles),
        number(
          'share_percent',
          'The weight of the related occupations that have it, in percent.',
          ({ share }) => percent(share),
        ),
        number(
          'essential_percent',
          'The weight of those for which it is essential.',
          ({ essentialShare }) => percent(essentialShare),
        ),
        {
          ...text('uri', 'The address of the skill in ESCO.', ({ skill }) => skill.uri),
          repeats: true,
        },
      ],
    ),
  ];
}
