// The sections of an occupation, in order: of which endpoint each is, its headline figure, and what
// it says. The page of an occupation, the answer on the front page, the comparison, lmi show and
// lmi site all read them, so that they show the same figures and none that may not be shown.
import type { DemandLevel } from '#schemas/codes.ts';
import type { Paragraph } from '#schemas/figures.ts';
import type { HeadlineKey } from '#schemas/resources/summary.ts';
import { type HeadlineRow, headlineOf } from '#schemas/selections/headlines.ts';
import type { HowToBecomeResponse } from '#schemas/resources/responses.ts';
import {
  type AnswerOf,
  type Asked,
  type Key,
  type PageAnswers,
  type Question,
  hourly,
  payMeasure,
  questionsOf,
} from './answers.ts';
import {
  type Block,
  type Chart,
  type FromAnswer,
  type Glance,
  type Label,
  type Said,
  remarked,
  row,
  table,
  unlessEmpty,
  wholeThenPartial,
} from './content.ts';
import {
  type Print,
  type Show,
  absence,
  capital,
  comparedAdverts,
  isShown,
  joined,
  showing,
  word,
  number,
  percent,
  pounds,
  publishedParts,
  signed,
} from './figure.ts';
import { payAbout, payBlocks } from './pay-section.ts';

/** What a section says of one occupation. */
export interface Section {
  readonly id: string;
  readonly heading: string;
  /**
   * Whether it is folded beneath its headline figure, and left out in print, so that an adviser
   * gets two or three pages.
   */
  readonly folded: boolean;
  /** What its call asks. */
  readonly question: Question;
  readonly asked: Asked<FromAnswer>;
  /**
   * Nothing if there is no answer. It takes long to say: a comparison shows the headline figure
   * alone.
   */
  readonly said: () => Said;
  /** The name of its headline figure; null if it has none. */
  readonly headline: string | null;
  /** Null if it has no headline figure, or no answer. */
  readonly glance: Glance | null;
}

type SectionOf = (answers: PageAnswers) => Section;

interface Told<Answer> {
  readonly folded?: boolean;
  /** The key of its headline figure, and what its remark has in place of the period. */
  readonly headline?: readonly [HeadlineKey, ((answer: Answer) => string)?];
  /** The default are the area and period of the headline figure. */
  readonly about?: (answer: Answer) => string;
  readonly blocks: (answer: Answer, show: Show, answers: PageAnswers) => readonly Block[];
}

/** The section of one answer. */
function sectionOf<K extends Key>(
  key: K,
  [id, heading]: readonly [string, string],
  { folded = false, headline: figure, about, blocks }: Told<AnswerOf<K> & FromAnswer>,
): SectionOf {
  const headline = figure === undefined ? null : headlineOf(figure[0]);
  return (answers) => {
    const asked = answers[key] as Asked<AnswerOf<K> & FromAnswer>;
    const it = {
      id,
      heading,
      folded,
      question: questionsOf(payMeasure(answers))[key],
      asked,
      headline: headline?.label ?? null,
    };
    if ('missing' in asked) return { ...it, said: () => ({ about: '', blocks: [] }), glance: null };
    const { answer } = asked;
    const show = showing(answer);
    // The key is that of a figure of such an answer.
    const { area, period, group } = headline?.about(answer as never) ?? {
      area: null,
      period: null,
      group: null,
    };
    const where = area?.name ?? '';
    const when = period ?? '';
    const remark = joined(
      where,
      figure?.[1]?.(answer) ?? when,
      group === null ? '' : `group ${group.code}`,
    );
    return {
      ...it,
      said: () => ({
        about: about?.(answer) ?? joined(where, when),
        blocks: blocks(answer, show, answers),
      }),
      glance:
        headline === null
          ? null
          : {
              name: headline.label,
              figure: show(headline.of(answer as never), 'value', printOf(headline)),
              remark,
            },
    };
  };
}

const printOf = ({ key, unit }: HeadlineRow): Print => {
  if (key === 'projected_change') return signed(percent);
  if (unit === 'level') return demandLevel;
  return unit === 'percent' ? percent : unit.startsWith('gbp') ? pounds : number;
};

/** The cell of a column that does not concern a row. */
const none = word('–');
const eachBar: Chart = { as: 'bars', says: 'A bar for each figure.' };
const ratings = ({
  minimum,
  maximum,
}: {
  readonly minimum: number;
  readonly maximum: number;
}): Chart => ({
  ...eachBar,
  key: `Bars begin at ${minimum} and end at ${maximum}.`,
  scale: [minimum, maximum],
});
const shareAndPeople = ['Group', 'Share', 'People'];

/** As many as a picture or a table has room for. */
const most = {
  industries: 8,
  parts: 8,
  areas: 12,
  standards: 8,
  abilities: 10,
  skills: 8,
} as const;

export const demandNames: Readonly<Record<DemandLevel, string>> = {
  critical: 'Critical',
  elevated: 'Elevated',
  not_in_high_demand: 'Not in high demand',
};
const demandLevel: Print = (level) => demandNames[level as DemandLevel];
const plusOrMinus: Print = (value) => `± ${number(value)}`;
const rating: Print = (value) => (typeof value === 'number' ? value.toFixed(2) : value);

/** The occupation is asked for before anything else, and its refusal is that of the page. */
const work: SectionOf = ({ occupation }) => {
  const { tasks, entryRoutes } = occupation.about;
  return {
    id: 'work',
    heading: 'What the work is',
    folded: false,
    headline: null,
    glance: null,
    question: { id: 'occupation', query: {} },
    asked: { answer: occupation },
    said: () => ({
      about: '',
      blocks: [
        { heading: 'Tasks' },
        { list: tasks },
        { heading: 'Usual routes in' },
        { text: entryRoutes },
      ],
    }),
  };
};

/** Of either measure. */
const payOf = (key: 'annualPay' | 'hourlyPay', headline: HeadlineKey) =>
  sectionOf(key, ['pay', 'Pay'], {
    headline: [
      headline,
      ({ year, provisional }) => joined(String(year), provisional ? 'provisional' : ''),
    ],
    about: payAbout,
    blocks: payBlocks,
  });
const annualPay = payOf('annualPay', 'annual_pay_median');
const hourlyPay = payOf('hourlyPay', 'hourly_pay_median');

/** Stands in a comparison only; the section of pay has it in a row. */
const hours = sectionOf('hours', ['hours', 'Hours'], {
  headline: [
    'weekly_hours_median',
    ({ year, provisional }) => joined(String(year), provisional ? 'provisional' : '', 'median'),
  ],
  blocks: () => [],
});

const employment = sectionOf('employment', ['employment', 'People in work'], {
  headline: ['employment'],
  blocks: ({ employment: all, breakdown, area }, show) => {
    const part = (label: string, share: NonNullable<typeof breakdown>['female']) =>
      row(label, show(share, 'percent', percent), show(share, 'count'));
    return [
      table(
        'People in work',
        ['Figure', area.name],
        [
          row('People who work in the occupation', show(all, 'count')),
          row('Margin of error (95 % confidence)', show(all, 'confidenceInterval', plusOrMinus)),
          row('Share of all people in work', show(all, 'shareOfAllEmploymentPercent', percent)),
        ],
      ),
      breakdown === null
        ? {
            text: 'The publisher’s sample is too small to divide these people further.',
            as: 'small',
          }
        : {
            ...table(
              'Women, part-time and self-employed',
              shareAndPeople,
              [
                part('Women', breakdown.female),
                part('Part-time', breakdown.partTime),
                part('Self-employed', breakdown.selfEmployed),
              ],
              eachBar,
            ),
            folded: true,
          },
    ];
  },
});

const workforce = sectionOf('workforce', ['workforce', 'Who does the work'], {
  folded: true,
  about: ({ area }) => area.name,
  blocks: ({ headline, ages, qualifications, industries, withheldLegend }, show) => {
    const shares = (label: string, share: typeof headline.withDegree) =>
      row(label, show(share, 'percent', percent), show(share, 'count'));
    const sections = industries.sections.map((one) => shares(capital(one.title), one));
    const blocks = [
      { name: 'Ages', of: ages, rows: ages.bands.map((band) => shares(band.name, band)) },
      {
        name: 'Highest qualification',
        of: qualifications,
        rows: qualifications.levels.map((level) => shares(level.name, level)),
      },
      { name: 'Industries', of: industries, rows: sections, most: most.industries },
    ];
    return [
      table('Shares of the people in the occupation', shareAndPeople, [
        shares('Aged under 25', headline.agedUnder25),
        shares('Aged 55 and over', headline.aged55AndOver),
        shares('With a degree', headline.withDegree),
      ]),
      ...blocks.map(({ name, of: { period, withheld }, rows, ...more }) =>
        withheld === null
          ? table(name, shareAndPeople, rows, { ...eachBar, key: period ?? '', ...more })
          : { absent: absence(withheld, withheldLegend), of: name },
      ),
    ];
  },
});

const projections = sectionOf('projections', ['outlook', 'Outlook'], {
  headline: ['projected_change'],
  about: ({ area, period, group }) =>
    joined(area.name, period, `all of group ${group.code}, ${group.title}`),
  blocks: ({ outlook, area, byQualification, derivation }, show) => {
    const base = String(outlook.baseYear);
    const target = String(outlook.targetYear);
    const levels = byQualification.map((of) => {
      const jobs = [show(of, 'employmentBase'), show(of, 'employmentTarget')];
      return row(of.qualification.name, ...jobs, show(of, 'netChangePercent', signed(percent)));
    });
    return [
      { text: derivation },
      table(
        `Jobs in ${base} and ${target}`,
        ['Year', 'Jobs'],
        [
          row(base, show(outlook, 'employmentBase')),
          row(target, show(outlook, 'employmentTarget')),
        ],
        eachBar,
      ),
      table(
        `From ${base} to ${target}`,
        ['Figure', area.name],
        [
          row('Net change, jobs', show(outlook, 'netChange', signed(number))),
          row('Net change', show(outlook, 'netChangePercent', signed(percent))),
          row('Jobs to fill because people leave', show(outlook, 'replacementDemand')),
          row('All jobs to fill', show(outlook, 'totalRequirement')),
        ],
      ),
      {
        fold: 'By highest qualification held',
        blocks: [table('Jobs by qualification', ['Qualification', base, target, 'Change'], levels)],
      },
    ];
  },
});

const demand = sectionOf('demand', ['demand', 'Demand'], {
  folded: true,
  headline: ['demand_level'],
  blocks: (of, show) => {
    // The year before has its own column, if the release has it.
    const years = [of, ...(of.previous === null ? [] : [of.previous])];
    const indicator = (key: string) => (year: (typeof years)[number]) =>
      show(
        year.indicators.find((one) => one.key === key) ?? { level: null, withheld: null },
        'level',
        demandLevel,
      );
    const caveats = [of.uncertainty, of.imputation, of.capping].filter((caveat) => caveat !== null);
    return [
      table(
        'Demand and its five indicators',
        ['Figure', ...years.map(({ year }) => String(year))],
        [
          row(
            'Demand for the occupation',
            ...years.map((year) => show(year, 'level', demandLevel)),
          ),
          ...of.indicators.map(({ key, name }) => row(capital(name), ...years.map(indicator(key)))),
          row(
            'Workers, as the assessment counts them',
            show(of.workers, 'count'),
            ...years.slice(1).map(() => none),
          ),
        ],
      ),
      // The publisher's remark names the indicators.
      ...caveats.map(
        ({ published, explanation }) =>
          ({ text: `${published.replace(/\.?$/, '.')} ${explanation}`, as: 'notice' }) as const,
      ),
    ];
  },
});

const vacancies = sectionOf('vacancies', ['vacancies', 'Vacancies'], {
  folded: true,
  headline: ['vacancies', ({ year }) => String(year)],
  blocks: (of, show) => {
    const { group, area, allOccupations: all } = of;
    const counts = (
      label: string,
      key: 'vacancies' | 'hardToFillVacancies' | 'skillShortageVacancies',
    ) => row(label, show(of[key], 'count'), show(all[key], 'count'));
    const shares = (label: string, key: 'hardToFillShare' | 'skillShortageShare') =>
      row(label, show(of[key], 'percent', percent), show(all[key], 'percent', percent));
    const whose = group === null ? 'This occupation' : `${group.code} ${group.title}`;
    return [
      { text: of.derivation },
      table(
        'Vacancies',
        ['Figure', whose, `All occupations, ${area.name}`],
        [
          counts('Vacancies', 'vacancies'),
          counts('Hard to fill', 'hardToFillVacancies'),
          shares('Share that is hard to fill', 'hardToFillShare'),
          counts('Hard to fill because applicants lack the skills', 'skillShortageVacancies'),
          shares('Share because applicants lack the skills', 'skillShortageShare'),
        ],
      ),
    ];
  },
});

const adverts = sectionOf('adverts', ['adverts', 'Online job adverts'], {
  folded: true,
  headline: [
    'job_adverts',
    ({ period, monthsSuppressed }) => joined(period, publishedParts(monthsSuppressed, 'months')),
  ],
  blocks: (of, show) => {
    const { prior, change, presentable, changeWithheld: withheld } = of;
    const months = of.months.map((at) => ({
      ...row(at.month, show(at, 'adverts')),
      tick: at.month.endsWith('-01') ? at.month.slice(0, 4) : '',
    }));
    const changed = show(
      { percent: change?.percent ?? null, presentable, withheld },
      'percent',
      signed(percent),
    );
    return [
      table(
        'New online job adverts',
        ['Figure', of.area.name],
        [
          remarked(of.period, publishedParts(of.monthsSuppressed, 'months'), show(of, 'adverts')),
          remarked(
            of.priorPeriod,
            publishedParts(prior.monthsSuppressed, 'months'),
            show(prior, 'adverts'),
          ),
          remarked('Change on the year before', comparedAdverts(change), changed),
        ],
      ),
      table('New online job adverts by month', ['Month', 'Adverts'], months, {
        as: 'line',
        says: 'A line through the months. A dashed box stands for a month that the publisher suppresses.',
        key: months.every(({ figures }) => figures.every(isShown))
          ? ''
          : 'A dashed box: the publisher suppresses the month.',
      }),
    ];
  },
});

const places = sectionOf('localAdverts', ['places', 'Local areas with adverts'], {
  folded: true,
  about: ({ period }) => period,
  blocks: ({ areas, total }, show) => {
    const rows = areas.map(({ area, presentable, quartersSuppressed, withheldFigures, ...at }) => ({
      lacks: quartersSuppressed,
      row: remarked(
        { text: area.name, href: `/areas/${area.slug}` },
        publishedParts(quartersSuppressed, 'quarters'),
        show({ ...at, presentable }, 'adverts'),
        show({ perThousand: at.perThousand, withheldFigures }, 'perThousand'),
        show({ concentration: at.concentration, withheldFigures }, 'concentration'),
      ),
    }));
    const name =
      total > most.areas
        ? `The local areas with the most adverts, of ${number(total)}`
        : 'Local areas with adverts';
    const columns = [
      'Area',
      'Adverts',
      'Per 1,000 adverts of the area',
      'Against the UK (1 is the same)',
    ];
    if (total === 0) return [{ text: 'No local area has a published number of adverts.' }];
    return wholeThenPartial(name, columns, 'quarters', rows, most.areas);
  },
});

const visas = sectionOf('visas', ['visas', 'Work visas'], {
  folded: true,
  headline: ['visas_granted'],
  blocks: (of, show) => {
    const { rank, withheldLegend } = of;
    const parts = (
      name: string,
      { parts: all, presentable, withheld }: typeof of.byRoute,
    ): readonly Block[] => {
      if (all === null) return [{ absent: absence(withheld, withheldLegend), of: name }];
      return unlessEmpty(all.slice(0, most.parts), (first) =>
        table(
          `${name}${all.length > most.parts ? ', the first eight' : ''}`,
          ['Figure', 'Visas', 'Share'],
          first.map((part) => {
            const figures = { ...part, presentable };
            return row(part.name, show(figures, 'granted'), show(figures, 'sharePercent', percent));
          }),
        ),
      );
    };
    return [
      table(
        'Work visas granted',
        ['Figure', of.period],
        [
          row('Visas', show(of, 'granted')),
          ...(rank === null
            ? []
            : [row('Rank among occupations', word(`${number(rank.rank)} of ${number(rank.of)}`))]),
        ],
      ),
      table(
        'Work visas granted by quarter',
        ['Quarter', 'Visas'],
        of.quarters.map((at) => row(at.quarter, show(at, 'granted'))),
        { as: 'line', says: 'A line through the quarters.' },
      ),
      {
        fold: 'By route, nationality and industry',
        blocks: [
          ...parts('By route', of.byRoute),
          ...parts('By nationality', of.byNationality),
          ...parts('By industry of the sponsor', of.byIndustry),
        ],
      },
    ];
  },
});

/** The text itself, what it lists and what it links. */
function paragraph({ text, items, links }: Paragraph): readonly Block[] {
  const linked = links
    .filter(({ url }) => /^https?:\/\//.test(url))
    .map((link) => ({ text: link.text, href: link.url }));
  return [
    ...(text === '' ? [] : [{ text }]),
    ...[items, linked].flatMap((of) => unlessEmpty<Label>(of, (list) => ({ list }))),
  ];
}

/** What the work demands, each of which the publisher writes as the end of a sentence. */
function demands(heading: string, of: readonly Paragraph[]): readonly Block[] {
  if (of.length === 0) return [];
  return [
    { heading },
    { list: of.map(({ text }) => text) },
    ...of.flatMap((one) => paragraph({ ...one, text: '' })),
  ];
}

type Profile = HowToBecomeResponse['profiles'][number];
type Route = Profile['routes'][number];

export const routeNames: Readonly<Record<Route['key'], string>> = {
  university: 'University',
  college: 'College',
  apprenticeship: 'Apprenticeship',
  'working-up': 'Working towards the role',
  volunteering: 'Volunteering',
  'direct-application': 'Applying directly',
  other: 'Other routes',
};

function routeBlocks({ key, paragraphs, entryRequirements: entry }: Route): Block {
  const texts =
    entry === null
      ? []
      : [entry.noneSet ? 'There are no set requirements.' : '', entry.preface ?? ''];
  const said = texts.flatMap((text) => (text === '' ? [] : [{ text }]));
  return {
    fold: routeNames[key],
    printed: true,
    blocks: [
      ...paragraphs.flatMap(paragraph),
      ...said,
      ...(entry?.requirements ?? []).flatMap(paragraph),
    ],
  };
}

function profileBlocks({
  title,
  url,
  match,
  overview,
  routes: ways,
  requirements,
}: Profile): readonly Block[] {
  const more =
    match === 'partial' ? ' (one of several occupations that this profile can mean)' : '';
  return [
    { heading: { text: title, href: url, more } },
    ...overview.flatMap(paragraph),
    ...ways.map(routeBlocks),
    ...demands('Checks and restrictions', requirements.checks),
    ...demands('Licences and registrations', requirements.registrations),
  ];
}

const routes = sectionOf('howToBecome', ['routes', 'How to become one'], {
  about: ({ area }) => area.name,
  blocks: ({ profiles: [first, ...others], withheld, withheldLegend }) => [
    ...(first === undefined
      ? [{ absent: absence(withheld, withheldLegend) }]
      : profileBlocks(first)),
    ...unlessEmpty(others, (more) => ({
      fold: `${more.length} more job profiles`,
      blocks: [{ list: more.map(({ title, url }) => ({ text: title, href: url })) }],
    })),
  ],
});

const apprenticeships = sectionOf('apprenticeships', ['apprenticeships', 'Apprenticeships'], {
  about: ({ area }) => area.name,
  blocks: ({ occupations, attributionLogo, withheld, withheldLegend }, show) => {
    const standards = occupations.flatMap((occupation) => occupation.apprenticeships);
    const others = occupations.flatMap(({ tLevels, otherTechnicalQualifications }) => [
      ...tLevels,
      ...otherTechnicalQualifications,
    ]);
    const rows = standards.slice(0, most.standards).map((standard) => {
      const { code, title, level, url } = standard;
      const more = ` (${code}, level ${level})`;
      const label = url === null ? `${title}${more}` : { text: title, href: url, more };
      return row(
        label,
        show(standard, 'typicalDurationMonths'),
        show(standard, 'maximumFundingPounds', pounds),
      );
    });
    const name =
      standards.length > rows.length
        ? `${rows.length} of ${standards.length} apprenticeships`
        : 'Apprenticeships';
    const from = `Information from ${attributionLogo.name.replace(/ logo$/i, '')}.`;
    return [
      occupations.length === 0
        ? { absent: absence(withheld, withheldLegend) }
        : rows.length === 0
          ? { text: 'No apprenticeship is open for these occupations.' }
          : table(name, ['Standard', 'Typical months', 'Funding at most'], rows),
      ...unlessEmpty(others, (more) => ({
        fold: `T Levels and other technical qualifications (${more.length})`,
        blocks: [{ list: more.map(({ title, level }) => `${title}, level ${level}`) }],
      })),
      ...(attributionLogo.required
        ? [{ text: from, as: 'small' } as const, { logo: true } as const]
        : []),
    ];
  },
});

const related = sectionOf('related', ['related', 'Related jobs'], {
  about: () => 'By what people do in them, and the skills that they share',
  blocks: ({ related: all, bases, withheldLegend }) =>
    all.length === 0
      ? [
          {
            absent: absence(
              bases.find(({ withheld }) => withheld !== null)?.withheld ?? null,
              withheldLegend,
            ),
          },
        ]
      : [
          {
            list: all.map(({ soc2020, title }) => ({
              text: title,
              href: `/occupations/${soc2020}`,
            })),
          },
        ],
});

const workProfile = sectionOf('workProfile', ['profile', 'Interests and abilities'], {
  folded: true,
  about: () => 'Ratings of comparable occupations in the United States',
  blocks: ({ interests, abilities, basedOn, withheldLegend }, show) => {
    const { presentable } = abilities;
    const strongest = abilities.elements
      .toSorted((a, b) => (b.importance ?? 0) - (a.importance ?? 0))
      .slice(0, most.abilities);
    const scale = (name: string, { minimum, maximum }: typeof interests.scale) =>
      `${name}, on a scale from ${minimum} to ${maximum}`;
    return [
      table(
        scale('Interests', interests.scale),
        ['Interest', 'Score'],
        interests.scores.map(({ name, score }) =>
          row(name, show({ ...interests, score }, 'score', rating)),
        ),
        ratings(interests.scale),
      ),
      abilities.withheld === null
        ? table(
            scale('The ten most important abilities', abilities.importanceScale),
            ['Ability', 'Importance'],
            strongest.map(({ name, ...element }) =>
              row(name, show({ ...element, presentable }, 'importance', rating)),
            ),
            ratings(abilities.importanceScale),
          )
        : { absent: absence(abilities.withheld, withheldLegend), of: 'Abilities' },
      {
        fold: `The occupations behind these averages (${basedOn.length})`,
        blocks: [{ list: basedOn.map(({ code, title }) => `${title} (${code})`) }],
      },
    ];
  },
});

const skills = sectionOf('skills', ['skills', 'Skills and knowledge'], {
  about: ({ withheld }) => (withheld === null ? 'What most related European roles ask for' : ''),
  blocks: ({ relatedRoles, totals, withheld, withheldLegend, skills: shared, knowledge }, show) => {
    if (withheld !== null) return [{ absent: absence(withheld, withheldLegend) }];
    const shares = (name: string, all: typeof shared, total: number): readonly Block[] => [
      { heading: name },
      { text: joined(...all.slice(0, most.skills).map((skill) => skill.name)) },
      {
        ...table(
          `${name}, the first ${all.length} of ${number(total)}`,
          ['Figure', 'Share of related roles'],
          all.map((skill) =>
            row(skill.name, show({ sharePercent: skill.sharePercent }, 'sharePercent', percent)),
          ),
        ),
        folded: true,
      },
    ];
    return [
      ...shares('Skills', shared, totals.skills),
      ...shares('Knowledge', knowledge, totals.knowledge),
      {
        fold: `The ${relatedRoles.length} European roles behind these shares`,
        blocks: [{ list: relatedRoles.map(({ title }) => title), isLong: true }],
      },
    ];
  },
});

/** The list of titles is bare, and of the release of the occupation. */
const titles: SectionOf = ({ titles: asked, occupation }) => ({
  id: 'titles',
  heading: 'Job titles',
  folded: true,
  headline: null,
  glance: null,
  question: { id: 'titles', query: {} },
  asked: 'missing' in asked ? asked : { answer: { ...occupation, titles: asked.answer } },
  said: () => {
    const all = 'missing' in asked ? [] : asked.answer;
    const typical = `Typical ones: ${occupation.sampleJobTitles.join(', ')}.`;
    const list = all.map(({ title, qualifier }) =>
      qualifier === null ? title : `${title} (${qualifier})`,
    );
    const blocks = [
      {
        text: `${number(all.length)} titles of the coding index belong to this occupation. ${typical}`,
      },
      { list, isLong: true },
    ];
    return { about: '', blocks };
  },
});

const becoming = [routes, apprenticeships, related];
const people = [employment, projections, demand, skills, workforce];
const wanted = [vacancies, adverts, places, visas];
const besidePay = [work, ...becoming, ...people, ...wanted, workProfile, titles];

/** The sections, with the measure of pay that is put first. */
export function sectionsOf(answers: PageAnswers): readonly Section[] {
  return [payMeasure(answers) === hourly ? hourlyPay : annualPay, ...besidePay].map((of) =>
    of(answers),
  );
}

/** What the comparison shows: both measures of pay, so that one stands beside its like. */
export const comparable = (answers: PageAnswers) =>
  [annualPay, hourlyPay, hours, ...besidePay].map((of) => of(answers));

/** Headline figures, each with its section. */
export const glanced = (sections: readonly Section[]) =>
  sections.flatMap((of) => (of.glance === null ? [] : [{ ...of.glance, of }]));
