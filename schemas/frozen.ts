// Parts that many answers share are made once and frozen, so that no answer can change another.

/** The value itself, frozen with all that it holds. */
export function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}
