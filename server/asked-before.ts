// Tells questions that come back soon from those that are asked once.

/** Places for fingerprints: fewer than the answers that are kept, because a question that comes back later would find its answer gone. */
const places = 2048;

/** Whether the question was asked before, with not many others since. It remembers 32 bits of each. */
export function createAskedBefore(): (question: string) => boolean {
  const asked = new Int32Array(places);
  return (question) => {
    const fingerprint = fingerprintOf(question);
    // `places` is a power of two.
    const place = fingerprint & (places - 1);
    const before = asked[place] === fingerprint;
    asked[place] = fingerprint;
    return before;
  };
}

/** FNV-1a of 32 bits. */
function fingerprintOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let place = 0; place < text.length; place++) hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193);
  return hash;
}
