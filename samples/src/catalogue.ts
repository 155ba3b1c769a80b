// The sample catalogue: which import packages of the folder `templates` a new store offers, in which order, and the source of
// their posters and previews.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AssetId } from '@vitrine/document/field'

/** A poster or preview in the package of its template. */
export interface RenderedFile {
  readonly id: AssetId
  readonly sizeBytes: number
  readonly width: number
  readonly height: number
  /** Only for videos. */
  readonly durationMs?: number | undefined
}

/** One sample. `npm run samples` writes everything but the order. */
export interface Sample {
  /** The template's id, also the name of its folder. */
  readonly id: string
  /** Hash of the document, and version of the engine that drew it: when one differs, the files are out of date. */
  readonly documentHash: string
  readonly engineVersion: string
  readonly poster: RenderedFile
  readonly preview: RenderedFile
  /** `#rrggbb`, shown until the poster has loaded. */
  readonly dominantColor: string
}

/** Bundles are in `build/node`, both in the repository and in a package. */
const fromHere = import.meta.url.endsWith('.ts') ? '..' : '../../samples'
export const samplesFolder = join(import.meta.dirname, fromHere)

/** The folder of the import packages. */
export const templatesFolder = join(samplesFolder, 'templates')

/** The file that `readCatalogue` reads. */
export const catalogueFile = join(samplesFolder, 'catalogue.json')

/** All samples, the most popular of each kind first. */
export function readCatalogue(): readonly Sample[] {
  return JSON.parse(readFileSync(catalogueFile, 'utf8')) as Sample[]
}
