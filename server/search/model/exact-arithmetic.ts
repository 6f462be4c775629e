// Functions that give the same bits in every engine. Math.exp and Math.log may differ in the last digit from one engine to the next, and a model
// learnt with them would have other bytes there. Only + − × ÷ of doubles are used, which IEEE 754 rounds in one way.

const bits = new DataView(new ArrayBuffer(8));
const ln2 = Math.LN2;
const powersOfTwo = new Float64Array(2100);
for (let at = 0, power = 2 ** -1022; at < 2045; at++, power *= 2) powersOfTwo[at] = power;

/** e to the power of a number from -700 to 700, to nine digits; 0 below. */
export function expOf(x: number): number {
  if (x < -700) return 0;
  const whole = Math.round(x / ln2);
  const r = x - whole * ln2;
  const series = 1 + r * (1 + r * (1 / 2 + r * (1 / 6 + r * (1 / 24 + r * (1 / 120 + r * (1 / 720 + r * (1 / 5040 + r / 40320)))))));
  return series * (powersOfTwo[whole + 1022] ?? 0);
}

/** The natural logarithm of a positive number, to nine digits. */
export function logOf(x: number): number {
  bits.setFloat64(0, x);
  const exponent = ((bits.getUint16(0) >> 4) & 0x7ff) - 1022;
  bits.setUint16(0, (bits.getUint16(0) & 0x800f) | 0x3fe0);
  // The fraction, 0.5 to 1, is brought near 1, where the series of artanh is short.
  const isLow = bits.getFloat64(0) < Math.SQRT1_2;
  const fraction = isLow ? bits.getFloat64(0) * 2 : bits.getFloat64(0);
  const t = (fraction - 1) / (fraction + 1);
  const u = t * t;
  const series = 1 + u * (1 / 3 + u * (1 / 5 + u * (1 / 7 + u * (1 / 9 + u * (1 / 11 + u / 13)))));
  return 2 * t * series + (exponent - (isLow ? 1 : 0)) * ln2;
}

const single = new Float32Array(1);
const singleBits = new Uint32Array(single.buffer);

/** One divided by the square root of a positive number, to seven digits (Lomont 2003, "Fast inverse square root", with three steps of Newton). */
export function inverseRootOf(x: number): number {
  single[0] = x;
  singleBits[0] = 0x5f375a86 - ((singleBits[0] ?? 0) >>> 1);
  let y = single[0];
  y *= 1.5 - 0.5 * x * y * y;
  y *= 1.5 - 0.5 * x * y * y;
  return y * (1.5 - 0.5 * x * y * y);
}
