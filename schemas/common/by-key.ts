/** As `new Map(pairs)`, but with all values of a key, in order. */
export function byKey<K, V>(pairs: Iterable<readonly [key: K, value: V]>): Map<K, V[]> {
  const values = new Map<K, V[]>();
  for (const [key, value] of pairs) {
    const list = values.get(key) ?? [];
    list.push(value);
    values.set(key, list);
  }
  return values;
}
