// The sections of an occupation, in order: of which endpoint each is, its headline figure, and what
// it says. The page of an occupation, the answer on the front page, the comparison and lmi site all
// read them, so that they show the same figures and none that may not be shown.
import type { DemandLevel } from '#schemas/codes.ts';
import type { Paragraph } from '#schemas/figures.ts';
import type { HeadlineKey } from '#schemas/resources/summary.ts';
import {
  type HeadlineAnswer,
  type HeadlineRow,
  headlineIn,
  headlineOf,
} from '#schemas/selections/headlines.ts';
import { levelOf } from '#schemas/figure-of.ts';
import type { PayResponse } from '#schemas/resources/pay.ts';
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
  type Beside,
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
  areaShown,
  capital,
  comparedAdverts,
  isShown,
  joined,
  showing,
  shown,
  word,
  monthOf,
  number,
  percent,
  pounds,
  publishedParts,
  signed,
} from './figure.ts';
import { besidePay, payAbout, payBlocks } from './pay-section.ts';

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

/** A row of the table of sections. `Of` is the answer that it lays out. */
interface SectionRow<Of> {
  readonly id: string;
  readonly heading: string;
  readonly folded?: boolean;
  /** Its headline figure. */
  readonly headline?: HeadlineKey;
  /** Stands beneath the headline figure in place of its period. */
  readonly when?: (answer: Of) => string;
  /** What is shown beside the headline figure. */
  readonly beside?: (answer: Of, answers: PageAnswers) => Beside;
  /** The default are the area and period of the headline figure. */
  readonly about?: (answer: Of, answers: PageAnswers) => string;
  readonly blocks: (answer: Of, show: Show, answers: PageAnswers) => readonly Block[];
}

/** The section of the answer `key`. */
function section<K extends Key>(key: K, row: SectionRow<AnswerOf<K> & FromAnswer>): SectionOf {
  const headline = row.headline === undefined ? null : headlineOf(row.headline);
  return (answers) => {
    const asked = answers[key] as Asked<AnswerOf<K> & FromAnswer>;
    const common = {
      id: row.id,
      heading: row.heading,
      folded: row.folded ?? false,
      question: questionsOf(payMeasure(answers))[key],
      asked,
      headline: headline?.label ?? null,
    };
    if ('missing' in asked)
      return { ...common, said: () => ({ about: '', blocks: [] }), glance: null };
    const { answer } = asked;
    const told = headline === null ? null : aboutOf(headline, answer, answers.area);
    return {
      ...common,
      said: () => ({
        about: row.about?.(answer, answers) ?? joined(told?.area ?? '', told?.period ?? ''),
        blocks: row.blocks(answer, showing(answer), answers),
      }),
      glance:
        headline === null || told === null
          ? null
          : {
              name: headline.label,
              figure: shown(headlineIn(headline, answer), printOf(headline)),
              remark: joined(told.area, row.when?.(answer) ?? told.period, told.group),
              ...row.beside?.(answer, answers),
            },
    };
  };
}

/** The area, period and broader group of a headline figure, in words. */
function aboutOf(headline: HeadlineRow, answer: object, asked: string) {
  // The key of the headline is that of a figure of such an answer.
  const { area, period, group } = headline.about(answer as HeadlineAnswer);
  return {
    area: area === null ? '' : areaShown(area, asked),
    period: period ?? '',
    group: group === null ? '' : `all of group ${group.code}, ${group.title}`,
  };
}

/** How a headline figure is printed. */
export function printOf({ key, unit }: HeadlineRow): (value: number | string) => string {
  if (unit === 'level') return (value) => demandNames[value as DemandLevel];
  const print = key === 'projected_change' ? signed(percent) : printOfUnit(unit);
  return (value) => print(Number(value));
}

function printOfUnit(unit: HeadlineRow['unit']): Print {
  if (unit === 'percent') return percent;
  return unit.startsWith('gbp') ? pounds : number;
}

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
const shareBars: Chart = {
  ...eachBar,
  says: 'A bar for each share, from 0 to 100%.',
  scale: [0, 100],
};

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
const levelShown = (answer: object, path: string) =>
  shown(levelOf<DemandLevel>(answer, path), (level) => demandNames[level]);
const plusOrMinus: Print = (value) => `± ${number(value)}`;
const rating: Print = (value) => value.toFixed(2);

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

const yearOfPay = ({ year, provisional }: PayResponse) =>
  joined(String(year), provisional ? 'provisional' : '');

/** For either measure (annual or hourly). */
const payOf = (key: 'annualPay' | 'hourlyPay', headline: HeadlineKey) =>
  section(key, {
    id: 'pay',
    heading: 'Pay',
    headline,
    when: yearOfPay,
    beside: besidePay,
    about: (answer, answers) => payAbout(answer, answers.area),
    blocks: payBlocks,
  });
const annualPay = payOf('annualPay', 'annual_pay_median');
const hourlyPay = payOf('hourlyPay', 'hourly_pay_median');

/** Stands in a comparison only; the section of pay has it in a row. */
const hours = section('hours', {
  id: 'hours',
  heading: 'Hours',
  headline: 'weekly_hours_median',
  when: (answer) => joined(yearOfPay(answer), 'median'),
  blocks: () => [],
});

const employment = section('employment', {
  id: 'employment',
  heading: 'People in work',
  headline: 'employment',
  blocks: ({ breakdown, area }, show) => {
    const part = (label: string, key: keyof NonNullable<typeof breakdown>) => {
      const path = `breakdown.${key}`;
      return row(label, show(`${path}.percent`, percent), show(`${path}.count`));
    };
    return [
      table(
        'People in work',
        ['Figure', area.name],
        [
          row('People who work in the occupation', show('employment.count')),
          row(
            'Margin of error (95% confidence)',
            show('employment.confidenceInterval', plusOrMinus),
          ),
          row(
            'Share of all people in work',
            show('employment.shareOfAllEmploymentPercent', percent),
          ),
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
                part('Women', 'female'),
                part('Part-time', 'partTime'),
                part('Self-employed', 'selfEmployed'),
              ],
              shareBars,
            ),
            folded: true,
          },
    ];
  },
});

const workforce = section('workforce', {
  id: 'workforce',
  heading: 'Who does the work',
  folded: true,
  about: ({ area }) => area.name,
  blocks: (answer, show) => {
    const { ages, qualifications, industries } = answer;
    const shares = (label: string, path: string) =>
      row(label, show(`${path}.percent`, percent), show(`${path}.count`));
    const divisions = [
      {
        name: 'Ages',
        division: ages,
        rows: ages.bands.map(({ name }, place) => shares(name, `ages.bands.${place}`)),
      },
      {
        name: 'Highest qualification',
        division: qualifications,
        rows: qualifications.levels.map(({ name }, place) =>
          shares(name, `qualifications.levels.${place}`),
        ),
      },
      {
        name: 'Industries',
        division: industries,
        rows: industries.sections.map(({ title }, place) =>
          shares(capital(title), `industries.sections.${place}`),
        ),
        most: most.industries,
      },
    ];
    return [
      table('Shares of the people in the occupation', shareAndPeople, [
        shares('Aged under 25', 'headline.agedUnder25'),
        shares('Aged 55 and over', 'headline.aged55AndOver'),
        shares('With a degree', 'headline.withDegree'),
      ]),
      ...divisions.map(({ name, division: { period, withheld }, rows, ...more }) =>
        withheld === null
          ? table(name, shareAndPeople, rows, { ...shareBars, key: period ?? '', ...more })
          : { absent: absence(withheld, answer), of: name },
      ),
    ];
  },
});

const projections = section('projections', {
  id: 'outlook',
  heading: 'Outlook',
  headline: 'projected_change',
  about: ({ area, period, group }, answers) =>
    joined(areaShown(area, answers.area), period, `all of group ${group.code}, ${group.title}`),
  blocks: ({ outlook, area, byQualification, derivation }, show) => {
    const base = String(outlook.baseYear);
    const target = String(outlook.targetYear);
    const levels = byQualification.map(({ qualification }, place) => {
      const path = `byQualification.${place}`;
      return row(
        qualification.name,
        show(`${path}.employmentBase`),
        show(`${path}.employmentTarget`),
        show(`${path}.netChangePercent`, signed(percent)),
      );
    });
    return [
      { text: derivation },
      table(
        `Jobs in ${base} and ${target}`,
        ['Year', 'Jobs'],
        [row(base, show('outlook.employmentBase')), row(target, show('outlook.employmentTarget'))],
        eachBar,
      ),
      table(
        `From ${base} to ${target}`,
        ['Figure', area.name],
        [
          row(
            headlineOf('projected_change').label,
            show('outlook.netChangePercent', signed(percent)),
          ),
          row('Change in jobs', show('outlook.netChange', signed(number))),
          row('Replacing people who leave', show('outlook.replacementDemand')),
          row('Total openings', show('outlook.totalRequirement')),
        ],
      ),
      {
        fold: 'By highest qualification held',
        blocks: [table('Jobs by qualification', ['Qualification', base, target, 'Change'], levels)],
      },
    ];
  },
});

const demand = section('demand', {
  id: 'demand',
  heading: 'Demand',
  folded: true,
  headline: 'demand_level',
  blocks: (answer, show) => {
    const { year, previous } = answer;
    // The year before has its own column, if the release has it.
    const years = previous === null ? [year] : [year, previous.year];
    const levels = (path: string) =>
      (previous === null ? [path] : [path, `previous.${path}`]).map((ofYear) =>
        levelShown(answer, ofYear),
      );
    const caveats = [answer.uncertainty, answer.imputation, answer.capping].filter(
      (caveat) => caveat !== null,
    );
    return [
      table(
        'Demand and its five indicators',
        ['Figure', ...years.map(String)],
        [
          row('Demand for the occupation', ...levels('level')),
          // Both years have the same five indicators in the same order.
          ...answer.indicators.map(({ name }, place) =>
            row(capital(name), ...levels(`indicators.${place}.level`)),
          ),
          row(
            'Workers, as the assessment counts them',
            show('workers.count'),
            ...(previous === null ? [] : [none]),
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

const vacancies = section('vacancies', {
  id: 'vacancies',
  heading: 'Vacancies',
  folded: true,
  headline: 'vacancies',
  when: ({ year }) => String(year),
  blocks: ({ group, area, derivation }, show) => {
    const counts = (
      label: string,
      key: 'vacancies' | 'hardToFillVacancies' | 'skillShortageVacancies',
    ) => row(label, show(`${key}.count`), show(`allOccupations.${key}.count`));
    const shares = (label: string, key: 'hardToFillShare' | 'skillShortageShare') =>
      row(label, show(`${key}.percent`, percent), show(`allOccupations.${key}.percent`, percent));
    const whose = group === null ? 'This occupation' : `${group.code} ${group.title}`;
    return [
      { text: derivation },
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

const adverts = section('adverts', {
  id: 'adverts',
  heading: 'Online job adverts',
  folded: true,
  headline: 'job_adverts',
  when: ({ period, monthsSuppressed }) =>
    joined(period, publishedParts(monthsSuppressed, 'months')),
  blocks: ({ area, period, priorPeriod, prior, change, monthsSuppressed, ...answer }, show) => {
    const months = answer.months.map(({ month }, place) => ({
      ...row(monthOf(month), show(`months.${place}.adverts`)),
      tick: month.endsWith('-01') ? month.slice(0, 4) : '',
    }));
    return [
      table(
        'New online job adverts',
        ['Figure', area.name],
        [
          remarked(period, publishedParts(monthsSuppressed, 'months'), show('adverts')),
          remarked(
            priorPeriod,
            publishedParts(prior.monthsSuppressed, 'months'),
            show('prior.adverts'),
          ),
          remarked(
            'Change on the year before',
            comparedAdverts(change),
            show('change.percent', signed(percent)),
          ),
        ],
      ),
      table('New online job adverts by month', ['Month', 'Adverts'], months, {
        as: 'line',
        says:
          'A line through the months. A dashed box stands for a month that the publisher ' +
          'suppresses.',
        key: months.every(({ figures }) => figures.every(isShown))
          ? ''
          : 'A dashed box: the publisher suppresses the month.',
      }),
    ];
  },
});

const places = section('localAdverts', {
  id: 'places',
  heading: 'Local areas with adverts',
  folded: true,
  about: ({ period }) => period,
  blocks: ({ areas, total }, show) => {
    const rows = areas.map(({ area, quartersSuppressed }, place) => ({
      lacks: quartersSuppressed,
      row: remarked(
        { text: area.name, href: `/areas/${area.slug}` },
        publishedParts(quartersSuppressed, 'quarters'),
        show(`areas.${place}.adverts`),
        show(`areas.${place}.perThousand`),
        show(`areas.${place}.concentration`),
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

const visas = section('visas', {
  id: 'visas',
  heading: 'Work visas',
  folded: true,
  headline: 'visas_granted',
  blocks: (answer, show) => {
    const { rank, period, quarters } = answer;
    const parts = (
      name: string,
      division: 'byRoute' | 'byNationality' | 'byIndustry',
    ): readonly Block[] => {
      const { parts: all, withheld } = answer[division];
      if (all === null) return [{ absent: absence(withheld, answer), of: name }];
      return unlessEmpty(all.slice(0, most.parts), (first) =>
        table(
          `${name}${all.length > most.parts ? ', the first eight' : ''}`,
          ['Figure', 'Visas', 'Share'],
          first.map((part, place) => {
            const path = `${division}.parts.${place}`;
            return row(part.name, show(`${path}.granted`), show(`${path}.sharePercent`, percent));
          }),
        ),
      );
    };
    return [
      table(
        'Work visas granted',
        ['Figure', period],
        [
          row('Visas', show('granted')),
          ...(rank === null
            ? []
            : [row('Rank among occupations', word(`${number(rank.rank)} of ${number(rank.of)}`))]),
        ],
      ),
      table(
        'Work visas granted by quarter',
        ['Quarter', 'Visas'],
        quarters.map(({ quarter }, place) => row(quarter, show(`quarters.${place}.granted`))),
        { as: 'line', says: 'A line through the quarters.' },
      ),
      {
        fold: 'By route, nationality and industry',
        blocks: [
          ...parts('By route', 'byRoute'),
          ...parts('By nationality', 'byNationality'),
          ...parts('By industry of the sponsor', 'byIndustry'),
        ],
      },
    ];
  },
});

const isWebAddress = (url: string): boolean => /^https?:\/\//.test(url);

/** The text itself, what it lists and what it links. */
function paragraph({ text, items, links }: Paragraph): readonly Block[] {
  const linked = links
    .filter(({ url }) => isWebAddress(url))
    .map((link) => ({ text: link.text, href: link.url }));
  return [
    ...(text === '' ? [] : [{ text }]),
    ...[items, linked].flatMap((labels) => unlessEmpty<Label>(labels, (list) => ({ list }))),
  ];
}

/** What the work demands. The publisher writes each as the end of a sentence. */
function demands(heading: string, paragraphs: readonly Paragraph[]): readonly Block[] {
  if (paragraphs.length === 0) return [];
  return [
    { heading },
    { list: paragraphs.map(demandLabel) },
    ...paragraphs.flatMap((demand) =>
      paragraph({ ...demand, text: '', links: linkOf(demand) === null ? demand.links : [] }),
    ),
  ];
}

/** The demand leads to the only link that its words have. */
function demandLabel(demand: Paragraph): Label {
  const link = linkOf(demand);
  return link === null ? demand.text : { text: demand.text, href: link.url };
}

function linkOf({ text, links }: Paragraph): Paragraph['links'][number] | null {
  const [link, ...others] = links;
  const isOnly = link !== undefined && others.length === 0;
  return isOnly && isWebAddress(link.url) && text.includes(link.text) ? link : null;
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

const routes = section('howToBecome', {
  id: 'routes',
  heading: 'How to become one',
  about: ({ area, profiles: [first] }) =>
    joined(
      area.name,
      first === undefined || first.updated === null
        ? ''
        : `written in ${monthOf(first.updated)}, check before you apply`,
    ),
  blocks: (answer) => {
    const [first, ...others] = answer.profiles;
    return [
      ...(first === undefined
        ? [{ absent: absence(answer.withheld, answer) }]
        : profileBlocks(first)),
      ...unlessEmpty(others, (more) => ({
        fold: `${more.length} more job ${more.length === 1 ? 'profile' : 'profiles'}`,
        blocks: [{ list: more.map(({ title, url }) => ({ text: title, href: url })) }],
      })),
    ];
  },
});

const apprenticeships = section('apprenticeships', {
  id: 'apprenticeships',
  heading: 'Apprenticeships',
  about: ({ area }) => area.name,
  blocks: (answer, show) => {
    const { occupations, attributionLogo } = answer;
    const standards = occupations.flatMap((occupation, place) =>
      occupation.apprenticeships.map((standard, number) => ({
        ...standard,
        path: `occupations.${place}.apprenticeships.${number}`,
      })),
    );
    const others = occupations.flatMap(({ tLevels, otherTechnicalQualifications }) => [
      ...tLevels,
      ...otherTechnicalQualifications,
    ]);
    const rows = standards.slice(0, most.standards).map((standard) => {
      const { code, title, level, url, path } = standard;
      const more = ` (${code}, level ${level})`;
      const label = url === null ? `${title}${more}` : { text: title, href: url, more };
      return row(
        label,
        show(`${path}.typicalDurationMonths`),
        show(`${path}.maximumFundingPounds`, pounds),
      );
    });
    const name =
      standards.length > rows.length
        ? `${rows.length} of ${standards.length} apprenticeships`
        : 'Apprenticeships';
    const from = `Information from ${attributionLogo.name.replace(/ logo$/i, '')}.`;
    return [
      occupations.length === 0
        ? { absent: absence(answer.withheld, answer) }
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

const related = section('related', {
  id: 'related',
  heading: 'Similar jobs',
  about: () => 'Similar tasks and skills',
  blocks: (answer) => {
    if (answer.related.length === 0) {
      const withheld = answer.bases.find((basis) => basis.withheld !== null)?.withheld ?? null;
      return [{ absent: absence(withheld, answer) }];
    }
    const list = answer.related.map(({ soc2020, title }) => ({
      text: title,
      href: `/occupations/${soc2020}`,
    }));
    return [{ list }];
  },
});

const workProfile = section('workProfile', {
  id: 'profile',
  heading: 'Interests and abilities',
  folded: true,
  about: () => 'Ratings of comparable occupations in the United States',
  blocks: (answer, show) => {
    const { interests, abilities, basedOn } = answer;
    const strongest = abilities.elements
      .map((element, place) => ({ ...element, path: `abilities.elements.${place}` }))
      .toSorted((a, b) => (b.importance ?? 0) - (a.importance ?? 0))
      .slice(0, most.abilities);
    const scale = (name: string, { minimum, maximum }: typeof interests.scale) =>
      `${name}, on a scale from ${minimum} to ${maximum}`;
    return [
      table(
        scale('Interests', interests.scale),
        ['Interest', 'Score'],
        interests.scores.map(({ name }, place) =>
          row(name, show(`interests.scores.${place}.score`, rating)),
        ),
        ratings(interests.scale),
      ),
      abilities.withheld === null
        ? table(
            scale('The ten most important abilities', abilities.importanceScale),
            ['Ability', 'Importance'],
            strongest.map(({ name, path }) => row(name, show(`${path}.importance`, rating))),
            ratings(abilities.importanceScale),
          )
        : { absent: absence(abilities.withheld, answer), of: 'Abilities' },
      {
        fold: `The occupations behind these averages (${basedOn.length})`,
        blocks: [{ list: basedOn.map(({ code, title }) => `${title} (${code})`) }],
      },
    ];
  },
});

const skills = section('skills', {
  id: 'skills',
  heading: 'Skills and knowledge',
  about: ({ withheld }) => (withheld === null ? 'Skills listed for similar jobs in Europe' : ''),
  blocks: (answer, show) => {
    const { relatedRoles, totals, withheld } = answer;
    if (withheld !== null) return [{ absent: absence(withheld, answer) }];
    const shares = (name: string, key: 'skills' | 'knowledge'): readonly Block[] => {
      const all = answer[key];
      return [
        { heading: name },
        { text: joined(...all.slice(0, most.skills).map((skill) => skill.name)) },
        {
          ...table(
            `${name}, the first ${all.length} of ${number(totals[key])}`,
            ['Figure', 'Share of related roles'],
            all.map((skill, place) =>
              row(skill.name, show(`${key}.${place}.sharePercent`, percent)),
            ),
          ),
          folded: true,
        },
      ];
    };
    return [
      ...shares('Skills', 'skills'),
      ...shares('Knowledge', 'knowledge'),
      {
        fold:
          `Based on ${relatedRoles.length} European job ` +
          `${relatedRoles.length === 1 ? 'description' : 'descriptions'}`,
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
    const count = number(all.length);
    const typical = `Typical ones: ${occupation.sampleJobTitles.join(', ')}.`;
    const list = all.map(({ title, qualifier }) =>
      qualifier === null ? title : `${title} (${qualifier})`,
    );
    const blocks = [
      {
        text: `${count} titles of the coding index belong to this occupation. ${typical}`,
      },
      { list, isLong: true },
    ];
    return { about: '', blocks };
  },
});

const becoming = [routes, apprenticeships, related];
const people = [employment, projections, demand, skills, workforce];
const wanted = [vacancies, adverts, places, visas];
const otherSections = [work, ...becoming, ...people, ...wanted, workProfile, titles];

/**
 * The sections, with the measure of pay that is put first. Where no pay may be shown, the work and
 * the routes into it come before it.
 */
export function sectionsOf(answers: PageAnswers): readonly Section[] {
  const pay = (payMeasure(answers) === hourly ? hourlyPay : annualPay)(answers);
  const others = otherSections.map((sectionOf) => sectionOf(answers));
  if (pay.glance === null || isShown(pay.glance.figure)) return [pay, ...others];
  const before = 1 + becoming.length;
  return [...others.slice(0, before), pay, ...others.slice(before)];
}

/** What the comparison shows: both measures of pay, so that like is beside like. */
export const comparable = (answers: PageAnswers) =>
  [annualPay, hourlyPay, hours, ...otherSections].map((sectionOf) => sectionOf(answers));

/** Headline figures, each with its section. */
export const glanced = (sections: readonly Section[]) =>
  sections.flatMap((section) =>
    section.glance === null ? [] : [{ ...section.glance, of: section }],
  );
