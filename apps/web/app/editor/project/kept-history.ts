// Stores the undo history of an open project on this device, so that it survives a reload.
import { quietMs } from './autosave.ts'
import type { History, ProjectStore, Step } from './project-store.ts'

/** The limits of a stored history: the steps nearest to the current state, in roughly this many characters. */
export const maxStoredSteps = 50
export const maxStoredLength = 1_000_000

export interface HistoryKeeping {
  /** Stores pending changes at once. */
  flush(): void
  stop(): void
}

/** Stores the history whenever edits pause: it is larger than the draft, which is stored after every keystroke. */
export function createHistoryStorage(
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
  // Also runs for changes of steps alone, such as a new file id in an earlier step.
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

/** The history with as many steps as fit. A running gesture ends with its page. */
function nearestSteps({ present, past, future }: History): History {
  const counted = new Set<object>()
  let left = maxStoredLength - measureLength(present, counted)
  const takeWhileFitting = (nearestFirst: readonly Step[]) => {
    const end = nearestFirst.findIndex((step) => {
      left -= measureLength(step, counted)
      return left < 0
    })
    return end < 0 ? nearestFirst : nearestFirst.slice(0, end)
  }
  const fitting = takeWhileFitting(past.slice(-maxStoredSteps).reverse()).toReversed()
  return { present, past: fitting, future: takeWhileFitting(future.slice(0, maxStoredSteps)), group: undefined }
}

/** The approximate number of characters a stored value takes. Objects shared by steps are stored and counted once. */
function measureLength(value: unknown, counted: Set<object>): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 8
  if (counted.has(value)) return 0
  counted.add(value)
  return Object.entries(value).reduce((sum, [key, one]) => sum + key.length + measureLength(one, counted), 0)
}
