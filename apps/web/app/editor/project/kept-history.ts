// The history of an open project on this device, so that its steps can be undone after a reload.
import { quietMs } from './autosave.ts'
import type { History, ProjectStore, Step } from './project-store.ts'

/** What a device keeps at most: the steps nearest to the present, in about so many characters. */
export const keptSteps = 50
export const keptLength = 1_000_000

export interface HistoryKeeping {
  /** Stores at once what waits for a pause. */
  flush(): void
  /** Nothing is stored any more. */
  stop(): void
}

/** Keeps the history whenever edits pause: it is larger than the draft, which is stored with every letter. */
export function createHistoryKeeping(
  store: Pick<ProjectStore, 'getHistory' | 'subscribe'>,
  keep: (history: History) => unknown,
): HistoryKeeping {
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    keep(nearestSteps(store.getHistory()))
  }
  // Also of steps alone, such as when a file that the present does not show has got its own id.
  const end = store.subscribe(() => {
    clearTimeout(timer)
    timer = setTimeout(flush, quietMs)
  })
  return {
    flush,
    stop() {
      end()
      clearTimeout(timer)
      timer = undefined
    },
  }
}

/** The history with the steps that there is room for. A gesture under way ends with its page. */
function nearestSteps({ present, past, future }: History): History {
  const counted = new Set<object>()
  let left = keptLength - measureLength(present, counted)
  const takeWhileFitting = (nearestFirst: readonly Step[]) => {
    const end = nearestFirst.findIndex((step) => {
      left -= measureLength(step, counted)
      return left < 0
    })
    return end < 0 ? nearestFirst : nearestFirst.slice(0, end)
  }
  const kept = takeWhileFitting(past.slice(-keptSteps).reverse()).toReversed()
  return { present, past: kept, future: takeWhileFitting(future.slice(0, keptSteps)), group: undefined }
}

/** Characters that storing a value takes, roughly. What steps share is stored once, and counted once. */
function measureLength(value: unknown, counted: Set<object>): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 8
  if (counted.has(value)) return 0
  counted.add(value)
  return Object.entries(value).reduce((sum, [key, one]) => sum + key.length + measureLength(one, counted), 0)
}
