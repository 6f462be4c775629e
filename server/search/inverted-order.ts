// The word order in which the coding index prints a title: "Engineer, software".

/** The place in natural order of the word at a place of the inverted order, which is the pieces between the cuts, last first. */
export function invertedPlace(cuts: number, length: number, at: number): number {
  let end = length;
  let passed = 0;
  for (;;) {
    let start = end - 1;
    while (start > 0 && (cuts & (1 << (start - 1))) === 0) start--;
    if (at < passed + end - start || start <= 0) return start + at - passed;
    passed += end - start;
    end = start;
  }
}
