// The sections of an occupation, in order: the endpoint behind each, its headline figure and its
// content. The page of an occupation, the front page, the comparison and lmi site all read them, so
// that they show the same figures and none that may not be shown.
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
  type Reply,
  type QuestionKey,
  type PageAnswers,
  type Question,
  hourly,
  payMeasure,
  questionsOf,
} from './answers.ts';
import {
  type HeadlineContext,
  type Block,
  type Chart,
  type SourcedAnswer,
  type HeadlineFigure,
  type Label,
  type SectionContent,
  rowWithRemark,
  row,
  table,
  unlessEmpty,
  wholeThenPartial,
} from './content.ts';
import {
  type Print,
  type ReadFigure,
  absentFigure,
  areaText,
  capitalised,
  advertChangeText,
  isShown,
  joinTexts,
  figuresOf,
  toFigure,
  wordFigure,
  monthText,
  number,
  percent,
  pounds,
  publishedPartsText,
  signed,
} from './figure.ts';
import { payContext, payAboutText, payBlocks } from './pay-section.ts';

/** A section of the page of one occupation. */
export interface Section {
  readonly id: string;
  readonly heading: string;
  /**
   * Whether it is folded beneath its headline figure, and left out in print, so that an adviser
   * gets two or three pages.
   */
  readonly folded: boolean;
  /** The question whose answer it shows. */
  readonly question: Question;
  readonly reply: Reply<SourcedAnswer>;
  /**
   * Empty if there is no answer. A comparison shows headline figures alone and does not call it.
   */
  readonly readContent: () => SectionContent;
  /** The name of its headline figure; null if it has none. */
  readonly headlineName: string | null;
  /** Null if it has no headline figure, or no answer. */
  readonly headlineFigure: HeadlineFigure | null;
}

type SectionBuilder = (answers: PageAnswers) => Section;

/** How a section lays out its answer. */
interface SectionDefinition<Answer> {
  readonly id: string;
  readonly heading: string;
  readonly folded?: boolean;
  /** Its headline figure. */
  readonly headline?: HeadlineKey;
  /** Shown beneath the headline figure in place of its period. */
  readonly periodText?: (answer: Answer) => string;
  /** Shown beside the headline figure. */
  readonly context?: (answer: Answer, answers: PageAnswers) => HeadlineContext;
  /** The default is the area and period of the headline figure. */
  readonly aboutText?: (answer: Answer, answers: PageAnswers) => string;
  readonly blocks: (answer: Answer, show: ReadFigure, answers: PageAnswers) => readonly Block[];
}

/** The section that shows the answer to the question `key`. */
function section<K extends QuestionKey>(
  key: K,
  definition: SectionDefinition<AnswerOf<K> & SourcedAnswer>,
): SectionBuilder {
  const headline = definition.headline === undefined ? null : headlineOf(definition.headline);
  return (answers) => {
    const reply = answers[key] as Reply<AnswerOf<K> & SourcedAnswer>;
    const common = {
      id: definition.id,
      heading: definition.heading,
      folded: definition.folded ?? false,
      question: questionsOf(payMeasure(answers))[key],
      reply,
      headlineName: headline?.label ?? null,
    };
    if ('missing' in reply)
      return { ...common, readContent: () => ({ about: '', blocks: [] }), headlineFigure: null };
    const { answer } = reply;
    const subject = headline === null ? null : subjectOf(headline, answer, answers.area);
    return {
      ...common,
      readContent: () => ({
        about:
          definition.aboutText?.(answer, answers) ??
          joinTexts(subject?.area ?? '', subject?.period ?? ''),
        blocks: definition.blocks(answer, figuresOf(answer), answers),
      }),
      headlineFigure:
        headline === null || subject === null
          ? null
          : {
              name: headline.label,
              figure: toFigure(headlineIn(headline, answer), printOf(headline)),
              remark: joinTexts(
                subject.area,
                definition.periodText?.(answer) ?? subject.period,
                subject.group,
              ),
              ...definition.context?.(answer, answers),
            },
    };
  };
}

/** The area, period and broader group of a headline figure, in words. */
function subjectOf(headline: HeadlineRow, answer: object, areaAsked: string) {
  // The section shows the answer that has this headline figure.
  const { area, period, group } = headline.subjectIn(answer as HeadlineAnswer);
  return {
    area: area === null ? '' : areaText(area, areaAsked),
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

/** For a row to which a column does not apply. */
const emptyCell = wordFigure('–');
const eachBar: Chart = { kind: 'bars', description: 'A bar for each figure.' };
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
  description: 'A bar for each share, from 0 to 100%.',
  scale: [0, 100],
};

/** The most rows that a picture or a table has room for. */
const mostRows = {
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
  toFigure(levelOf<DemandLevel>(answer, path), (level) => demandNames[level]);
const plusOrMinus: Print = (value) => `± ${number(value)}`;
const rating: Print = (value) => value.toFixed(2);

/** Its answer is always there: without a profile of the occupation there is no page. */
const work: SectionBuilder = ({ occupation }) => {
  const { tasks, entryRoutes } = occupation.about;
  return {
    id: 'work',
    heading: 'What the work is',
    folded: false,
    headlineName: null,
    headlineFigure: null,
    question: { id: 'occupation', query: {} },
    reply: { answer: occupation },
    readContent: () => ({
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
  joinTexts(String(year), provisional ? 'provisional' : '');

/** The section of pay, for either measure (annual or hourly). */
const paySection = (key: 'annualPay' | 'hourlyPay', headline: HeadlineKey) =>
  section(key, {
    id: 'pay',
    heading: 'Pay',
    headline,
    periodText: yearOfPay,
    context: payContext,
    aboutText: (answer, answers) => payAboutText(answer, answers.area),
    blocks: payBlocks,
  });
const annualPay = paySection('annualPay', 'annual_pay_median');
const hourlyPay = paySection('hourlyPay', 'hourly_pay_median');

/** Only comparisons have it; on the page of an occupation it is a row of pay. */
const hours = section('hours', {
  id: 'hours',
  heading: 'Hours',
  headline: 'weekly_hours_median',
  periodText: (answer) => joinTexts(yearOfPay(answer), 'median'),
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
  aboutText: ({ area }) => area.name,
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
          shares(capitalised(title), `industries.sections.${place}`),
        ),
        most: mostRows.industries,
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
          : { absent: absentFigure(withheld, answer), of: name },
      ),
    ];
  },
});

const projections = section('projections', {
  id: 'outlook',
  heading: 'Outlook',
  headline: 'projected_change',
  aboutText: ({ area, period, group }, answers) =>
    joinTexts(areaText(area, answers.area), period, `all of group ${group.code}, ${group.title}`),
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
            row(capitalised(name), ...levels(`indicators.${place}.level`)),
          ),
          row(
            'Workers, as the assessment counts them',
            show('workers.count'),
            ...(previous === null ? [] : [emptyCell]),
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
  periodText: ({ year }) => String(year),
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
  periodText: ({ period, monthsSuppressed }) =>
    joinTexts(period, publishedPartsText(monthsSuppressed, 'months')),
  blocks: ({ area, period, priorPeriod, prior, change, monthsSuppressed, ...answer }, show) => {
    const months = answer.months.map(({ month }, place) => ({
      ...row(monthText(month), show(`months.${place}.adverts`)),
      tick: month.endsWith('-01') ? month.slice(0, 4) : '',
    }));
    return [
      table(
        'New online job adverts',
        ['Figure', area.name],
        [
          rowWithRemark(period, publishedPartsText(monthsSuppressed, 'months'), show('adverts')),
          rowWithRemark(
            priorPeriod,
            publishedPartsText(prior.monthsSuppressed, 'months'),
            show('prior.adverts'),
          ),
          rowWithRemark(
            'Change on the year before',
            advertChangeText(change),
            show('change.percent', signed(percent)),
          ),
        ],
      ),
      table('New online job adverts by month', ['Month', 'Adverts'], months, {
        kind: 'line',
        description:
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
  aboutText: ({ period }) => period,
  blocks: ({ areas, total }, show) => {
    const rows = areas.map(({ area, quartersSuppressed }, place) => ({
      lacks: quartersSuppressed,
      row: rowWithRemark(
        { text: area.name, href: `/areas/${area.slug}` },
        publishedPartsText(quartersSuppressed, 'quarters'),
        show(`areas.${place}.adverts`),
        show(`areas.${place}.perThousand`),
        show(`areas.${place}.concentration`),
      ),
    }));
    const name =
      total > mostRows.areas
        ? `The local areas with the most adverts, of ${number(total)}`
        : 'Local areas with adverts';
    const columns = [
      'Area',
      'Adverts',
      'Per 1,000 adverts of the area',
      'Against the UK (1 is the same)',
    ];
    if (total === 0) return [{ text: 'No local area has a published number of adverts.' }];
    return wholeThenPartial(name, columns, 'quarters', rows, mostRows.areas);
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
      if (all === null) return [{ absent: absentFigure(withheld, answer), subject: name }];
      return unlessEmpty(all.slice(0, mostRows.parts), (first) =>
        table(
          `${name}${all.length > mostRows.parts ? ', the first eight' : ''}`,
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
            : [
                row(
                  'Rank among occupations',
                  wordFigure(`${number(rank.rank)} of ${number(rank.of)}`),
                ),
              ]),
        ],
      ),
      table(
        'Work visas granted by quarter',
        ['Quarter', 'Visas'],
        quarters.map(({ quarter }, place) => row(quarter, show(`quarters.${place}.granted`))),
        { kind: 'line', description: 'A line through the quarters.' },
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

/** The text, its list and its links. */
function paragraph({ text, items, links }: Paragraph): readonly Block[] {
  const linked = links
    .filter(({ url }) => isWebAddress(url))
    .map((link) => ({ text: link.text, href: link.url }));
  return [
    ...(text === '' ? [] : [{ text }]),
    ...[items, linked].flatMap((labels) => unlessEmpty<Label>(labels, (list) => ({ list }))),
  ];
}

/** Demands of the work. The publisher writes each as the end of a sentence. */
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

/** The words of a demand, as a link if they contain the only one. */
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

function routeBlock({ key, paragraphs, entryRequirements: entry }: Route): Block {
  const entryTexts: Block[] = [];
  if (entry?.noneSet === true) entryTexts.push({ text: 'There are no set requirements.' });
  if (entry?.preface) entryTexts.push({ text: entry.preface });
  return {
    fold: routeNames[key],
    printed: true,
    blocks: [
      ...paragraphs.flatMap(paragraph),
      ...entryTexts,
      ...(entry?.requirements ?? []).flatMap(paragraph),
    ],
  };
}

function profileBlocks({
  title,
  url,
  match,
  overview,
  routes: profileRoutes,
  requirements,
}: Profile): readonly Block[] {
  const more =
    match === 'partial' ? ' (one of several occupations that this profile can mean)' : '';
  return [
    { heading: { text: title, href: url, more } },
    ...overview.flatMap(paragraph),
    ...profileRoutes.map(routeBlock),
    ...demands('Checks and restrictions', requirements.checks),
    ...demands('Licences and registrations', requirements.registrations),
  ];
}

const routes = section('howToBecome', {
  id: 'routes',
  heading: 'How to become one',
  aboutText: ({ area, profiles: [first] }) =>
    joinTexts(
      area.name,
      first === undefined || first.updated === null
        ? ''
        : `written in ${monthText(first.updated)}, check before you apply`,
    ),
  blocks: (answer) => {
    const [first, ...others] = answer.profiles;
    return [
      ...(first === undefined
        ? [{ absent: absentFigure(answer.withheld, answer) }]
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
  aboutText: ({ area }) => area.name,
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
    const rows = standards.slice(0, mostRows.standards).map((standard) => {
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
    const origin = `Information from ${attributionLogo.name.replace(/ logo$/i, '')}.`;
    const noneOpen = { text: 'No apprenticeship is open for these occupations.' };
    const standardsBlock =
      rows.length === 0
        ? noneOpen
        : table(name, ['Standard', 'Typical months', 'Funding at most'], rows);
    return [
      occupations.length === 0 ? { absent: absentFigure(answer.withheld, answer) } : standardsBlock,
      ...unlessEmpty(others, (more) => ({
        fold: `T Levels and other technical qualifications (${more.length})`,
        blocks: [{ list: more.map(({ title, level }) => `${title}, level ${level}`) }],
      })),
      ...(attributionLogo.required
        ? [{ text: origin, as: 'small' } as const, { logo: true } as const]
        : []),
    ];
  },
});

const related = section('related', {
  id: 'related',
  heading: 'Similar jobs',
  aboutText: () => 'Similar tasks and skills',
  blocks: (answer) => {
    if (answer.related.length === 0) {
      const withheld = answer.bases.find((basis) => basis.withheld !== null)?.withheld ?? null;
      return [{ absent: absentFigure(withheld, answer) }];
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
  aboutText: () => 'Ratings of comparable occupations in the United States',
  blocks: (answer, show) => {
    const { interests, abilities, basedOn } = answer;
    const strongest = abilities.elements
      .map((element, place) => ({ ...element, path: `abilities.elements.${place}` }))
      .toSorted((a, b) => (b.importance ?? 0) - (a.importance ?? 0))
      .slice(0, mostRows.abilities);
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
        : { absent: absentFigure(abilities.withheld, answer), subject: 'Abilities' },
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
  aboutText: ({ withheld }) =>
    withheld === null ? 'Skills listed for similar jobs in Europe' : '',
  blocks: (answer, show) => {
    const { relatedRoles, totals, withheld } = answer;
    if (withheld !== null) return [{ absent: absentFigure(withheld, answer) }];
    const shares = (name: string, key: 'skills' | 'knowledge'): readonly Block[] => {
      const all = answer[key];
      return [
        { heading: name },
        { text: joinTexts(...all.slice(0, mostRows.skills).map((skill) => skill.name)) },
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

/** The list of titles has no provenance of its own. It is of the same release as the occupation. */
function withProvenanceOf(
  occupation: PageAnswers['occupation'],
  titlesReply: PageAnswers['titles'],
): Reply<SourcedAnswer> {
  return 'missing' in titlesReply ? titlesReply : { answer: occupation };
}

const titles: SectionBuilder = ({ titles: titlesReply, occupation }) => ({
  id: 'titles',
  heading: 'Job titles',
  folded: true,
  headlineName: null,
  headlineFigure: null,
  question: { id: 'titles', query: {} },
  reply: withProvenanceOf(occupation, titlesReply),
  readContent: () => {
    const all = 'missing' in titlesReply ? [] : titlesReply.answer;
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

/** The work and the ways into it. */
const entrySections = [work, routes, apprenticeships, related];
const otherSections = [
  ...entrySections,
  employment,
  projections,
  demand,
  skills,
  workforce,
  vacancies,
  adverts,
  places,
  visas,
  workProfile,
  titles,
];

/**
 * The sections of the page. Pay comes first, in the measure that may be shown. If neither may be
 * shown, pay comes after the work and the ways into it.
 */
export function sectionsOf(answers: PageAnswers): readonly Section[] {
  const buildPay = payMeasure(answers) === hourly ? hourlyPay : annualPay;
  const pay = buildPay(answers);
  const others = otherSections.map((build) => build(answers));
  if (pay.headlineFigure === null || isShown(pay.headlineFigure.figure)) return [pay, ...others];
  const place = entrySections.length;
  return [...others.slice(0, place), pay, ...others.slice(place)];
}

/** The sections of a comparison. Both measures of pay, so that like is compared with like. */
export const comparedSectionsOf = (answers: PageAnswers): readonly Section[] =>
  [annualPay, hourlyPay, hours, ...otherSections].map((build) => build(answers));

/** Headline figures, each with its section. */
export const headlineFiguresOf = (sections: readonly Section[]) =>
  sections.flatMap((section) =>
    section.headlineFigure === null ? [] : [{ ...section.headlineFigure, section }],
  );
