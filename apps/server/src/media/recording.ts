// Checks a customer's video or sound recording in a child process with limits.
import { fileURLToPath } from 'node:url'
import { ApiError } from '@vitrine/contract/api-error'
import { maxRecordingMs } from '@vitrine/contract/upload-limit'
import { isFaultOfRequest, runBoundedChild, WorkFailed, type WorkLimits } from '@vitrine/untrusted-media/bounded-child'
import type { RecordingReport, RecordingRequest } from './recording-reader.ts'

const LIMITS: WorkLimits = {
  durationMs: 60_000,
  silenceMs: 60_000,
  // 4K HEVC with ten bits takes a third of this.
  memoryBytes: 1.5 * 2 ** 30,
}

// Bundled, the child is a bundle beside this one; from source, Node strips the types itself.
const CHILD = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './recording-process.ts' : './recording-process.js', import.meta.url),
)

export type PlayableRecording = Extract<RecordingReport, { outcome: 'playable' }>

/**
 * Describes the recording at `path`. Refuses with media-damaged what does not play from its first to its last second (or
 * crashes the decoder, or takes a minute or too much memory), and with media-too-long what lasts longer than three minutes.
 */
export async function inspectRecording(path: string, signal?: AbortSignal): Promise<PlayableRecording> {
  const order = { path, longestMs: maxRecordingMs }
  const options = { path: CHILD, name: 'inspecting', limits: LIMITS, signal }
  const report = await runBoundedChild<RecordingRequest, never, RecordingReport>(order, options).catch(
    (error: unknown) => {
      if (error instanceof WorkFailed && isFaultOfRequest(error)) {
        throw new ApiError('media-damaged', { reason: 'could not be read' })
      }
      throw error
    },
  )
  if (report.outcome === 'playable') return report
  if (report.outcome === 'too-long') {
    throw new ApiError('media-too-long', {
      durationSeconds: report.durationMs / 1000,
      limitSeconds: maxRecordingMs / 1000,
    })
  }
  throw new ApiError('media-damaged', { reason: report.reason })
}
