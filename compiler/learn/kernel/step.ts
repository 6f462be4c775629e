// One step of the training that train.ts describes, in AssemblyScript: WebAssembly computes with four numbers at once, and JavaScript does not. `npm run kernel`
// compiles it into ../kernel.json, and ../kernel.ts lays the columns into its memory. IEEE 754 rounds + − × ÷ and square roots in one way, and the order of the
// sums is fixed, so every machine gets equal bits.

/** Dimensions of a point, a multiple of 4, and unit groups. */
export let dimensions: i32 = 0;
export let groups: i32 = 0;

// Where the columns begin. Of texts: where their features begin (i32, one more than texts), the places of the features (i32) and how much each counts
// (f32); where their unit groups begin (i32, one more than texts), these (i32) and their chances (f32); whether they are weak (u8).
export let starts: usize = 0;
export let places: usize = 0;
export let values: usize = 0;
export let targetStarts: usize = 0;
export let targets: usize = 0;
export let targetChances: usize = 0;
export let weak: usize = 0;
// What is learnt (f32), each with sums of squared steps: AdaGrad (Duchi et al. 2011), one sum for a whole row.
export let points: usize = 0;
export let pointSums: usize = 0;
export let directions: usize = 0;
export let directionSums: usize = 0;
export let biases: usize = 0;
export let biasSums: usize = 0;
// For each text: the unit groups to hold it against (u16, `mostListed` of them), their number (u8), and how often it was looked at (u8).
export let lists: usize = 0;
export let listCounts: usize = 0;
export let looks: usize = 0;
// The numbers of all unit groups (u16).
export let all: usize = 0;
// Of the text at hand: its features that are not left out (i32), the sum of their points and what it should have been (f32), the chances of the unit groups
// that it is held against or how far these are off (f32, three more than unit groups), and the chances of its own unit groups (f32).
export let kept: usize = 0;
export let sum: usize = 0;
export let back: usize = 0;
export let errors: usize = 0;
export let own: usize = 0;

export const mostListed: i32 = 80;
// The share of a title's features that a step leaves out, so that no title rests on one of them.
const leftOut: u32 = <u32>(0.4 * 4294967296.0);
// A unit group whose chance is off by less is not moved.
const negligible: f32 = 1e-3;
// A text is held against all unit groups every so many times that it is looked at, and in between against those only that it was found likely for. The others
// would hardly move, and most of the time went there.
const between: i32 = 5;
// A chance below e to the power of this is none.
const lowest: f32 = -9;
// What a weak unit group counts that the model does not find likely.
const leastOpinion: f32 = 1e-3;
const biasRate: f32 = 0.3;

let state: u32 = 20201;

/** xorshift32 (Marsaglia 2003). */
function random(): u32 {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state;
}

/** Looks at a text once and moves what is learnt by a step of this length. */
export function learn(text: i32, step: f32): void {
  const count = add(text);
  const look: i32 = load<u8>(looks + text);
  store<u8>(looks + text, look + 1);
  const isWhole = look % between === 0;
  const list: usize = isWhole ? all : lists + ((text * mostListed) << 1);
  const listed: i32 = isWhole ? groups : load<u8>(listCounts + text);
  judge(list, listed);
  if (isWhole) keepLikely(text);
  subtract(text, list, listed);
  turn(list, listed, step);
  move(count, step);
}

/** Adds up the points of a text's features, without those that are left out. Gives the number of those that are not. */
function add(text: i32): i32 {
  const bytes: usize = (<usize>dimensions) << 2;
  const end = load<i32>(starts + ((text + 1) << 2));
  memory.fill(sum, 0, bytes);
  let count: i32 = 0;
  for (let at = load<i32>(starts + (text << 2)); at < end; at++) {
    if (random() < leftOut) continue;
    store<i32>(kept + (count++ << 2), at);
    const value = f32x4.splat(load<f32>(values + (at << 2)));
    const point: usize = points + <usize>load<i32>(places + (at << 2)) * bytes;
    for (let d: usize = 0; d < bytes; d += 16) v128.store(sum + d, f32x4.add(v128.load(sum + d), f32x4.mul(value, v128.load(point + d))));
  }
  return count;
}

/** The chances of the listed unit groups, in the order of the list. */
function judge(list: usize, count: i32): void {
  const bytes: usize = (<usize>dimensions) << 2;
  let most: f32 = -Infinity;
  for (let at = 0; at < count; at++) {
    const group: usize = load<u16>(list + (at << 1));
    const direction: usize = directions + group * bytes;
    let scores = f32x4.splat(0);
    for (let d: usize = 0; d < bytes; d += 16) scores = f32x4.add(scores, f32x4.mul(v128.load(direction + d), v128.load(sum + d)));
    const score = load<f32>(biases + (group << 2)) + total(scores);
    store<f32>(errors + (at << 2), score);
    if (score > most) most = score;
  }
  // Four at once, so the last four may have some that are none.
  for (let at = count; (at & 3) !== 0; at++) store<f32>(errors + (at << 2), -Infinity);
  const highest = f32x4.splat(most);
  let weights = f32x4.splat(0);
  for (let at = 0; at < count; at += 4) {
    const less = f32x4.sub(v128.load(errors + (at << 2)), highest);
    const weight = v128.and(exp(f32x4.max(less, f32x4.splat(lowest))), f32x4.ge(less, f32x4.splat(lowest)));
    v128.store(errors + (at << 2), weight);
    weights = f32x4.add(weights, weight);
  }
  const whole = f32x4.splat(total(weights));
  for (let at = 0; at < count; at += 4) v128.store(errors + (at << 2), f32x4.div(v128.load(errors + (at << 2)), whole));
}

function total(four: v128): f32 {
  return f32x4.extract_lane(four, 0) + f32x4.extract_lane(four, 1) + (f32x4.extract_lane(four, 2) + f32x4.extract_lane(four, 3));
}

/** e to the power of four numbers from `lowest` to 0, to six digits: a power of two, and a series for what is left. */
function exp(x: v128): v128 {
  const whole = f32x4.nearest(f32x4.mul(x, f32x4.splat(<f32>Math.LOG2E)));
  // ln 2 in two parts, the first of few digits, so that its product is exact.
  const rest = f32x4.sub(f32x4.sub(x, f32x4.mul(whole, f32x4.splat(0.693359375))), f32x4.mul(whole, f32x4.splat(-2.1219444e-4)));
  let series = f32x4.splat(1.0 / 720.0);
  series = f32x4.add(f32x4.mul(series, rest), f32x4.splat(1.0 / 120.0));
  series = f32x4.add(f32x4.mul(series, rest), f32x4.splat(1.0 / 24.0));
  series = f32x4.add(f32x4.mul(series, rest), f32x4.splat(1.0 / 6.0));
  series = f32x4.add(f32x4.mul(series, rest), f32x4.splat(0.5));
  series = f32x4.add(f32x4.mul(series, rest), f32x4.splat(1));
  series = f32x4.add(f32x4.mul(series, rest), f32x4.splat(1));
  const power = i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(whole), i32x4.splat(127)), 23);
  return f32x4.mul(series, power);
}

/** Keeps the text's own unit groups, and others that it is likely for. The chances are those of all unit groups. */
function keepLikely(text: i32): void {
  const list: usize = lists + ((text * mostListed) << 1);
  const end = load<i32>(targetStarts + ((text + 1) << 2));
  let count: i32 = 0;
  for (let at = load<i32>(targetStarts + (text << 2)); at < end && count < mostListed; at++)
    store<u16>(list + (count++ << 1), load<i32>(targets + (at << 2)));
  const first = count;
  for (let group = 0; group < groups && count < mostListed; group++)
    if (load<f32>(errors + (group << 2)) > negligible && placeIn(list, first, group) === -1) store<u16>(list + (count++ << 1), group);
  store<u8>(listCounts + text, count);
}

/** Where a unit group stands in a list; -1 if it is not there. */
function placeIn(list: usize, count: i32, group: i32): i32 {
  for (let at = 0; at < count; at++) if (<i32>load<u16>(list + (at << 1)) === group) return at;
  return -1;
}

/** Makes the chances into errors: what the model gives less what is right. Of weak groups, those are right that the model finds likely too. */
function subtract(text: i32, list: usize, count: i32): void {
  const from = load<i32>(targetStarts + (text << 2));
  const end = load<i32>(targetStarts + ((text + 1) << 2));
  const isWeak = load<u8>(weak + text) !== 0;
  let whole: f32 = 0;
  for (let at = from; at < end; at++) {
    let chance = load<f32>(targetChances + (at << 2));
    if (isWeak) {
      const place = placeIn(list, count, load<i32>(targets + (at << 2)));
      chance *= place === -1 ? leastOpinion : max<f32>(load<f32>(errors + (place << 2)), leastOpinion);
    }
    store<f32>(own + ((at - from) << 2), chance);
    whole += chance;
  }
  for (let at = from; at < end; at++) {
    const place = placeIn(list, count, load<i32>(targets + (at << 2)));
    if (place === -1) continue;
    const error = errors + (place << 2);
    store<f32>(error, load<f32>(error) - load<f32>(own + ((at - from) << 2)) / whole);
  }
}

function meanSquare(row: usize): f32 {
  const bytes: usize = (<usize>dimensions) << 2;
  let squares = f32x4.splat(0);
  for (let d: usize = 0; d < bytes; d += 16) squares = f32x4.add(squares, f32x4.mul(v128.load(row + d), v128.load(row + d)));
  return total(squares) / <f32>dimensions;
}

/** Turns the directions against the errors, and keeps in `back` what the sum should have been. */
function turn(list: usize, count: i32, step: f32): void {
  const bytes: usize = (<usize>dimensions) << 2;
  memory.fill(back, 0, bytes);
  const squares = meanSquare(sum);
  for (let at = 0; at < count; at++) {
    const error = load<f32>(errors + (at << 2));
    if (abs<f32>(error) < negligible) continue;
    const group: usize = load<u16>(list + (at << 1));
    const biasSum = load<f32>(biasSums + (group << 2)) + error * error;
    store<f32>(biasSums + (group << 2), biasSum);
    store<f32>(biases + (group << 2), load<f32>(biases + (group << 2)) - (biasRate * step * error) / sqrt<f32>(biasSum));
    const directionSum = load<f32>(directionSums + (group << 2)) + error * error * squares;
    store<f32>(directionSums + (group << 2), directionSum);
    const here = f32x4.splat((step * error) / sqrt<f32>(directionSum));
    const off = f32x4.splat(error);
    const direction: usize = directions + group * bytes;
    for (let d: usize = 0; d < bytes; d += 16) {
      const before = v128.load(direction + d);
      v128.store(back + d, f32x4.add(v128.load(back + d), f32x4.mul(off, before)));
      v128.store(direction + d, f32x4.sub(before, f32x4.mul(here, v128.load(sum + d))));
    }
  }
}

/** Moves the points of the features that were not left out. */
function move(count: i32, step: f32): void {
  const bytes: usize = (<usize>dimensions) << 2;
  const squares = meanSquare(back);
  for (let each = 0; each < count; each++) {
    const at = load<i32>(kept + (each << 2));
    const place: usize = load<i32>(places + (at << 2));
    const value = load<f32>(values + (at << 2));
    const pointSum = load<f32>(pointSums + (place << 2)) + squares * value * value;
    store<f32>(pointSums + (place << 2), pointSum);
    const here = f32x4.splat((step * value) / sqrt<f32>(pointSum));
    const point: usize = points + place * bytes;
    for (let d: usize = 0; d < bytes; d += 16) v128.store(point + d, f32x4.sub(v128.load(point + d), f32x4.mul(here, v128.load(back + d))));
  }
}
