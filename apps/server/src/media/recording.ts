// Checks a customer's film or sound recording in a child process, bounded in time.
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Refusal } from '@vitrine/contract/refusal'
import { longestRecordingMs } from '@vitrine/contract/upload-limit'
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
export async function inspectRecording(path: string): Promise<PlayableRecording> {
  const report = await readInChild(path)
  if (report.outcome === 'playable') return report
  if (report.outcome === 'too-long') {
    throw new Refusal('media-too-long', {
      durationSeconds: report.durationMs / 1000,
      limitSeconds: longestRecordingMs / 1000,
    })
  }
  throw new Refusal('media-damaged', { reason: report.reason })
}

function readInChild(path: string): Promise<RecordingReport> {
  return new Promise((resolve, reject) => {
    const child = fork(CHILD, [path, String(longestRecordingMs)], {
      // No secrets, no debugger port, no test runner's loader.
      env: {},
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      timeout: PATIENCE_MS,
      killSignal: 'SIGKILL',
    })
    let report: RecordingReport | undefined
    child.once('message', (message) => {
      report = message as RecordingReport
    })
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      resolve(report ?? { outcome: 'damaged', reason: `could not be read (${signal ?? code})` })
    })
  })
}
