/**
 * Makes a function remember what it made of each object, as long as that object lives: probes read one response many
 * times. No state of a run, since what is derived depends on the object alone.
 */
export function derived<From extends object, Result>(make: (from: From) => Result): (from: From) => Result {
  const known = new WeakMap<From, { readonly result: Result }>();
  return (from) => {
    const made = known.get(from) ?? { result: make(from) };
    known.set(from, made);
    return made.result;
  };
}
