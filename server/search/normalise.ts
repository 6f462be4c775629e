// What two writings of a job title have in common: case, accents, punctuation, possessives and plurals set aside, word by word.

// Nearly every title of the index is plain ASCII without these marks, and the whole index is read whenever a worker starts.
const plain = /^[a-zA-Z0-9 -]*$/;

/**
 * The words of a text, lower case, without accents and punctuation. `&` reads "and", an apostrophe vanishes (driver's is drivers), the dots
 * of an abbreviation too (H.G.V. is hgv), and everything else that is neither letter nor digit parts words.
 */
export function wordsOf(text: string): string[] {
  const lower = plain.test(text)
    ? text.toLowerCase().replaceAll('-', ' ')
    : text
        .normalize('NFKD')
        .replace(/\p{M}+/gu, '')
        .toLowerCase()
        .replace(/['’‘`´]/g, '')
        .replace(/(?<![\p{L}\d])((?:\p{L}\.)+\p{L})\.?(?![\p{L}\d])/gu, (letters) => letters.replaceAll('.', ''))
        .replaceAll('&', ' and ')
        .replace(/[^\p{L}\d]+/gu, ' ');
  return lower.split(' ').filter((word) => word !== '');
}

/** The same with possessives undone: driver's and drivers' are both driver. */
export function wordsWithoutPossessives(text: string): string[] {
  return wordsOf(text.replace(/(?<=[\p{L}\d])['’‘`´]s(?![\p{L}\d])/giu, '').replace(/(?<=[\p{L}\d]s)['’‘`´](?![\p{L}\d])/giu, ''));
}

/** True where the text holds anything that wordsWithoutPossessives could undo. */
export function hasApostrophe(text: string): boolean {
  return /['’‘`´]/.test(text);
}

/** A word without its plural ending, roughly: enough that one number finds the other, and the same for titles and queries. */
export function singular(word: string): string {
  if (word.length < 4) return word;
  if (word.endsWith('men')) return `${word.slice(0, -3)}man`;
  if (!word.endsWith('s') || /(ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(ss|sh|ch|x|zz)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}
