// The tables of texts, codes and relations that are given faults: rows that belong to a key, and
// the members that move together when a publisher's sheet slips.
import type { SourceKey } from '#schemas/codes.ts';

export type Row = Readonly<Record<string, unknown>>;

export interface KeyedTable {
  readonly name: string;
  /** Null for a row of another table. */
  readonly keyOf: (row: Row) => string | null;
  /** What moves together, by its name: paths of members, `soc.soc2020Code`. */
  readonly columns: Readonly<Record<string, readonly string[]>>;
}

/** The key of rows of one kind, from some of their members. */
const keyed =
  (kind: string, ...members: readonly string[]) =>
  (row: Row) =>
    row['kind'] === kind ? members.map((member) => String(row[member]).trim()).join(' ') : null;

const plain = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, [name]]));

const blank = '<blank>';
/** Volume 1's rows of one level. */
const groupsOf = (kind: string, level: 'minor' | 'unit') => (row: Row) => {
  const code = String(row[level] ?? '').trim();
  return row['kind'] === kind && code !== '' && code !== blank ? code : null;
};

const routes = ['university', 'college', 'apprenticeship'] as const;
const inRoutes = 'howtobecome.entryroutes.';
const inMore = 'howtobecome.moreinformation.';
const inRequirements = 'whatittakes.restrictionsandrequirements.';

const profileColumns: KeyedTable['columns'] = {
  ...plain('title', 'soc', 'overview', 'alternativetitle'),
  ...Object.fromEntries(routes.map((route) => [route, [`${inRoutes}${route}`]])),
  ...Object.fromEntries(
    ['work', 'volunteering', 'directapplication', 'otherroutes'].map((route) => [
      route,
      [`${inRoutes}${route}`],
    ]),
  ),
  ...Object.fromEntries(
    ['registrations', 'careertips', 'professionalandindustrybodies', 'furtherinformation'].map(
      (part) => [part, [`${inMore}${part}`]],
    ),
  ),
  relatedrestrictions: [`${inRequirements}relatedrestrictions`],
  otherrequirements: [`${inRequirements}otherrequirements`],
  'all texts': ['overview', 'howtobecome', 'whatittakes'],
};

export const keyedTables: Partial<Record<SourceKey, readonly KeyedTable[]>> = {
  'soc-structure': [
    {
      name: 'unit groups',
      keyOf: groupsOf('descriptions', 'unit'),
      columns: {
        ...plain('description', 'entryRoutes', 'tasks', 'relatedTitles'),
        'all texts': ['description', 'entryRoutes', 'tasks', 'relatedTitles'],
      },
    },
    {
      name: 'minor groups',
      keyOf: groupsOf('descriptions', 'minor'),
      columns: plain('title'),
    },
    {
      name: 'framework',
      keyOf: groupsOf('framework', 'unit'),
      columns: { ...plain('title', 'change'), 'title and history': ['title', 'change'] },
    },
  ],
  'soc-index': [
    {
      name: 'entries',
      keyOf: keyed('index', 'id'),
      columns: {
        ...plain('soc2020', 'soc2010', 'isco08', 'additional', 'industry', 'natural', 'marker'),
        ...plain('see'),
        titles: ['inverted', 'natural', 'additional', 'industry'],
        codes: ['soc2020', 'extension', 'unitGroupTitle'],
      },
    },
  ],
  'career-profiles': [
    { name: 'profiles', keyOf: keyed('profile', 'slug'), columns: profileColumns },
  ],
  'occupational-maps': [
    {
      name: 'occupations',
      keyOf: keyed('occupation', 'stdCode'),
      columns: {
        ...plain('name', 'overview', 'level', 'versionNo', 'typicalJobTitles', 'products'),
        ...plain('mapHierarchy', 'links'),
        status: ['status', 'statusName'],
        'SOC 2020': ['soc.soc2020Code'],
        'SOC 2010': ['soc.soc2010Code'],
        'sub-unit groups': ['soc.soc2020SubUnitGroups'],
      },
    },
  ],
  'apprenticeship-standards': [
    {
      name: 'versions',
      keyOf: ({ referenceNumber, version }) => `${String(referenceNumber)} ${String(version)}`,
      columns: plain(
        ...['title', 'status', 'larsCode', 'level', 'typicalDuration', 'maxFunding', 'route'],
        ...['typicalJobTitles', 'standardPageUrl', 'integratedDegree'],
        ...['earliestStartDate', 'latestStartDate', 'minimumHoursForCompliance'],
      ),
    },
  ],
  onet: [
    { name: 'occupations', keyOf: keyed('occupations', 'code'), columns: plain('title') },
    {
      name: 'interests',
      keyOf: keyed('interests', 'code'),
      columns: { interests: ['element', 'scale', 'value', 'date'] },
    },
    {
      name: 'interests by element',
      keyOf: keyed('interests', 'code', 'element'),
      columns: plain('value'),
    },
    {
      name: 'abilities',
      keyOf: keyed('abilities', 'code'),
      columns: { abilities: ['element', 'scale', 'value', 'suppress', 'notRelevant'] },
    },
    {
      name: 'related occupations',
      keyOf: keyed('relatedOccupations', 'code'),
      columns: { related: ['related', 'tier', 'index'], 'related codes': ['related'] },
    },
    {
      name: 'alternate titles',
      keyOf: keyed('alternateTitles', 'code'),
      columns: { titles: ['title', 'shortTitle'] },
    },
    {
      name: 'reported titles',
      keyOf: keyed('reportedTitles', 'code'),
      columns: { titles: ['title'] },
    },
    { name: 'ISCO crosswalk', keyOf: keyed('isco', 'isco'), columns: { codes: ['soc'] } },
    { name: 'SOC crosswalk', keyOf: keyed('soc', 'from'), columns: { codes: ['to'] } },
  ],
  esco: [
    {
      name: 'occupations',
      keyOf: keyed('occupations', 'uri'),
      columns: {
        ...plain('label', 'otherLabels'),
        labels: ['label', 'otherLabels'],
        groups: ['iscoGroup', 'code'],
      },
    },
    {
      name: 'skills',
      keyOf: keyed('skills', 'uri'),
      columns: plain('label', 'skillType', 'reuseLevel'),
    },
    {
      name: 'relations',
      keyOf: keyed('relations', 'occupation'),
      columns: { skills: ['skill', 'relation'], relation: ['relation'] },
    },
    { name: 'groups', keyOf: keyed('groups', 'code'), columns: plain('label') },
  ],
  'occupations-in-demand': [],
};
