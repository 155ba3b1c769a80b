// The files that accompany a designer's animation: their facts, and finding one by its name in the animation.

import { isRecord } from '@vitrine/document/check'
import { records, textOr } from '@vitrine/document/cleanse'
import { framesPerSecond } from '@vitrine/document/document'
import type { AssetId } from '@vitrine/document/field'

/** The caller's facts about a file. Names are paths below the folder, with `/`. */
export type FileFacts =
  | {
      readonly id: AssetId
      readonly kind: 'image'
      readonly mime: string
      readonly width: number
      readonly height: number
    }
  | {
      readonly id: AssetId
      readonly kind: 'video'
      readonly mime: string
      readonly width: number
      readonly height: number
      readonly seconds: number
    }
  | { readonly id: AssetId; readonly kind: 'audio'; readonly mime: string; readonly seconds: number }
  | {
      readonly id: AssetId
      readonly kind: 'font'
      readonly mime: string
      readonly family: string
      readonly weight: number
      readonly style: 'normal' | 'italic'
      readonly license: string
      /** Created from the animation's outlines: other characters are missing. */
      readonly isPartial?: true
    }
  | {
      readonly id: AssetId
      readonly kind: 'plate'
      readonly mime: string
      /** Display size: half the height of the file. */
      readonly width: number
      readonly height: number
      readonly frames: number
      readonly fps: number | readonly [number, number]
    }

export type ImportFiles = ReadonlyMap<string, FileFacts>

/** A document's asset entry for a picture, video, alpha video or sound. */
export function describeFile(file: FileFacts): Record<string, unknown> {
  const mime = { mime: file.mime }
  if (file.kind === 'image') return { kind: 'image', w: file.width, h: file.height, ...mime }
  if (file.kind === 'video') return { kind: 'video', w: file.width, h: file.height, seconds: file.seconds, ...mime }
  if (file.kind !== 'plate') return { kind: 'audio', seconds: file.kind === 'audio' ? file.seconds : 0 }
  return { kind: 'plate', w: file.width, h: file.height, seconds: file.frames / framesPerSecond(file.fps), ...mime }
}

/** A picture, sound or font embedded in the animation. `name` is the key under which the caller passes its facts to the import. */
interface EmbeddedFile {
  readonly name: string
  readonly mime: string
  readonly base64: string
}

/** Maximum size of an embedded file in base64 characters (about twelve megabytes). */
const MAX_EMBEDDED = 16_000_000
const MAX_EMBEDDED_COUNT = 200
const DATA_ADDRESS =
  /^data:(image\/(?:png|jpeg|jpg|webp|gif)|audio\/(?:mpeg|mp3|wav|mp4|ogg));base64,([A-Za-z0-9+/=\s]+)$/

/** Fonts are embedded in the list of fonts, as Bodymovin writes them with "Inline fonts". */
const FONT_ADDRESS =
  /^data:(?:font\/(?:ttf|otf|sfnt)|application\/(?:x-)?font-[a-z]+|application\/octet-stream)[^,]{0,40};base64,([A-Za-z0-9+/=\s]+)$/

/** The key of an embedded font among the files of an import. */
export function embeddedFontName(name: unknown): string {
  return `embedded:font:${String(name)}`
}

function listEmbeddedFonts(fonts: unknown): EmbeddedFile[] {
  const list = isRecord(fonts) ? records(fonts.list) : []
  return list.slice(0, MAX_EMBEDDED_COUNT).flatMap((font) => {
    const address = textOr(font.fPath, '')
    if (!address.startsWith('data:') || address.length > MAX_EMBEDDED) return []
    const [, base64] = FONT_ADDRESS.exec(address) ?? []
    return base64 ? [{ name: embeddedFontName(font.fName), mime: 'font/ttf', base64 }] : []
  })
}

/** Lists the pictures, sounds and fonts embedded as base64. The import rejects other data URLs. */
export function listEmbeddedFiles(json: unknown): EmbeddedFile[] {
  if (!isRecord(json)) return []
  const files = records(json.assets)
    .slice(0, MAX_EMBEDDED_COUNT)
    .flatMap((asset) => {
      const address = textOr(asset.p, '')
      if (!address.startsWith('data:') || address.length > MAX_EMBEDDED) return []
      const [, mime, base64] = DATA_ADDRESS.exec(address) ?? []
      return mime && base64 ? [{ name: embeddedName(asset.id), mime, base64 }] : []
    })
  return [...files, ...listEmbeddedFonts(json.fonts)]
}

/** The key of an embedded file among the files of an import. */
export function embeddedName(assetId: unknown): string {
  return `embedded:${String(assetId)}`
}

/** Converts a name in the animation to a path below the folder, or rejects it. */
export function readFileName(
  folder: unknown,
  name: unknown,
): { path: string } | { refused: 'remote-file' | 'unsafe-path' } {
  const path = `${textOr(folder, '')}${textOr(name, '')}`.replaceAll('\\', '/')
  if (/^[a-z][a-z0-9+.-]*:/i.test(path) || path.startsWith('//')) return { refused: 'remote-file' }
  const steps = path.split('/').filter((step) => step !== '' && step !== '.')
  const isUnsafe = path.includes('\0') || steps.includes('..') || path.length > 500 || steps.length === 0
  // Exporters write `/images/` for the folder next to the file; that is no absolute path.
  return isUnsafe ? { refused: 'unsafe-path' } : { path: steps.join('/') }
}

/** Finds a file by path, otherwise by its bare name in any folder: archives and exporters disagree about folders. */
export function findFile(files: ImportFiles, path: string): FileFacts | undefined {
  const exact = files.get(path)
  if (exact) return exact
  const bare = baseName(path)
  for (const [name, facts] of files) if (!name.startsWith('embedded:') && baseName(name) === bare) return facts
  return undefined
}

/** The name of a file that differs only in its extension, such as `img_0.png` for `img_0.jpg`. */
export function findNamesake(files: ImportFiles, path: string): string | undefined {
  const stem = (name: string) => baseName(name).replace(/\.[a-z0-9]+$/, '')
  return [...files.keys()].find((name) => !name.startsWith('embedded:') && stem(name) === stem(path))
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).toLowerCase()
}
