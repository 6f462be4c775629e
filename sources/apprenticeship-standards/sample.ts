// A synthetic list in the publisher's layout: for each unit group a standard with an old version, and a second standard of each kind in turn.
import { unitGroups } from '#sources/kit/sample/classification.ts';
import { random } from '#sources/kit/sample/random.ts';
import type { SampleRelease } from '#sources/kit/source.ts';

type Version = Readonly<Record<string, unknown>>;
type Known = Version & { readonly version: string };

/** One release. Plain and full are the same, because a list of the publisher's size is small. */
export async function sample(): Promise<readonly SampleRelease[]> {
  const records = unitGroups.flatMap(({ code, title }, place) => [...firstStandard(code, title), ...secondStandard(code, title, place)]);
  // A blank line before the array and an order other than by reference must not matter.
  const bytes = Buffer.from(`\n${JSON.stringify(records.toReversed())}`);
  return [{ release: 'sample-2026-07-06', files: [{ name: 'apprenticeshipstandards.json', bytes }] }];
}

const routes: readonly [string, ...string[]] = [
  'Digital',
  'Health and science',
  'Legal, finance and accounting',
  'Construction and the built environment',
  'Care services',
];

/** ST1111 for unit group 1111, in two versions: the first is retired, the standard is not. */
function firstStandard(code: string, title: string): Version[] {
  const draw = random(`apprenticeship-standards/${code}`);
  const common = {
    referenceNumber: `ST${code}`,
    title: `Sample ${title.toLowerCase()}`,
    larsCode: Number(code),
    level: draw.between(2, 7),
    route: draw.pick(routes),
  };
  return [
    versionOf({
      ...common,
      version: '1.0',
      status: 'Retired',
      maxFunding: 9000,
      typicalDuration: 18,
      latestStartDate: '2024-05-31T00:00:00',
      minimumHoursForCompliance: '',
    }),
    versionOf({
      ...common,
      version: '1.1',
      maxFunding: 1000 * draw.between(2, 27),
      typicalDuration: draw.between(8, 60),
      earliestStartDate: '2024-06-01T00:00:00 +00:00',
    }),
  ];
}

/** ST0101 to ST0512, which do not include the anchors ST0072 and ST1312. */
function secondStandard(code: string, title: string, place: number): Version[] {
  const common = {
    referenceNumber: `ST${String(place + 101).padStart(4, '0')}`,
    title: `Sample assistant of ${title.toLowerCase()}`,
    larsCode: 10_000 + Number(code),
    level: 3,
  };
  const unpaused = { approvedForDeliveryPausedStarts: null };
  const options = [{ optionId: '1', title: 'Sample option' }];
  const inDevelopment = { version: '0.1', versionNumber: '0.1', status: 'In development', larsCode: 0, maxFunding: 0 };
  const kinds: readonly (readonly Known[])[] = [
    // 1.10 is later, although 1.9 sorts after it as a text.
    [
      { version: '1.9', status: 'Retired' },
      { version: '1.10', maxFunding: 0, typicalDuration: 0 },
    ],
    ['1.0', '1.1'].map((version) => ({ version, status: 'Retired', ...unpaused, latestStartDate: '2023-08-31T00:00:00' })),
    [{ version: '1.0', status: 'Withdrawn', ...unpaused }],
    // Without a LARS code, though it is open; and shorter than a year.
    [
      {
        version: '2.0',
        approvedForDeliveryPausedStarts: true,
        coreAndOptions: true,
        options,
        larsCode: 0,
        typicalDuration: place % 12 === 3 ? 8 : 9,
      },
    ],
    [{ ...inDevelopment, latestStartDate: '0001-01-01T00:00:00' }],
    [
      { version: '1.0', status: 'Retired', larsCode: 20_000 + Number(code) },
      { version: '1.1', integratedDegree: 'integrated degree', typicalJobTitles: [], ...(place % 12 === 5 ? { jobRoles: [] } : {}) },
      { version: '1.2', status: 'Proposal in development', larsCode: 0 },
    ],
  ];
  return (kinds[place % 6] ?? []).map((known) => versionOf({ ...common, ...known }));
}

function versionOf(known: Known): Version {
  return {
    templateType: 'Occupational Standard',
    status: 'Approved for delivery',
    versionNumber: known.version,
    approvedForDeliveryPausedStarts: false,
    change: 'Approved for delivery',
    typicalDuration: 24,
    ePALength: 0,
    minimumHoursForCompliance: '318',
    maxFunding: 12000,
    route: 'Digital',
    typicalJobTitles: ['Sample technician', ' Sample technician'],
    jobRoles: ['Sample role'],
    earliestStartDate: '2020-01-01T00:00:00',
    latestStartDate: null,
    integratedDegree: '',
    coreAndOptions: false,
    options: [],
    optionsUnstructuredTemplate: [],
    involvedEmployers: 'Synthetic sample, not from the publisher',
    standardPageUrl: `https://skillsengland.education.gov.uk/apprenticeships/${String(known['referenceNumber']).toLowerCase()}-v${known.version.replace('.', '-')}`,
    ...known,
  };
}
