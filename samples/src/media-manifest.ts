// The record of what was rendered from which document: posters and previews with hashes, sizes and colours.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AssetId } from '@vitrine/composition/field'
import { mediaFolder } from './build/folder.ts'

export interface RenderedFile {
  /** Relative to samples/media. */
  readonly path: string
  readonly id: AssetId
  readonly sizeBytes: number
  readonly width: number
  readonly height: number
  /** Films only. */
  readonly durationMs?: number
}

export interface RenderedSample {
  /** Hash of the document, and version of the engine that drew it: when one differs, the files are out of date. */
  readonly documentHash: string
  readonly engineVersion: string
  readonly poster: RenderedFile
  readonly preview: RenderedFile
  /** Shown until the poster has loaded. */
  readonly dominantColor: string
}

export type MediaManifest = Readonly<Record<string, RenderedSample>>

const manifestFile = join(mediaFolder, 'manifest.json')

/** The manifest as it was last written; empty before the first rendering. */
export function readManifest(): MediaManifest {
  return existsSync(manifestFile) ? JSON.parse(readFileSync(manifestFile, 'utf8')) : {}
}

/** Writes the manifest with its templates in alphabetical order, so that changes read well. */
export function writeManifest(manifest: MediaManifest): void {
  const sorted = Object.fromEntries(Object.entries(manifest).sort(([left], [right]) => left.localeCompare(right)))
  writeFileSync(manifestFile, `${JSON.stringify(sorted, null, 2)}\n`)
}
