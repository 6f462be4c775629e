// A synthetic list: for each unit group a standard with an old version, and a second standard of each kind in turn.
import { unitGroups } from '#sources/kit/sample/classification.ts';
import { random } from '#sources/kit/sample/random.ts';
import { synthetic } from '#sources/kit/sample/tables.ts';
import type { ClassificationGroup, SampleRelease } from '#sources/kit/source.ts';
import type { Row } from './layout.ts';

/** One release. Plain and full are the same, because a list of the publisher's size is small. */
export async function sample(): Promise<readonly SampleRelease[]> {
  const records = unitGroups.flatMap((group, place) => [...first(group), ...second(group, place)]);
  return [{ release: 'sample-2026-07-06', files: [{ name: 'apprenticeshipstandards.json', bytes: Buffer.from(JSON.stringify(records)) }] }];
}

const routes = ['Digital', 'Health and science', 'Legal, finance and accounting', 'Construction and the built environment'] as const;

/** ST1111 for unit group 1111, in two versions: the first is retired, the standard is not. */
function first({ code, title }: ClassificationGroup): object[] {
  const draw = random(`apprenticeship-standards/${code}`);
  const own = { title: `Sample ${title.toLowerCase()}`, larsCode: Number(code), level: draw.between(2, 7), route: draw.pick(routes) };
  const now = { maxFunding: 1000 * draw.between(2, 27), typicalDuration: draw.between(8, 60) };
  return [
    version(`ST${code}`, '1.0', { ...own, ...retired, latestStartDate: '2024-05-31T00:00:00', minimumHoursForCompliance: '' }),
    version(`ST${code}`, '1.1', { ...own, ...now, earliestStartDate: '2024-06-01T00:00:00 +00:00' }),
  ];
}

const retired = { status: 'Retired' };

/** ST0101 to ST0512, which do not include the anchors ST0072 and ST1312. */
function second({ code, title }: ClassificationGroup, place: number): object[] {
  const larsCode = 10_000 + Number(code);
  const kinds: readonly (readonly [string, Partial<Row>])[][] = [
    // 1.10 is later, although 1.9 sorts after it as a text.
    [
      ['1.9', retired],
      ['1.10', { maxFunding: 0, typicalDuration: 0 }],
    ],
    ['1.0', '1.1'].map((name) => [name, { ...retired, approvedForDeliveryPausedStarts: null, latestStartDate: '2023-08-31T00:00:00' }]),
    [['1.0', { status: 'Withdrawn', approvedForDeliveryPausedStarts: null }]],
    // Without a LARS code, though it is open; and shorter than a year.
    [['2.0', { approvedForDeliveryPausedStarts: true, larsCode: 0, typicalDuration: place % 12 === 3 ? 8 : 9 }]],
    [['0.1', { status: 'In development', larsCode: 0, maxFunding: 0, latestStartDate: '0001-01-01T00:00:00' }]],
    [
      ['1.0', retired],
      ['1.1', { integratedDegree: 'integrated degree', typicalJobTitles: [], ...(place % 12 === 5 ? { jobRoles: [] } : {}) }],
      ['1.2', { status: 'Proposal in development', larsCode: 0 }],
    ],
  ];
  const reference = `ST${String(place + 101).padStart(4, '0')}`;
  const own = { title: `Sample assistant of ${title.toLowerCase()}`, larsCode, level: 3 };
  return (kinds[place % 6] ?? []).map(([name, known]) => version(reference, name, { ...own, ...known }));
}

/** The members that we read, and who speaks. */
function version(referenceNumber: string, name: string, known: Partial<Row>): Row & { readonly involvedEmployers: string } {
  return {
    ...{ referenceNumber, version: name, title: '', status: 'Approved for delivery', approvedForDeliveryPausedStarts: false, larsCode: 0 },
    ...{ level: 3, typicalDuration: 24, minimumHoursForCompliance: '318', maxFunding: 12000, route: 'Digital', integratedDegree: '' },
    ...{ typicalJobTitles: ['Sample technician', ' Sample technician'], jobRoles: ['Sample role'], involvedEmployers: synthetic },
    ...{ earliestStartDate: '2020-01-01T00:00:00', latestStartDate: null },
    standardPageUrl: `https://skillsengland.education.gov.uk/apprenticeships/${referenceNumber.toLowerCase()}-v${name.replace('.', '-')}`,
    ...known,
  };
}
