// For tests: randomly damaged JSON, like untrusted files and files of old programs.
import fc from 'fast-check'

const strange = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    '',
    'x',
    [],
    {},
    0,
    -1,
    1e308,
    -1e308,
    Number.NaN,
    1e-300,
    [[]],
    [null],
    { k: null },
    { a: 1, k: [] },
    { a: 1, k: [{}] },
    { a: 1, k: [{ t: null }] },
    '__proto__',
    'https://example.com',
  ),
  fc.double(),
  fc.string({ maxLength: 20 }),
  fc.array(fc.double(), { maxLength: 6 }),
)

/** Up to twelve mutations of a value. */
export const changesOfJson: fc.Arbitrary<Change[]> = fc.array(
  fc.record({ at: fc.nat(), kind: fc.integer({ min: 0, max: 2 }), with: strange }),
  { minLength: 1, maxLength: 12 },
)

interface Change {
  /** Index among all positions of the value. */
  at: number
  /** 0 removes, 1 replaces, 2 doubles. */
  kind: number
  with: unknown
}

/** Replaces, removes or duplicates values at random positions. */
export function mutate(value: unknown, changes: readonly Change[]): unknown {
  const copy = structuredClone(value)
  const places: [Record<string, unknown>, string][] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    for (const key of Object.keys(node)) {
      places.push([node as Record<string, unknown>, key])
      visit((node as Record<string, unknown>)[key])
    }
  }
  visit(copy)
  for (const change of changes) {
    const [node, key] = places[change.at % places.length] as [Record<string, unknown>, string]
    // JSON has no holes.
    if (change.kind === 0 && Array.isArray(node)) node.splice(Number(key), 1)
    else if (change.kind === 0) delete node[key]
    else if (change.kind === 1) node[key] = change.with
    else if (Array.isArray(node[key])) node[key] = [...(node[key] as unknown[]), ...(node[key] as unknown[])]
    else node[key] = [node[key]]
  }
  return copy
}
