// Checks a customer's film or sound recording in a child process, bounded in time.
import { fileURLToPath } from 'node:url'
import { Refusal } from '@vitrine/contract/refusal'
import { longestRecordingMs } from '@vitrine/contract/upload-limit'
import { askChild } from './ask-child.ts'
import type { RecordingReport } from './recording-reader.ts'

const PATIENCE_MS = 60_000

// Bundled, the child is a bundle beside this one; from source, Node strips the types itself.
const CHILD = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../recording-process.ts' : './recording-process.js', import.meta.url),
)

export type PlayableRecording = Extract<RecordingReport, { outcome: 'playable' }>

/**
 * Describes the recording at `path`. Refuses with media-damaged what does not play from its first to its last second (or
 * crashes the decoder, or takes a minute), and with media-too-long what lasts longer than three minutes.
 */
export async function inspectRecording(path: string, signal?: AbortSignal): Promise<PlayableRecording> {
  const report = await askChild<RecordingReport>(CHILD, [path, String(longestRecordingMs)], PATIENCE_MS, signal)
  signal?.throwIfAborted()
  if (!report) throw new Refusal('media-damaged', { reason: 'could not be read' })
  if (report.outcome === 'playable') return report
  if (report.outcome === 'too-long') {
    throw new Refusal('media-too-long', {
      durationSeconds: report.durationMs / 1000,
      limitSeconds: longestRecordingMs / 1000,
    })
  }
  throw new Refusal('media-damaged', { reason: report.reason })
}
