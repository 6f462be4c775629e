// Numbers of SIC 2007 and their sections: a division has two digits, a group three, a class four (10.71) and a subclass five (10.71/0).

/** The divisions of each section, first and last, in the classification's order. */
const divisions: readonly (readonly [section: string, first: number, last: number])[] = [
  ['A', 1, 3],
  ['B', 5, 9],
  ['C', 10, 33],
  ['D', 35, 35],
  ['E', 36, 39],
  ['F', 41, 43],
  ['G', 45, 47],
  ['H', 49, 53],
  ['I', 55, 56],
  ['J', 58, 63],
  ['K', 64, 66],
  ['L', 68, 68],
  ['M', 69, 75],
  ['N', 77, 82],
  ['O', 84, 84],
  ['P', 85, 85],
  ['Q', 86, 88],
  ['R', 90, 93],
  ['S', 94, 96],
  ['T', 97, 98],
  ['U', 99, 99],
];

/** The subclasses whose number begins with 0, which a spreadsheet drops. */
const subclassesWithZero = [
  '01110 01120 01130 01140 01150 01160 01190 01210 01220 01230 01240 01250 01260 01270 01280 01290 01300 01410 01420 01430 01440 01450',
  '01460 01470 01490 01500 01610 01621 01629 01630 01640 01700 02100 02200 02300 02400 03110 03120 03210 03220 05101 05102 05200 06100',
  '06200 07100 07210 07290 08110 08120 08910 08920 08930 08990 09100 09900',
]
  .join(' ')
  .split(' ');

// 86, 861, 8610, 86101, 86.1, 86.10, 86.10/1.
const alone = /^\s*(?:sic\s*(?:2007)?\s*:?\s*)?(\d{2})(?:\d{0,3}|\.\d{1,3}|\.\d{2}\/\d)\s*$/i;
// "86101 Hospitals" and "86.10 Hospitals", but not "24 hour shop".
const beforeWords = /^\s*(?:sic\s*(?:2007)?\s*:?\s*)?(\d{2})(?:\d{3}|\.\d{2}(?:\/?\d)?)(?![\d.,/])/i;

/** The letter of the section of a number; null if the cell is none, no division has it, or it may lack its first zero: "1110" is 01110 or 11.10. */
export function sectionOfNumber(cell: string): string | null {
  const division = Number((alone.exec(cell) ?? beforeWords.exec(cell))?.[1]);
  if (mayLackZero(cell)) return null;
  return divisions.find(([, first, last]) => division >= first && division <= last)?.[0] ?? null;
}

/** Whether the digits, with a zero before them, begin a number of agriculture or mining. */
export function mayLackZero(cell: string): boolean {
  const digits = cell.trim();
  return /^\d{3,4}$/.test(digits) && subclassesWithZero.some((number) => number.startsWith(`0${digits}`));
}
