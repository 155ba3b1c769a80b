// The files of the fallback faces on the server. Never imported by anything that a browser loads.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FontFace } from '@vitrine/document/document'
import { FALLBACK_FACES } from './src/text/fallback-face.ts'

/** Bundles lie in `build/node`, here and in a package. */
const fromHere = import.meta.url.endsWith('.ts') ? 'fonts' : '../../packages/painter/fonts'
const folder = join(import.meta.dirname, fromHere)

/** Equal bytes are one object, so that the shaper parses each font once per process. */
const files = new Map<string, Promise<Uint8Array>>()

/** Where the file of a fallback face lies. Throws when the face is none. */
export function findFallbackFont({ src }: FontFace): string {
  const found = FALLBACK_FACES.find(({ face }) => face.src === src)
  assert(found, `${src} is no fallback face`)
  return join(folder, found.file)
}

/** The file of a fallback face. Throws when the face is none. */
export function readFallbackFont(face: FontFace): Promise<Uint8Array> {
  const { src } = face
  const reading = files.get(src) ?? readFile(findFallbackFont(face))
  files.set(src, reading)
  return reading
}
