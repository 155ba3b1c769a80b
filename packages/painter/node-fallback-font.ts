// The files of the fallback faces on the server. Code for browsers must not import this.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FontFace } from '@vitrine/document/document'
import { FALLBACK_FACES } from './src/text/fallback-face.ts'

/** Bundles are in `build/node`, both in the repository and in a package. */
const fromHere = import.meta.url.endsWith('.ts') ? 'fonts' : '../../packages/painter/fonts'
const folder = join(import.meta.dirname, fromHere)

/** Each file is read once per process, so that the shaper, which caches by object, parses each font once. */
const files = new Map<string, Promise<Uint8Array>>()

/** The path of a fallback face's file. Throws for any other face. */
export function findFallbackFont({ src }: FontFace): string {
  const found = FALLBACK_FACES.find(({ face }) => face.src === src)
  assert(found, `${src} is no fallback face`)
  return join(folder, found.file)
}

/** Reads the file of a fallback face. Throws for any other face. */
export function readFallbackFont(face: FontFace): Promise<Uint8Array> {
  const { src } = face
  const reading = files.get(src) ?? readFile(findFallbackFont(face))
  files.set(src, reading)
  return reading
}
