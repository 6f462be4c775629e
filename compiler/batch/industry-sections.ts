// The sections of industry of SIC 2007, the words by which qualifiers of the coding index belong to
// one, and the classification's numbers: a division has two digits, a group three, a class four
// (10.71) and a subclass five (10.71/0).
import { stemOf, wordsOf } from '#server/search/normalise.ts';

/**
 * Letter, first and last division, title as the classification prints it, and words of qualifiers.
 * Words are ours: the index names no sections.
 */
const sections = `
A | 1 | 3 | Agriculture, forestry and fishing | agriculture, farm, farming, horticulture, horticultural, forestry, fishing, fruit growing, market gardening
B | 5 | 9 | Mining and quarrying | mine, mining, quarry, quarrying, oil wells
C | 10 | 33 | Manufacturing | mfr, manufacturing, steelworks, rolling mill, foundry, blast furnace, coke ovens, bakery, brewery, distillery, tannery, shipbuilding, bookbinding, printing, oil refining, sugar refining, sawmilling, grain milling, textile finishing, textile weaving, textile spinning, textile bleaching, leather dressing, galvanised sheet
D | 35 | 35 | Electricity, gas, steam and air conditioning supply | electricity supplier, gas supplier, gas works, power station
E | 36 | 39 | Water supply; sewerage, waste management and remediation activities | water company, water works, water treatment, sewage, refuse, waste disposal
F | 41 | 43 | Construction | construction, civil engineering, electrical contracting, heating contracting, painting decorating, double glazing
G | 45 | 47 | Wholesale and retail trade; repair of motor vehicles and motorcycles | retail, wholesale, garage, petrol station, market trading, mail order, off licence, merchants, mobile shop
H | 49 | 53 | Transportation and storage | railways, railway, shipping, airlines, airport, docks, canals, transport, haulage, bus service, taxi service, warehousing, parcel delivery, courier, postal
I | 55 | 56 | Accommodation and food service activities | hotel, restaurant, catering, public house, café, fast food, take away, caravan site, guest house
J | 58 | 63 | Information and communication | telecoms, computing, computer services, broadcasting, publishing, newspapers
K | 64 | 66 | Financial and insurance activities | banking, insurance, assurance, building society, financial services, stockbrokers
L | 68 | 68 | Real estate activities | estate agents, property management, housing association
M | 69 | 75 | Professional, scientific and technical activities | legal services, accountancy, advertising, market research, public relations, management consultancy, architectural, quantity surveying, design consultancy, environmental consultancy
N | 77 | 82 | Administrative and support service activities | travel agents, recruitment agency, security services, cleaning services, call centre, landscape gardening, plant hire
O | 84 | 84 | Public administration and defence; compulsory social security | armed forces, police service, fire service, prison service, HM Revenue, MOD, DfT, DEFRA, Jobcentre Plus, courts of justice, Cabinet Office, Northern Ireland Office, Scottish Government, Dept for International Development
P | 85 | 85 | Education | school, college, university, education, educational, driving school, nursery school
Q | 86 | 88 | Human health and social work activities | hospital, nursing home, residential home, home care, ambulance, medical practice, dental practice, health authority, day nursery, residential childcare, welfare services, surgery
R | 90 | 93 | Arts, entertainment and recreation | museum, library, art gallery, sports, leisure centre, bingo, betting, bookmakers, zoological gardens
S | 94 | 96 | Other service activities | hairdressing, beauty salon, laundry, dry cleaning, trade union, religious, funeral, professional association, trade association
T | 97 | 98 | Activities of households as employers; undifferentiated goods- and services-producing activities of households for own use | domestic service
U | 99 | 99 | Activities of extraterritorial organisations and bodies |
`
  .trim()
  .split('\n')
  .map((line) => {
    const [letter = '', first, last, title = '', words = ''] = line
      .split('|')
      .map((cell) => cell.trim());
    return {
      letter,
      first: Number(first),
      last: Number(last),
      title,
      words: words.split(', ').filter((phrase) => phrase !== ''),
    };
  });

const stemsOf = (text: string): string[] => wordsOf(text).map(stemOf);

const letterOfTitle = new Map(
  sections.map(({ letter, title }) => [stemsOf(title).join(' '), letter]),
);
const phrases = sections.flatMap(({ letter, words }) =>
  words.map((phrase) => ({ letter, stems: stemsOf(phrase) })),
);
const made = stemOf('mfr');

// Qualifiers that are as wide as their section.
const whole = new Set(
  'agriculture | mining | manufacturing | building construction | construction | wholesale, retail trade | transport | education'
    .split('|')
    .map((qualifier) => stemsOf(qualifier).join(' ')),
);

/** Whether the qualifier covers the whole of its section: "manufacturing". */
export function isWholeSection(qualifier: string): boolean {
  return whole.has(stemsOf(qualifier).join(' '));
}

/**
 * The letter of a section in a cell: `C`, `C Manufacturing`, `Section C`, the section's title, or a
 * number of SIC 2007. Null for other words.
 */
export function sectionIn(cell: string): string | null {
  const text = cell.trim();
  const [beginning = '', letter = ''] = /^(?:section\s+)?([a-u])(?![\p{L}\d'’])/iu.exec(text) ?? [];
  const words = text
    .slice(beginning.length)
    .trimStart()
    .replace(/^[-–—:.)]/, '')
    .trimStart();
  const ofTitle = letterOfTitle.get(stemsOf(letter === '' ? cell : words).join(' ')) ?? null;
  if (letter === '') return ofTitle ?? sectionOfNumber(cell);
  return words === '' || ofTitle === letter.toUpperCase() ? letter.toUpperCase() : null;
}

const known = new Map<string, string | null>();

/**
 * The section that a qualifier of the index belongs to; null if its words name none, or several.
 */
export function sectionOfQualifier(qualifier: string): string | null {
  const kept = known.get(qualifier);
  if (kept !== undefined) return kept;
  const stems = new Set(stemsOf(qualifier));
  // Who makes a thing manufactures, whatever the thing is for: "agricultural machinery mfr".
  const letters = stems.has(made)
    ? new Set(['C'])
    : new Set(
        phrases
          .filter((phrase) => phrase.stems.every((stem) => stems.has(stem)))
          .map(({ letter }) => letter),
      );
  const [only = null] = letters.size === 1 ? letters : [];
  known.set(qualifier, only);
  return only;
}

/** The subclasses whose number begins with 0, which a spreadsheet drops. */
const subclassesWithZero = [
  '01110 01120 01130 01140 01150 01160 01190 01210 01220 01230 01240 01250 01260 01270 01280 01290 01300 01410 01420 01430 01440 01450',
  '01460 01470 01490 01500 01610 01621 01629 01630 01640 01700 02100 02200 02300 02400 03110 03120 03210 03220 05101 05102 05200 06100',
  '06200 07100 07210 07290 08110 08120 08910 08920 08930 08990 09100 09900',
]
  .join(' ')
  .split(' ');

// 86, 861, 8610, 86101, 86.1, 86.10, 86.10/1.
const alone = /^(\d{2})(?:\d{0,3}|\.\d{1,3}|\.\d{2}\/\d)$/;
// "86101 Hospitals" and "86.10 Hospitals", but not "24 hour shop".
const beforeWords = /^(\d{2})(?:\d{3}|\.\d{2}(?:\/?\d)?)(?![\d.,/])/;

/**
 * The letter of the section of a number; null if the cell is none, no division has it, or it may
 * lack its first zero: "1110" is 01110 or 11.10.
 */
function sectionOfNumber(cell: string): string | null {
  const texts = withoutSic(cell.trim());
  const matchOf = (pattern: RegExp) =>
    texts.map((text) => pattern.exec(text)).find((match) => match !== null);
  const division = Number((matchOf(alone) ?? matchOf(beforeWords))?.[1]);
  if (mayLackZero(cell)) return null;
  return sections.find(({ first, last }) => division >= first && division <= last)?.letter ?? null;
}

/**
 * What follows "SIC", "SIC 2007:" and the like; the text itself without one. Two readings of "SIC
 * 2007…": the digits are those of the year, or of the number.
 */
function withoutSic(text: string): string[] {
  if (!/^sic/i.test(text)) return [text];
  const number = text.slice('sic'.length).trimStart();
  const readings = number.startsWith('2007') ? [number.slice('2007'.length), number] : [number];
  return readings.map((reading) => reading.trimStart().replace(/^:/, '').trimStart());
}

/** Whether the digits, with a zero before them, begin a number of agriculture or mining. */
export function mayLackZero(cell: string): boolean {
  const digits = cell.trim();
  return (
    /^\d{3,4}$/.test(digits) && subclassesWithZero.some((number) => number.startsWith(`0${digits}`))
  );
}
