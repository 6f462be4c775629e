// The sections of industry of SIC 2007, and the words by which qualifiers of the coding index belong to one.
import { stemOf, wordsOf } from '#server/search/normalise.ts';
import { sectionOfNumber } from './sic-numbers.ts';

/** Letter → title as the classification prints it, and words of qualifiers. Words are ours: the index names no sections. */
const sections: Readonly<Record<string, { readonly title: string; readonly words: readonly string[] }>> = {
  A: {
    title: 'Agriculture, forestry and fishing',
    words: ['agriculture', 'farm', 'farming', 'horticulture', 'horticultural', 'forestry', 'fishing', 'fruit growing', 'market gardening'],
  },
  B: { title: 'Mining and quarrying', words: ['mine', 'mining', 'quarry', 'quarrying', 'oil wells'] },
  C: {
    title: 'Manufacturing',
    words: [
      ...[
        'mfr',
        'manufacturing',
        'steelworks',
        'rolling mill',
        'foundry',
        'blast furnace',
        'coke ovens',
        'bakery',
        'brewery',
        'distillery',
      ],
      ...['tannery', 'shipbuilding', 'bookbinding', 'printing', 'oil refining', 'sugar refining', 'sawmilling', 'grain milling'],
      ...['textile finishing', 'textile weaving', 'textile spinning', 'textile bleaching', 'leather dressing', 'galvanised sheet'],
    ],
  },
  D: {
    title: 'Electricity, gas, steam and air conditioning supply',
    words: ['electricity supplier', 'gas supplier', 'gas works', 'power station'],
  },
  E: {
    title: 'Water supply; sewerage, waste management and remediation activities',
    words: ['water company', 'water works', 'water treatment', 'sewage', 'refuse', 'waste disposal'],
  },
  F: {
    title: 'Construction',
    words: ['construction', 'civil engineering', 'electrical contracting', 'heating contracting', 'painting decorating', 'double glazing'],
  },
  G: {
    title: 'Wholesale and retail trade; repair of motor vehicles and motorcycles',
    words: ['retail', 'wholesale', 'garage', 'petrol station', 'market trading', 'mail order', 'off licence', 'merchants', 'mobile shop'],
  },
  H: {
    title: 'Transportation and storage',
    words: [
      ...[
        'railways',
        'railway',
        'shipping',
        'airlines',
        'airport',
        'docks',
        'canals',
        'transport',
        'haulage',
        'bus service',
        'taxi service',
      ],
      ...['warehousing', 'parcel delivery', 'courier', 'postal'],
    ],
  },
  I: {
    title: 'Accommodation and food service activities',
    words: ['hotel', 'restaurant', 'catering', 'public house', 'café', 'fast food', 'take away', 'caravan site', 'guest house'],
  },
  J: {
    title: 'Information and communication',
    words: ['telecoms', 'computing', 'computer services', 'broadcasting', 'publishing', 'newspapers'],
  },
  K: {
    title: 'Financial and insurance activities',
    words: ['banking', 'insurance', 'assurance', 'building society', 'financial services', 'stockbrokers'],
  },
  L: { title: 'Real estate activities', words: ['estate agents', 'property management', 'housing association'] },
  M: {
    title: 'Professional, scientific and technical activities',
    words: [
      ...['legal services', 'accountancy', 'advertising', 'market research', 'public relations', 'management consultancy'],
      ...['architectural', 'quantity surveying', 'design consultancy', 'environmental consultancy'],
    ],
  },
  N: {
    title: 'Administrative and support service activities',
    words: [
      'travel agents',
      'recruitment agency',
      'security services',
      'cleaning services',
      'call centre',
      'landscape gardening',
      'plant hire',
    ],
  },
  O: {
    title: 'Public administration and defence; compulsory social security',
    words: [
      ...['armed forces', 'police service', 'fire service', 'prison service', 'HM Revenue', 'MOD', 'DfT', 'DEFRA', 'Jobcentre Plus'],
      ...['courts of justice', 'Cabinet Office', 'Northern Ireland Office', 'Scottish Government', 'Dept for International Development'],
    ],
  },
  P: {
    title: 'Education',
    words: ['school', 'college', 'university', 'education', 'educational', 'driving school', 'nursery school'],
  },
  Q: {
    title: 'Human health and social work activities',
    words: [
      ...['hospital', 'nursing home', 'residential home', 'home care', 'ambulance', 'medical practice', 'dental practice'],
      ...['health authority', 'day nursery', 'residential childcare', 'welfare services', 'surgery'],
    ],
  },
  R: {
    title: 'Arts, entertainment and recreation',
    words: ['museum', 'library', 'art gallery', 'sports', 'leisure centre', 'bingo', 'betting', 'bookmakers', 'zoological gardens'],
  },
  S: {
    title: 'Other service activities',
    words: [
      'hairdressing',
      'beauty salon',
      'laundry',
      'dry cleaning',
      'trade union',
      'religious',
      'funeral',
      'professional association',
      'trade association',
    ],
  },
  T: {
    title: 'Activities of households as employers; undifferentiated goods- and services-producing activities of households for own use',
    words: ['domestic service'],
  },
  U: { title: 'Activities of extraterritorial organisations and bodies', words: [] },
};

const stemsOf = (text: string): string[] => wordsOf(text).map(stemOf);

const letterOfTitle = new Map(Object.entries(sections).map(([letter, { title }]) => [stemsOf(title).join(' '), letter]));
const phrases = Object.entries(sections).flatMap(([letter, { words }]) => words.map((phrase) => ({ letter, stems: stemsOf(phrase) })));
const made = stemOf('mfr');

// Qualifiers that are as wide as their section.
const whole = new Set(
  [
    'agriculture',
    'mining',
    'manufacturing',
    'building construction',
    'construction',
    'wholesale, retail trade',
    'transport',
    'education',
  ].map((qualifier) => stemsOf(qualifier).join(' ')),
);

/** Whether the qualifier covers the whole of its section: "manufacturing". */
export function isWholeSection(qualifier: string): boolean {
  return whole.has(stemsOf(qualifier).join(' '));
}

/** The letter of a section in a cell: `C`, `C Manufacturing`, `Section C`, the section's title, or a number of SIC 2007. Null for other words. */
export function sectionIn(cell: string): string | null {
  const [, letter = '', rest = ''] = /^\s*(?:section\s+)?([a-u])(?![\p{L}\d'’])\s*[-–—:.)]?\s*(.*?)\s*$/iu.exec(cell) ?? [];
  const ofTitle = letterOfTitle.get(stemsOf(letter === '' ? cell : rest).join(' ')) ?? null;
  if (letter === '') return ofTitle ?? sectionOfNumber(cell);
  return rest === '' || ofTitle === letter.toUpperCase() ? letter.toUpperCase() : null;
}

const known = new Map<string, string | null>();

/** The section that a qualifier of the index belongs to; null if its words name none, or several. */
export function sectionOfQualifier(qualifier: string): string | null {
  const kept = known.get(qualifier);
  if (kept !== undefined) return kept;
  const stems = new Set(stemsOf(qualifier));
  // Who makes a thing manufactures, whatever the thing is for: "agricultural machinery mfr".
  const letters = stems.has(made)
    ? new Set(['C'])
    : new Set(phrases.filter((phrase) => phrase.stems.every((stem) => stems.has(stem))).map(({ letter }) => letter));
  const [only = null] = letters.size === 1 ? letters : [];
  known.set(qualifier, only);
  return only;
}
