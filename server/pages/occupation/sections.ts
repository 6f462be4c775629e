// The sections of an occupation, in order: of which endpoint each is, its headline figure, and what it says. The page of an occupation, the
// answer on the front page, the comparison, lmi show and lmi site all read them, so that they show the same figures and none that may not be shown.
import type { DemandLevel } from '#schemas/codes.ts';
import { monthNames } from '#schemas/reference-dates.ts';
import type { HowToBecomeResponse } from '#schemas/resources/how-to-become.ts';
import type { OccupationTitle } from '#schemas/resources/occupations.ts';
import type { Paragraph } from '#schemas/figures.ts';
import { type Asked, type PageAnswers, type Question, hourly, payMeasure, questionsOf } from './answers.ts';
import type { Block, FromAnswer, Glance, Label, Row, Said, Table } from './content.ts';
import {
  absence,
  type Figure,
  type Print,
  capital,
  comparedAdverts,
  isShown,
  joined,
  number,
  percent,
  pounds,
  publishedParts,
  showing,
  signed,
  word,
} from './figure.ts';
import { payBlocks } from './pay-section.ts';

/** A section of which the type of the answer is not known outside. */
export interface Section {
  readonly id: string;
  readonly heading: string;
  /** Whether the section is left out in print, so that an adviser gets two pages. */
  readonly onScreenOnly: boolean;
  /** What its call asks. */
  readonly question: (answers: PageAnswers) => Question;
  readonly asked: (answers: PageAnswers) => Asked<FromAnswer>;
  /** Only of answers whose `asked` has one. */
  readonly say: (answers: PageAnswers) => Said;
  /** The name of its headline figure; null if it has none. */
  readonly headline: string | null;
  /** Null if it has no headline figure, or no answer. */
  readonly glance: (answers: PageAnswers) => Glance | null;
}

type Key = Exclude<keyof PageAnswers, 'occupation'>;
type AnswerOf<K extends Key> = PageAnswers[K] extends Asked<infer Answer> ? Answer : never;

interface Named<Answer> {
  readonly id: string;
  readonly heading: string;
  readonly onScreenOnly?: boolean;
  readonly headline?: string;
  readonly glance?: (answer: Answer) => Omit<Glance, 'name'>;
  readonly say: (answer: Answer, answers: PageAnswers) => Said;
}

function section<Answer extends FromAnswer>(
  asked: (answers: PageAnswers) => Asked<Answer>,
  question: Section['question'],
  { onScreenOnly = false, headline, glance, say, ...of }: Named<Answer>,
): Section {
  return {
    ...of,
    onScreenOnly,
    headline: headline ?? null,
    question,
    asked,
    say: (answers) => {
      const given = asked(answers);
      return 'answer' in given ? say(given.answer, answers) : { about: '', blocks: [] };
    },
    glance: (answers) => {
      const given = asked(answers);
      return 'answer' in given && headline !== undefined && glance !== undefined ? { name: headline, ...glance(given.answer) } : null;
    },
  };
}

/** The section of one answer. */
function sectionOf<K extends Key>(key: K, of: Named<AnswerOf<K> & FromAnswer>): Section {
  return section(
    (answers) => answers[key] as Asked<AnswerOf<K> & FromAnswer>,
    (answers) => questionsOf(payMeasure(answers))[key],
    of,
  );
}

/** The cell of a column that does not concern a row. */
const none = word('–');

const line = 'A line through the months.';
const eachBar = { as: 'bars', says: 'A bar for each figure.' } as const;
const shareAndPeople = ['Group', 'Share', 'People'];

/** As many industries as a picture has room for. */
const mostIndustries = 8;
const mostParts = 8;
const mostAreas = 12;
const mostStandards = 12;
const mostTitles = 60;

export const demandNames: Readonly<Record<DemandLevel, string>> = {
  critical: 'Critical',
  elevated: 'Elevated',
  not_in_high_demand: 'Not in high demand',
};
const demandLevel: Print = (level) => demandNames[level as DemandLevel];
const rating: Print = (value) => (typeof value === 'number' ? value.toFixed(2) : value);

/** The occupation is asked for before anything else, and its refusal is that of the page. */
const work = section(
  ({ occupation }) => ({ answer: occupation }),
  () => ({ id: 'occupation' }),
  {
    id: 'work',
    heading: 'What the work is',
    say: ({ about }) => ({
      about: '',
      blocks: [{ heading: 'Tasks' }, { list: about.tasks }, { heading: 'Usual routes in' }, { text: about.entryRoutes }],
    }),
  },
);

/** Of either measure. */
const [annualPay, hourlyPay] = (['annualPay', 'hourlyPay'] as const).map((key) =>
  sectionOf(key, {
    id: 'pay',
    heading: 'Pay',
    headline: key === 'annualPay' ? 'Median annual pay' : 'Median hourly pay',
    glance: (of) => ({
      figure: showing(of)(of.figures.median, 'value', pounds),
      remark: joined(of.area.name, String(of.year), of.provisional ? 'provisional' : ''),
    }),
    say: payBlocks,
  }),
) as [Section, Section];

const employment = sectionOf('employment', {
  id: 'employment',
  heading: 'People in work',
  headline: 'People in work',
  glance: (of) => ({ figure: showing(of)(of.employment, 'count'), remark: joined(of.area.name, of.period) }),
  say: (of) => {
    const show = showing(of);
    const { employment: all, breakdown } = of;
    return {
      about: joined(of.area.name, of.period),
      blocks: [
        {
          table: 'People in work',
          columns: ['Figure', of.area.name],
          rows: [
            { label: 'People who work in the occupation', figures: [show(all, 'count')] },
            {
              label: 'Margin of error (95 % confidence)',
              figures: [show(all, 'confidenceInterval', (value) => `± ${number(value)}`)],
            },
            { label: 'Share of all people in work', figures: [show(all, 'shareOfAllEmploymentPercent', percent)] },
          ],
        },
        breakdown === null
          ? { text: 'The publisher’s sample is too small to divide these people further.', as: 'small' }
          : {
              table: 'Women, part-time and self-employed',
              columns: shareAndPeople,
              rows: Object.entries({
                Women: breakdown.female,
                'Part-time': breakdown.partTime,
                'Self-employed': breakdown.selfEmployed,
              }).map(([label, part]) => ({ label, figures: [show(part, 'percent', percent), show(part, 'count')] })),
              chart: eachBar,
            },
      ],
    };
  },
});

const workforce = sectionOf('workforce', {
  id: 'workforce',
  heading: 'Who does the work',
  say: (of) => {
    const show = showing(of);
    type Share = typeof of.headline.agedUnder25;
    const row = (label: string, share: Share): Row => ({ label, figures: [show(share, 'percent', percent), show(share, 'count')] });
    const { headline, ages, qualifications, industries } = of;
    const blocks = [
      { table: 'Ages', of: ages, rows: ages.bands.map((band) => row(band.name, band)) },
      { table: 'Highest qualification', of: qualifications, rows: qualifications.levels.map((level) => row(level.name, level)) },
      {
        table: 'Industries',
        of: industries,
        rows: industries.sections.map((industry) => row(capital(industry.title), industry)),
        most: mostIndustries,
      },
    ];
    const published = blocks.filter((block) => block.of.withheld === null);
    const lacking = Map.groupBy(blocks, (block) => (block.of.withheld === null ? '' : absence(block.of.withheld, of.withheldLegend).why));
    return {
      about: of.area.name,
      blocks: [
        ...(ages.withheld !== null && qualifications.withheld !== null
          ? []
          : [
              {
                table: 'Shares of the people in the occupation',
                columns: shareAndPeople,
                rows: [
                  row('Aged under 25', headline.agedUnder25),
                  row('Aged 55 and over', headline.aged55AndOver),
                  row('With a degree', headline.withDegree),
                ],
              },
            ]),
        ...published.map(({ table, rows, of: { period }, ...more }) => ({
          table,
          columns: shareAndPeople,
          rows,
          chart: { ...eachBar, key: period ?? '', ...more },
        })),
        ...[...lacking].flatMap(([why, absent]) =>
          why === ''
            ? []
            : [{ absent: absence(absent[0]?.of.withheld ?? null, of.withheldLegend), of: absent.map(({ table }) => table).join(', ') }],
        ),
      ],
      notes: [of.derivation],
    };
  },
});

const projections = sectionOf('projections', {
  id: 'outlook',
  heading: 'Outlook',
  headline: 'Outlook for the group',
  glance: (of) => ({
    figure: showing(of)(of.outlook, 'netChangePercent', signed(percent)),
    remark: joined(of.area.name, `jobs ${of.outlook.baseYear} to ${of.outlook.targetYear}`, `group ${of.group.code}`),
    caveats: [of.derivation, of.accuracy],
  }),
  say: (of) => {
    const show = showing(of);
    const { outlook, group, area } = of;
    const [base, target] = [String(outlook.baseYear), String(outlook.targetYear)];
    return {
      about: joined(area.name, of.period, `all of group ${group.code}, ${group.title}`),
      blocks: [
        { text: of.derivation },
        {
          table: `Jobs in ${base} and ${target}`,
          columns: ['Year', 'Jobs'],
          rows: [
            { label: base, figures: [show(outlook, 'employmentBase')] },
            { label: target, figures: [show(outlook, 'employmentTarget')] },
          ],
          chart: eachBar,
        },
        {
          table: `From ${base} to ${target}`,
          columns: ['Figure', area.name],
          rows: [
            { label: 'Net change, jobs', figures: [show(outlook, 'netChange', signed(number))] },
            { label: 'Net change', figures: [show(outlook, 'netChangePercent', signed(percent))] },
            { label: 'Jobs to fill because people leave', figures: [show(outlook, 'replacementDemand')] },
            { label: 'All jobs to fill', figures: [show(outlook, 'totalRequirement')] },
          ],
        },
        {
          fold: 'By highest qualification held',
          blocks: [
            {
              table: 'Jobs by qualification',
              columns: ['Qualification', base, target, 'Change'],
              rows: of.byQualification.map((level) => ({
                label: level.qualification.name,
                figures: [show(level, 'employmentBase'), show(level, 'employmentTarget'), show(level, 'netChangePercent', signed(percent))],
              })),
            },
          ],
        },
        { text: of.accuracy, as: 'small' },
      ],
    };
  },
});

const demand = sectionOf('demand', {
  id: 'demand',
  heading: 'Demand',
  onScreenOnly: true,
  headline: 'Demand',
  glance: (of) => ({
    figure: showing(of)(of, 'level', demandLevel),
    remark: joined(of.area.name, String(of.year)),
    caveats: of.notes,
  }),
  say: (of) => {
    const show = showing(of);
    const { previous } = of;
    // The year before has its own column, if the release has it.
    const beside = (figure: (year: NonNullable<typeof previous>) => Figure): readonly Figure[] =>
      previous === null ? [] : [figure(previous)];
    return {
      about: joined(of.area.name, of.period),
      blocks: [
        {
          table: 'Demand and its five indicators',
          columns: ['Figure', String(of.year), ...(previous === null ? [] : [String(previous.year)])],
          rows: [
            {
              label: 'Demand for the occupation',
              figures: [show(of, 'level', demandLevel), ...beside((year) => show(year, 'level', demandLevel))],
            },
            ...of.indicators.map((indicator) => ({
              label: capital(indicator.name),
              figures: [
                show(indicator, 'level', demandLevel),
                ...beside(({ indicators }) =>
                  show(indicators.find(({ key }) => key === indicator.key) ?? { level: null, withheld: null }, 'level', demandLevel),
                ),
              ],
            })),
            { label: 'Workers, as the assessment counts them', figures: [show(of.workers, 'count'), ...beside(() => none)] },
          ],
        },
        ...[of.uncertainty, of.imputation, of.capping].flatMap((caveat): Block[] =>
          caveat === null ? [] : [{ text: caveat.explanation, as: 'notice' }],
        ),
      ],
    };
  },
});

const vacancies = sectionOf('vacancies', {
  id: 'vacancies',
  heading: 'Vacancies',
  onScreenOnly: true,
  headline: 'Vacancies',
  glance: (of) => ({
    figure: showing(of)(of.vacancies, 'count'),
    remark: joined(of.area.name, String(of.year), of.group === null || of.group.level === 'occupation' ? '' : `group ${of.group.code}`),
    caveats: [of.derivation],
  }),
  say: (of) => {
    const show = showing(of);
    const { group, area, allOccupations: all } = of;
    const row = (label: string, key: 'vacancies' | 'hardToFillVacancies' | 'skillShortageVacancies'): Row => ({
      label,
      figures: [show(of[key], 'count'), show(all[key], 'count')],
    });
    const share = (label: string, key: 'hardToFillShare' | 'skillShortageShare'): Row => ({
      label,
      figures: [show(of[key], 'percent', percent), show(all[key], 'percent', percent)],
    });
    return {
      about: joined(area.name, of.period),
      blocks: [
        { text: of.derivation },
        {
          table: 'Vacancies',
          columns: ['Figure', group === null ? 'This occupation' : `${group.code} ${group.title}`, `All occupations, ${area.name}`],
          rows: [
            row('Vacancies', 'vacancies'),
            row('Hard to fill', 'hardToFillVacancies'),
            share('Share that is hard to fill', 'hardToFillShare'),
            row('Hard to fill for want of skills', 'skillShortageVacancies'),
            share('Share for want of skills', 'skillShortageShare'),
          ],
        },
      ],
    };
  },
});

const adverts = sectionOf('adverts', {
  id: 'adverts',
  heading: 'Online job adverts',
  onScreenOnly: true,
  headline: 'Online job adverts',
  glance: (of) => ({
    figure: showing(of)(of, 'adverts'),
    remark: joined(of.area.name, of.period, publishedParts(of.monthsSuppressed, 'months')),
  }),
  say: (of) => {
    const show = showing(of);
    const { prior, change, presentable, changeWithheld } = of;
    const byMonth = new Map(of.months.map((month) => [month.month, show(month, 'adverts')]));
    const years = [...new Set(of.months.map(({ month }) => month.slice(0, 4)))];
    const isGapped = [...byMonth.values()].some((figure) => !isShown(figure));
    return {
      about: joined(of.area.name, of.period),
      blocks: [
        {
          table: 'New online job adverts',
          columns: ['Figure', of.area.name],
          rows: [
            { label: of.period, remark: publishedParts(of.monthsSuppressed, 'months'), figures: [show(of, 'adverts')] },
            { label: of.priorPeriod, remark: publishedParts(prior.monthsSuppressed, 'months'), figures: [show(prior, 'adverts')] },
            {
              label: 'Change on the year before',
              remark: comparedAdverts(change),
              figures: [show({ percent: change?.percent ?? null, presentable, withheld: changeWithheld }, 'percent', signed(percent))],
            },
          ],
        },
        {
          table: 'New online job adverts by month',
          columns: ['Month', ...years],
          rows: monthNames.map((label, place) => ({
            label,
            figures: years.map((year) => byMonth.get(`${year}-${String(place + 1).padStart(2, '0')}`) ?? none),
          })),
          chart: {
            as: 'line',
            says: `${line} A dashed box stands for a month that the publisher suppresses.`,
            key: isGapped ? 'A dashed box: the publisher suppresses the month.' : '',
            points: [...byMonth].map(([label, figure]) => ({
              label,
              tick: label.endsWith('-01') ? label.slice(0, 4) : '',
              figures: [figure],
            })),
          },
        },
      ],
    };
  },
});

const places = sectionOf('localAdverts', {
  id: 'places',
  heading: 'Local areas with adverts',
  onScreenOnly: true,
  say: (of) => {
    const show = showing(of);
    const { total, areas } = of;
    return {
      about: of.period,
      blocks: [
        total === 0
          ? { text: 'No local area has a published number of adverts.' }
          : {
              table:
                total > mostAreas ? `The ${mostAreas} of ${number(total)} local areas with the most adverts` : 'Local areas with adverts',
              columns: ['Area', 'Adverts', 'Per 1,000 adverts of the area', 'Against the UK (1 is the same)'],
              rows: areas.slice(0, mostAreas).map((at) => ({
                label: { text: at.area.name, href: `/areas/${at.area.slug}` },
                remark: publishedParts(at.quartersSuppressed, 'quarters'),
                figures: [
                  show({ adverts: at.adverts, presentable: at.presentable }, 'adverts'),
                  show({ perThousand: at.perThousand, withheldFigures: at.withheldFigures }, 'perThousand'),
                  show({ concentration: at.concentration, withheldFigures: at.withheldFigures }, 'concentration'),
                ],
              })),
            },
      ],
    };
  },
});

const visas = sectionOf('visas', {
  id: 'visas',
  heading: 'Work visas',
  onScreenOnly: true,
  headline: 'Work visas granted',
  glance: (of) => ({ figure: showing(of)(of, 'granted'), remark: joined(of.area.name, of.period) }),
  say: (of) => {
    const show = showing(of);
    const parts = (name: string, { parts: all, presentable, withheld }: typeof of.byRoute): Block[] => {
      if (all === null) return [{ absent: absence(withheld, of.withheldLegend), of: name }];
      if (all.length === 0) return [];
      return [
        {
          table: `${name}${all.length > mostParts ? ', the first eight' : ''}`,
          columns: ['Figure', 'Visas', 'Share'],
          rows: all.slice(0, mostParts).map(({ name: label, ...part }) => ({
            label,
            figures: [show({ ...part, presentable }, 'granted'), show({ ...part, presentable }, 'sharePercent', percent)],
          })),
        },
      ];
    };
    return {
      about: joined(of.area.name, of.period),
      blocks: [
        {
          table: 'Work visas granted',
          columns: ['Figure', of.period],
          rows: [
            { label: 'Visas', figures: [show(of, 'granted')] },
            ...(of.rank === null
              ? []
              : [{ label: 'Rank among occupations', figures: [word(`${number(of.rank.rank)} of ${number(of.rank.of)}`)] }]),
          ],
        },
        {
          table: 'Work visas granted by quarter',
          columns: ['Quarter', 'Visas'],
          rows: of.quarters.map((at) => ({ label: at.quarter, figures: [show(at, 'granted')] })),
          chart: { as: 'line', says: 'A line through the quarters.' },
        },
        {
          fold: 'By route, nationality and industry',
          blocks: [
            ...parts('By route', of.byRoute),
            ...parts('By nationality', of.byNationality),
            ...parts('By industry of the sponsor', of.byIndustry),
          ],
        },
      ],
    };
  },
});

/** The text itself, what it lists and what it links. */
function paragraph({ text, items, links }: Paragraph): readonly Block[] {
  const linked = links.filter(({ url }) => /^https?:\/\//.test(url)).map((link) => ({ text: link.text, href: link.url }));
  return [...(text === '' ? [] : [{ text }]), ...[items, linked].flatMap((list): Block[] => (list.length === 0 ? [] : [{ list }]))];
}

/** What the work demands, each of which the publisher writes as the end of a sentence. */
function demands(heading: string, of: readonly Paragraph[]): readonly Block[] {
  if (of.length === 0) return [];
  return [{ heading }, { list: of.map(({ text }) => text) }, ...of.flatMap((one) => paragraph({ ...one, text: '' }))];
}

type Profile = HowToBecomeResponse['profiles'][number];
type Route = Profile['routes'][number];

const routeNames: Readonly<Record<Route['key'], string>> = {
  university: 'University',
  college: 'College',
  apprenticeship: 'Apprenticeship',
  'working-up': 'Working towards the role',
  volunteering: 'Volunteering',
  'direct-application': 'Applying directly',
  other: 'Other routes',
};

function entryOf({ entryRequirements: entry }: Route): readonly Block[] {
  if (entry === null) return [];
  return [
    ...(entry.noneSet ? [{ text: 'There are no set requirements.' }] : []),
    ...(entry.preface === null ? [] : [{ text: entry.preface }]),
    ...entry.requirements.flatMap(paragraph),
  ];
}

function profileBlocks({ title, url, match, overview, routes: ways, requirements }: Profile): readonly Block[] {
  const more = match === 'partial' ? ' (one of several occupations that this profile can mean)' : '';
  return [
    { heading: { text: title, href: url, more } },
    ...overview.flatMap(paragraph),
    ...ways.map((way) => ({ fold: routeNames[way.key], blocks: [...way.paragraphs.flatMap(paragraph), ...entryOf(way)] })),
    ...demands('Checks and restrictions', requirements.checks),
    ...demands('Licences and registrations', requirements.registrations),
  ];
}

const routes = sectionOf('howToBecome', {
  id: 'routes',
  heading: 'How to become one',
  onScreenOnly: true,
  say: (of) => {
    const [first, ...others] = of.profiles;
    return {
      about: of.area.name,
      blocks:
        first === undefined
          ? [{ absent: absence(of.withheld, of.withheldLegend) }]
          : [
              ...profileBlocks(first),
              ...(others.length === 0
                ? []
                : [
                    {
                      fold: `${others.length} more job profiles`,
                      blocks: [{ list: others.map(({ title, url }) => ({ text: title, href: url })) }],
                    },
                  ]),
            ],
    };
  },
});

const apprenticeships = sectionOf('apprenticeships', {
  id: 'apprenticeships',
  heading: 'Apprenticeships',
  onScreenOnly: true,
  say: (of) => {
    const show = showing(of);
    const { occupations, attributionLogo } = of;
    const standards = occupations.flatMap((occupation) => occupation.apprenticeships);
    const others = occupations.flatMap(({ tLevels, otherTechnicalQualifications }) => [...tLevels, ...otherTechnicalQualifications]);
    const table = (): Table => ({
      table: standards.length > mostStandards ? `${mostStandards} of ${standards.length} apprenticeships` : 'Apprenticeships',
      columns: ['Standard', 'Typical months', 'Funding at most'],
      rows: standards.slice(0, mostStandards).map((standard) => {
        const { code, title, level, url } = standard;
        const more = ` (${code}, level ${level})`;
        return {
          label: url === null ? `${title}${more}` : { text: title, href: url, more },
          figures: [show(standard, 'typicalDurationMonths'), show(standard, 'maximumFundingPounds', pounds)],
        };
      }),
    });
    return {
      about: of.area.name,
      blocks: [
        occupations.length === 0
          ? { absent: absence(of.withheld, of.withheldLegend) }
          : standards.length === 0
            ? { text: 'No apprenticeship is open for these occupations.' }
            : table(),
        ...(others.length === 0
          ? []
          : [
              {
                fold: `T Levels and other technical qualifications (${others.length})`,
                blocks: [{ list: others.map(({ title, level }) => `${title}, level ${level}`) }],
              },
            ]),
        ...(attributionLogo.required
          ? [{ text: `Information from ${attributionLogo.name.replace(/ logo$/i, '')}.`, as: 'small' } as const, { logo: true } as const]
          : []),
      ],
    };
  },
});

const workProfile = sectionOf('workProfile', {
  id: 'profile',
  heading: 'Interests and abilities',
  onScreenOnly: true,
  say: (of) => {
    const show = showing(of);
    const { interests, abilities, basedOn } = of;
    const { presentable } = abilities;
    const strongest = abilities.elements.toSorted((a, b) => (b.importance ?? 0) - (a.importance ?? 0)).slice(0, 10);
    const scale = (name: string, { minimum, maximum }: typeof interests.scale) => `${name}, on a scale from ${minimum} to ${maximum}`;
    return {
      about: 'Ratings of comparable occupations in the United States',
      blocks: [
        {
          table: scale('Interests', interests.scale),
          columns: ['Interest', 'Score'],
          rows: interests.scores.map(({ name, score }) => ({
            label: name,
            figures: [show({ score, presentable: interests.presentable, withheld: interests.withheld }, 'score', rating)],
          })),
          chart: eachBar,
        },
        abilities.withheld === null
          ? {
              table: scale('The ten most important abilities', abilities.importanceScale),
              columns: ['Ability', 'Importance'],
              rows: strongest.map(({ name, importance, withheldFigures }) => ({
                label: name,
                figures: [show({ importance, presentable, withheldFigures }, 'importance', rating)],
              })),
              chart: eachBar,
            }
          : { absent: absence(abilities.withheld, of.withheldLegend), of: 'Abilities' },
        {
          fold: `The occupations behind these averages (${basedOn.length})`,
          blocks: [{ list: basedOn.map(({ code, title }) => `${title} (${code})`) }],
        },
      ],
      notes: [of.derivation],
    };
  },
});

const skills = sectionOf('skills', {
  id: 'skills',
  heading: 'Skills and related roles',
  onScreenOnly: true,
  say: (of) => {
    const show = showing(of);
    if (of.withheld !== null) return { about: '', blocks: [{ absent: absence(of.withheld, of.withheldLegend) }], notes: [of.derivation] };
    const table = (name: string, all: typeof of.skills, total: number): Table => ({
      table: `${name}, the first ${all.length} of ${number(total)}`,
      columns: ['Figure', 'Share of related roles'],
      rows: all.map((skill) => ({ label: skill.name, figures: [show({ sharePercent: skill.sharePercent }, 'sharePercent', percent)] })),
    });
    return {
      about: 'Share of related European occupations that have it',
      blocks: [
        table('Skills', of.skills, of.totals.skills),
        table('Knowledge', of.knowledge, of.totals.knowledge),
        { heading: 'Related roles' },
        { list: of.relatedRoles.map(({ title }) => title), isLong: true },
      ],
      notes: [of.derivation],
    };
  },
});

/** The list of titles is bare, and of the release of the occupation. */
const titles = section(
  ({ titles: asked, occupation }) =>
    'missing' in asked
      ? asked
      : {
          answer: {
            provenance: occupation.provenance,
            attribution: occupation.attribution,
            titles: asked.answer,
            typical: occupation.sampleJobTitles,
          },
        },
  () => ({ id: 'titles' }),
  {
    id: 'titles',
    heading: 'Job titles',
    onScreenOnly: true,
    say: ({ titles: all, typical }) => {
      const list = (of: readonly OccupationTitle[]): readonly Label[] =>
        of.map(({ title, qualifier }) => (qualifier === null ? title : `${title} (${qualifier})`));
      const [first, rest] = [all.slice(0, mostTitles), all.slice(mostTitles)];
      const fold = (name: string, of: readonly OccupationTitle[]): Block => ({ fold: name, blocks: [{ list: list(of), isLong: true }] });
      return {
        about: '',
        blocks: [
          { text: `${number(all.length)} titles of the coding index belong to this occupation. Typical ones: ${typical.join(', ')}.` },
          fold(rest.length === 0 ? 'All job titles' : `The first ${first.length} job titles`, first),
          ...(rest.length === 0 ? [] : [fold(`The other ${number(rest.length)}`, rest)]),
        ],
      };
    },
  },
);

const besidePay = [
  employment,
  workforce,
  projections,
  demand,
  vacancies,
  adverts,
  places,
  visas,
  routes,
  apprenticeships,
  workProfile,
  skills,
  titles,
] as const;

/** The sections, with the measure of pay that is put first. */
export function sectionsOf(answers: PageAnswers): readonly Section[] {
  return [work, payMeasure(answers) === hourly ? hourlyPay : annualPay, ...besidePay];
}

/** Headline figures, each with its section, and the names of those without a release. */
export interface AtAGlance {
  readonly cards: readonly (Glance & { readonly of: Section })[];
  readonly unpublished: readonly string[];
}

/** The headline figures of an occupation. */
export const atAGlance = (answers: PageAnswers): AtAGlance => glanced(sectionsOf(answers), answers);

/** The same with both measures of pay, so that in a comparison one stands beside its like. */
export const comparable = (answers: PageAnswers): AtAGlance => glanced([annualPay, hourlyPay, ...besidePay], answers);

function glanced(sections: readonly Section[], answers: PageAnswers): AtAGlance {
  return {
    cards: sections.flatMap((of) => {
      const glance = of.glance(answers);
      return glance === null ? [] : [{ ...glance, of }];
    }),
    unpublished: sections.flatMap(({ headline, asked }) => (headline !== null && 'missing' in asked(answers) ? [headline] : [])),
  };
}
