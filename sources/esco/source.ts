// ESCO, the European classification of occupations and skills: related roles, shared skills and
// knowledge of each unit group.
import { percent } from '#sources/kit/isco-shares.ts';
import { onsAttribution } from '#sources/kit/licences.ts';
import { defineSource } from '#sources/kit/define-source.ts';
import { number, tableOf, text } from '#sources/kit/tables.ts';
import { checks } from './checks.ts';
import { discover, landingPage, zipName } from './discover.ts';
import { documents } from './documents.ts';
import { files, layout, limits, parse } from './layout.ts';
import { relatedDocuments } from './related-groups.ts';
import { reuseLevels, sharedSkills } from './related-roles.ts';
import { reshape } from './reshape.ts';
import { sample } from './sample.ts';
import { titles } from './titles.ts';

export const esco = defineSource({
  key: 'esco',
  title: 'ESCO: European Skills, Competences, Qualifications and Occupations',
  publisher:
    'European Commission, Directorate-General for Employment, Social Affairs and Inclusion',
  licence: {
    name: 'Reuse under Commission Decision 2011/833/EU',
    url: 'https://esco.ec.europa.eu/en/use-esco/download/privacy-statement',
  },
  // The first sentence is the publisher's own for services; the terms also ask that an adapted
  // version be marked as such.
  attribution:
    'This service uses the ESCO classification of the European Commission. ' +
    'Adapted: related occupations are grouped by UK SOC 2020 and shares computed by ' +
    'this service. ' +
    'Reached through ISCO-08 (International Labour Organization). SOC 2020 coding index ' +
    `– ${onsAttribution}`,
  origins: ['https://esco.ec.europa.eu', 'https://ec.europa.eu'],
  cadence: 'Irregular: a version every one to two years',
  needs: ['soc-structure', 'soc-index'],
  byHand: {
    pages: [
      {
        page: landingPage,
        take:
          'the classification in English as CSV; up to version 1.1 also the ' +
          'classification without a language',
      },
    ],
    example: '1.1.0',
    releaseFrom: 'it is the version that was chosen on the page',
    releaseOf: ({ name }) => /\bv(\d+\.\d+\.\d+)\b/.exec(name)?.[1] ?? null,
    files: {
      english: {
        shows: layout.shows('groups', 'occupations', 'skills'),
        called: (release) => zipName(release, 'en'),
      },
      anyLanguage: {
        shows: async (file) =>
          (await layout.shows('relations')(file)) && !(await layout.shows('occupations')(file)),
        called: (release) => zipName(release, ''),
      },
    },
  },
  namedLike: '1.1.0',
  release: (name) => {
    const match = /^(\d+)\.(\d+)\.(\d+)$/.exec(name);
    return match === null
      ? null
      : { order: match.slice(1).map(Number), year: null, provisional: false, released: null };
  },
  *documents(inputs) {
    yield* relatedDocuments(inputs);
    yield* documents(inputs);
  },
  figures: 'texts',
  tables: ({ related }, needs) => {
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
  },
  landingPage,
  files,
  limits,
  checks,
  discover,
  parse,
  describeRows: layout.describeRows({
    groups: { id: 'uri', title: 'label' },
    occupations: { id: 'uri', title: 'label' },
    skills: { id: 'uri', title: 'label' },
  }),
  reshape,
  titles,
  sample,
});
