// The placeholder for a video or photo that is not on this device: the thumbnail that the project stores, dimmed, with the
// file name.
import { t } from '@lingui/core/macro'
import type { Picture } from '@vitrine/document/host'
import { type AssetLibrary, isAbsent, isLocal, type KnownAsset } from '../../../project/asset-library.ts'
import { decodeSmallPicture } from '../../../project/unsent-file.ts'

/** Longer edge in pixels: sharp enough for text in a preview, and small in memory. */
const edge = 720
const ground = '#26221d'
const ink = '#f3efe8'

interface Placeholder {
  picture: Picture
  of: KnownAsset
}

/** Placeholders by asset id; `onArrived` is called when one changes. */
export function createPlaceholders(library: AssetLibrary, onArrived: () => void) {
  const drawn = new Map<string, Placeholder>()
  let stamp = 0
  const draw = (asset: KnownAsset): Placeholder => {
    const { width = 16, height = 9 } = asset
    const scale = edge / Math.max(width, height)
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(width * scale))
    canvas.height = Math.max(1, Math.round(height * scale))
    drawText(canvas, asset)
    stamp += 1
    const picture: Picture = { source: canvas, width: canvas.width, height: canvas.height, stamp }
    const created = { picture, of: asset }
    if (asset.picture !== undefined)
      void decodeSmallPicture(asset.picture).then((small) => {
        if (!small) return
        drawDimmed(canvas, small)
        small.close()
        drawText(canvas, asset)
        stamp += 1
        if (drawn.get(asset.assetId) === created)
          drawn.set(asset.assetId, { ...created, picture: { ...picture, stamp } })
        onArrived()
      })
    return created
  }
  return {
    /** Undefined for a file that is available or unknown. */
    find(assetId: string): Picture | undefined {
      const asset = library.find(assetId)
      if (!asset || !isAbsent(asset)) {
        drawn.delete(assetId)
        return undefined
      }
      const known = drawn.get(assetId)
      const placeholder = known?.of === asset ? known : draw(asset)
      drawn.set(assetId, placeholder)
      return placeholder.picture
    },
  }
}

function drawDimmed(canvas: HTMLCanvasElement, small: ImageBitmap): void {
  const ctx = canvas.getContext('2d')
  if (!ctx) return
  ctx.imageSmoothingQuality = 'high'
  ctx.drawImage(small, 0, 0, canvas.width, canvas.height)
  ctx.globalAlpha = 0.55
  ctx.fillStyle = ground
  ctx.fillRect(0, 0, canvas.width, canvas.height)
  ctx.globalAlpha = 1
}

/** Draws text over the thumbnail; an empty canvas gets a background first. */
function drawText(canvas: HTMLCanvasElement, asset: KnownAsset): void {
  const ctx = canvas.getContext('2d')
  if (!ctx) return
  const { width, height } = canvas
  ctx.fillStyle = ground
  ctx.globalCompositeOperation = 'destination-over'
  ctx.fillRect(0, 0, width, height)
  ctx.globalCompositeOperation = 'source-over'
  ctx.fillStyle = ink
  ctx.textAlign = 'center'
  const size = Math.max(14, Math.round(Math.min(width, height) / 14))
  // The page's typefaces cover the script of its language.
  const { fontFamily } = getComputedStyle(document.body)
  ctx.font = `600 ${size}px ${fontFamily}`
  ctx.fillText(asset.fileName ?? t`File`, width / 2, height / 2, width * 0.86)
  ctx.font = `400 ${Math.round(size * 0.8)}px ${fontFamily}`
  const absence = absenceText(asset) ?? ''
  ctx.fillText(absence.charAt(0).toUpperCase() + absence.slice(1), width / 2, height / 2 + size * 1.4, width * 0.86)
}

/** Why a file is missing, such as 'on another device'; undefined when the file is available. */
export function absenceText(asset: KnownAsset): string | undefined {
  if (!isAbsent(asset)) return undefined
  if (!isLocal(asset.assetId)) return t`being prepared`
  return asset.isElsewhere ? t`on another device` : t`file missing`
}
