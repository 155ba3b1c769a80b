// The mark over previews.
import type { RenderKind } from '@vitrine/contract/renders'
import { watermarkText } from '@vitrine/contract/watermark'
import type { Reader } from '../prepared.ts'
import { readSettings } from '../settings/settings.ts'

/** The text over a render of this kind, as the store is called now. Full renders have none. */
export async function readWatermark(db: Reader, kind: RenderKind): Promise<string | undefined> {
  return kind === 'preview' ? watermarkText((await readSettings(db)).values.brand.name) : undefined
}
