// Observes jobs: a log line, a metric, and a span in the trace of the request that enqueued the job.
import type { JobRun } from '@vitrine/database/jobs'
import type { Log } from '@vitrine/providers/log'
import type { Metrics } from '@vitrine/providers/metrics'
import { inSpan } from '@vitrine/providers/tracing'

/** Wraps a job run; passed to the runner as `around`. */
export function watchJobs({ log, metrics }: { log: Pick<Log, 'info' | 'error'>; metrics: Metrics }) {
  return async (run: JobRun, work: () => Promise<void>): Promise<void> => {
    const { task, jobId, attempt, origin, signal } = run
    const startedAt = performance.now()
    const facts = () => ({
      task,
      jobId,
      attempt,
      requestId: origin.requestId,
      waitedMs: run.waitedMs,
      durationMs: Math.round(performance.now() - startedAt),
    })
    const measure = (outcome: 'done' | 'failed' | 'handed-back') =>
      metrics.observeJob({ task, outcome, seconds: (performance.now() - startedAt) / 1000 })
    const attributes = { 'vitrine.job.id': jobId, 'vitrine.job.attempt': attempt }
    try {
      await inSpan(`job ${task}`, { kind: 'consumer', parent: origin.traceparent, attributes }, work)
      measure('done')
      log.info(facts(), 'job done')
    } catch (error) {
      // Interrupted by a shutdown: not a failure, and run again.
      measure(signal.aborted ? 'handed-back' : 'failed')
      if (signal.aborted) log.info(facts(), 'job returned to the queue')
      else log.error({ ...facts(), err: error }, 'job failed')
      throw error
    }
  }
}
