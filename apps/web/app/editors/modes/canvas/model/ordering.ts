// The order of a list of layers after bringing some forward or sending some backward.
import type { Operation } from '@vitrine/composition/operation'

export type Ordering = 'front' | 'forward' | 'backward' | 'back'

/** The list, top first, after moving some of its ids; their order among themselves stays. */
export function orderAfter(list: readonly string[], moved: ReadonlySet<string>, ordering: Ordering): string[] {
  const chosen = list.filter((id) => moved.has(id))
  const others = list.filter((id) => !moved.has(id))
  if (ordering === 'front') return [...chosen, ...others]
  if (ordering === 'back') return [...others, ...chosen]
  const next = [...list]
  if (ordering === 'forward') {
    for (let n = 1; n < next.length; n++) swapIf(next, n - 1, (above, below) => !moved.has(above) && moved.has(below))
  } else {
    for (let n = next.length - 2; n >= 0; n--) swapIf(next, n, (above, below) => moved.has(above) && !moved.has(below))
  }
  return next
}

function swapIf(list: string[], n: number, isWanted: (above: string, below: string) => boolean): void {
  const [above, below] = [list[n], list[n + 1]]
  if (above === undefined || below === undefined || !isWanted(above, below)) return
  list[n] = below
  list[n + 1] = above
}

/** The operations that move the ids of a list to their positions in `next`, lowest first. */
export function orderingOperations(
  list: readonly string[],
  next: readonly string[],
  moved: ReadonlySet<string>,
): Operation[] {
  if (list.join() === next.join()) return []
  return next
    .map((layer, n): Operation => ({ op: 'reorder', layer, above: next[n + 1] ?? null }))
    .filter((operation) => 'layer' in operation && moved.has(operation.layer as string))
    .toReversed()
}
