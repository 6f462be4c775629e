// A synthetic list: for each unit group a standard with two old versions, and a second standard of
// each kind in turn.
import { unitGroups } from '#sources/kit/sample/classification.ts';
import { random } from '#sources/kit/random.ts';
import { jsonOf, synthetic } from '#sources/kit/sample/tables.ts';
import type { SampleRelease } from '#sources/kit/source.ts';
import type { Row } from './layout.ts';

const standardPages = 'https://skillsengland.education.gov.uk/apprenticeships';

const routes = [
  'Digital',
  'Health and science',
  'Legal, finance and accounting',
  'Construction and the built environment',
] as const;

/** The samples of the occupational maps have products of the same kinds in the same turn. */
const kinds: readonly Partial<Row>[] = [
  // 0 is the publisher's marker for a number that is not set, and an empty text that for hours.
  {
    approvedForDeliveryPausedStarts: true,
    larsCode: 0,
    maxFunding: 0,
    typicalDuration: 0,
    minimumHoursForCompliance: '',
  },
  { integratedDegree: 'integrated degree', typicalDuration: 8 },
  { status: 'Retired', latestStartDate: '2023-08-31T00:00:00' },
  { status: 'Withdrawn', approvedForDeliveryPausedStarts: null },
  { status: 'In development', larsCode: 0, maxFunding: 0 },
];

export async function sample(): Promise<readonly SampleRelease[]> {
  const records = unitGroups.flatMap(({ code, title }, index) => {
    const draw = random(`apprenticeship-standards/${code}`);
    const standard = {
      title: `Sample ${title.toLowerCase()}`,
      larsCode: Number(code),
      level: draw.between(2, 7),
      route: draw.pick(routes),
    };
    const now = {
      ...standard,
      maxFunding: 1000 * draw.between(2, 27),
      typicalDuration: draw.between(8, 60),
    };
    const old = { ...standard, status: 'Retired', latestStartDate: '2024-05-31T00:00:00' };
    const second = {
      title: `Sample assistant of ${title.toLowerCase()}`,
      larsCode: 10_000 + Number(code),
      ...kinds[index % kinds.length],
    };
    // ST1111 for unit group 1111; then ST0101 to ST0512, which do not include the anchors ST0072
    // and ST1312.
    const first = [
      { ...old, version: '1.0' },
      { ...old, version: '1.1' },
      { ...now, version: '1.2' },
    ];
    return [
      ...first.map((known) => version(`ST${code}`, known)),
      version(`ST${String(index + 101).padStart(4, '0')}`, second),
    ];
  });
  return [
    { release: 'sample-2026-07-06', files: [jsonOf('apprenticeshipstandards.json', records)] },
  ];
}

/** The members that we read, and who speaks. */
function version(
  referenceNumber: string,
  known: Partial<Row>,
): Row & { readonly involvedEmployers: string } {
  return {
    referenceNumber,
    version: '1.0',
    title: '',
    status: 'Approved for delivery',
    approvedForDeliveryPausedStarts: false,
    larsCode: 0,
    level: 3,
    typicalDuration: 24,
    minimumHoursForCompliance: '318',
    maxFunding: 12000,
    route: 'Digital',
    integratedDegree: '',
    typicalJobTitles: ['Sample technician'],
    jobRoles: [],
    involvedEmployers: synthetic,
    earliestStartDate: '2020-01-01T00:00:00',
    latestStartDate: null,
    standardPageUrl: `${standardPages}/${referenceNumber.toLowerCase()}`,
    ...known,
  };
}
