/** As `new Map(pairs)`, but with all values of a key, in order. */
export function byKey<K, V>(pairs: Iterable<readonly [key: K, value: V]>): Map<K, [V, ...V[]]> {
  const values = new Map<K, [V, ...V[]]>();
  for (const [key, value] of pairs) {
    const list = values.get(key);
    if (list) list.push(value);
    else values.set(key, [value]);
  }
  return values;
}
