/** As `new Map(pairs)`, with every value of a key and not only its last: keys and values in their order. */
export function byKey<K, V>(pairs: Iterable<readonly [key: K, value: V]>): Map<K, V[]> {
  const values = new Map<K, V[]>();
  for (const [key, value] of pairs) {
    const known = values.get(key) ?? [];
    known.push(value);
    values.set(key, known);
  }
  return values;
}
