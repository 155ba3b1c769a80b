// Owns telling how far a piece of work is, a few times a second, whether there is news or not: the answer is also how a
// worker learns that nobody wants it any more.
import { processLog } from '@vitrine/providers/log'

const TELL_EVERY_MS = 250

/**
 * Calls `tell` with what was heard last until it is ended. `tell` does whatever follows from the answer; what it throws is
 * written down, because no work is given up for a bar that could not be moved.
 */
export function tellRegularly<News>(tell: (news: News) => Promise<void>, first: News) {
  let latest = first
  let isOver = false
  let wake = () => {}
  const telling = (async () => {
    while (!isOver) {
      try {
        await tell(latest)
      } catch (error) {
        processLog().warn({ err: error }, 'progress was not recorded')
      }
      if (isOver) return
      await new Promise<void>((resume) => {
        wake = resume
        setTimeout(resume, TELL_EVERY_MS)
      })
    }
  })()
  return {
    hear(news: News) {
      latest = news
    },
    async end() {
      isOver = true
      wake()
      await telling
    },
  }
}
