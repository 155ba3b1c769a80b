// The files of the fallback faces on the server. Never imported by anything that a browser loads.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FontFace } from './src/document/document.ts'
import { FALLBACK_FACES } from './src/text/fallback-face.ts'

// Found through the package, so that bundled programs find them too.
const folder = join(dirname(createRequire(import.meta.url).resolve('@vitrine/composition/package.json')), 'fonts')

/** Equal bytes are one object, so that the shaper parses each font once per process. */
const files = new Map<string, Promise<Uint8Array>>()

/** The file of a fallback face. Throws when the face is none. */
export function readFallbackFont({ src }: FontFace): Promise<Uint8Array> {
  const found = FALLBACK_FACES.find(({ face }) => face.src === src)
  assert(found, `${src} is no fallback face`)
  const reading = files.get(src) ?? readFile(join(folder, found.file))
  files.set(src, reading)
  return reading
}
