// Reports the progress of an operation a few times a second, even when nothing changed: the answer is also how a worker learns
// that the operation was canceled.
import { processLog } from '@vitrine/providers/log'

const REPORT_EVERY_MS = 250

/**
 * Calls `report` with what was heard last until it answers `stop`, or until it is ended. What it throws is written down with
 * what the work is `about`: a failed progress update never fails the work.
 */
export function startProgressReporter<Progress>(
  report: (progress: Progress) => Promise<'go-on' | 'stop'>,
  { initial, about }: { initial: Progress; about: Readonly<Record<string, unknown>> },
) {
  let latest = initial
  let isOver = false
  let wake = () => {}
  const reporter = (async () => {
    while (!isOver) {
      const answer = await report(latest).catch((error: unknown) => {
        processLog().warn({ err: error, ...about }, 'progress was not recorded')
        return 'go-on' as const
      })
      if (isOver || answer === 'stop') return
      await new Promise<void>((resume) => {
        wake = resume
        setTimeout(resume, REPORT_EVERY_MS)
      })
    }
  })()
  return {
    update(progress: Progress) {
      latest = progress
    },
    async end() {
      isOver = true
      wake()
      await reporter
    },
  }
}
