/** As `new Map(pairs)`, but with all values of a key, in order. */
export function byKey<K, V>(pairs: Iterable<readonly [key: K, value: V]>): Map<K, V[]> {
  const values = new Map<K, V[]>();
  for (const [key, value] of pairs) {
    const known = values.get(key) ?? [];
    known.push(value);
    values.set(key, known);
  }
  return values;
}
