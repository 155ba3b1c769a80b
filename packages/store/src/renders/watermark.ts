// The watermark of previews.
import type { RenderKind } from '@vitrine/contract/renders'
import { watermarkText } from '@vitrine/contract/watermark'
import type { Reader } from '../prepared.ts'
import { readSettings } from '../settings/settings.ts'

/** The watermark of a render of this kind, with the store's current name. Full renders have none. */
export async function readWatermark(db: Reader, kind: RenderKind): Promise<string | undefined> {
  return kind === 'preview' ? watermarkText((await readSettings(db)).values.brand.name) : undefined
}
