// The font library: fonts that customers can use in addition to those of their template. It has every font of any template under
// a free licence; a font licensed for one template stays with that template.
import type { FontFace } from '@vitrine/document/document'
import { sql } from 'drizzle-orm'
import { type AssetRecord, getAssets } from '../media/media.ts'
import type { Reader } from '../prepared.ts'
import { templateVersions } from './tables.ts'

/** SPDX ids of licences that allow anyone to use a font. */
const FREE_LICENSES = new Set(['OFL-1.1', 'OFL-1.0', 'Apache-2.0', 'MIT', 'CC0-1.0', 'Ubuntu-font-1.0'])

export interface LibraryFont {
  readonly face: FontFace
  readonly asset: AssetRecord
}

/**
 * The fonts of the library by family, weight and style, without duplicates from several templates. Withdrawn templates count, so
 * that a project with their fonts can still be saved.
 */
export async function listFonts(db: Reader): Promise<LibraryFont[]> {
  const faces = sql<FontFace>`jsonb_array_elements(${templateVersions.document} -> 'fonts')`.as('face')
  const rows = await db.selectDistinct({ face: faces }).from(templateVersions)
  const free = rows.map(({ face }) => face).filter(({ license, covers }) => !covers && FREE_LICENSES.has(license))
  const distinct = new Map(free.map((face) => [`${toFontName(face)} ${face.src}`, onlyFace(face)]))
  const assets = await getAssets(
    db,
    [...distinct.values()].map(({ src }) => src),
  )
  const found = [...distinct.values()].flatMap((face): LibraryFont[] => {
    const asset = assets.get(face.src)
    const isPublic = asset?.kind === 'font' && asset.status === 'ready' && asset.storageKey?.startsWith('public/')
    return isPublic ? [{ face, asset }] : []
  })
  return found.sort((a, b) => toFontName(a.face).localeCompare(toFontName(b.face), 'en', { numeric: true }))
}

/** Drops properties that only have a meaning inside their document, such as the names of fallbacks. */
function onlyFace({ family, weight, style, src, license }: FontFace): FontFace {
  return {
    family,
    ...(weight === undefined ? {} : { weight }),
    ...(style === undefined ? {} : { style }),
    src,
    license,
  }
}

function toFontName({ family, weight = 400, style = 'normal' }: FontFace): string {
  return `${family} ${weight} ${style}`
}
