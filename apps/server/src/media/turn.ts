// A short queue for heavy work, so that uploads cannot take every core from the people who browse.

/** Gives at most `limit` pieces of work the floor at a time; the others wait in the order they came. */
export function createTurns(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= limit) await new Promise<void>((turn) => waiting.push(turn))
    else running++
    try {
      return await work()
    } finally {
      // Handing the place on, instead of freeing it, keeps a newcomer from slipping in before who waits.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
