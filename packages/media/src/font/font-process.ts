// Reads each untrusted font in a separate process, as for pictures: a malicious file affects only this process.
import { readFile } from 'node:fs/promises'
import { serveRequest } from '@vitrine/process/child-request'
import { FontDamaged, type FontFacts, readWoff2 } from './woff2.ts'

export interface FontRequest {
  readonly path: string
}

export type FontResponse =
  | { readonly outcome: 'read'; readonly facts: FontFacts }
  | { readonly outcome: 'refused'; readonly reason: string }

serveRequest<FontRequest, never, FontResponse>(async ({ path }) => {
  try {
    return { outcome: 'read', facts: readWoff2(await readFile(path)) }
  } catch (error) {
    if (!(error instanceof FontDamaged)) throw error
    return { outcome: 'refused', reason: error.message }
  }
})
