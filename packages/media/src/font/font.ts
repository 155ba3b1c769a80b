// The entry point for untrusted page fonts: a child process with limits of time and memory reads them.
import { fileURLToPath } from 'node:url'
import { ApiError } from '@vitrine/contract/api-error'
import { isRequestFault, runBoundedChild, WorkFailed, type WorkLimits } from '@vitrine/process/bounded-child'
import type { FontRequest, FontResponse } from './font-process.ts'
import type { FontFacts } from './woff2.ts'

const LIMITS: WorkLimits = { durationMs: 15_000, silenceMs: 15_000, memoryBytes: 512 * 2 ** 20 }

// In a bundle the child is a file in the same folder; in the source tree Node strips the types itself.
const CHILD = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './font-process.ts' : './font-process.js', import.meta.url),
)

/** Reads the facts of a WOFF2 file. Throws media-damaged, with the reason, for anything else. */
export async function inspectFont(path: string): Promise<FontFacts> {
  const child = { path: CHILD, name: 'font', limits: LIMITS }
  const answer = await runBoundedChild<FontRequest, never, FontResponse>({ path }, child).catch((error: unknown) => {
    if (error instanceof WorkFailed && isRequestFault(error)) refuse('it could not be read')
    throw error
  })
  if (answer.outcome === 'read') return answer.facts
  return refuse(answer.reason)
}

function refuse(reason: string): never {
  throw new ApiError('media-damaged', { reason }, `This font cannot be used: ${reason}. Please choose a WOFF2 file.`)
}
