// Removes the background of a photo with a mask: light parts are visible. Computed once for each pair of photo and mask. Hosts
// get equal results, because the mask is enlarged here and not by a canvas.
import { createSheet, type Drawable, type Host, type Picture } from '@vitrine/document/host'
import { changePixels, type PixelData } from '@vitrine/document/pixels'

/** Rows processed at a time. */
const BAND = 128

const cache = new WeakMap<Drawable, WeakMap<Drawable, Picture>>()

/** Returns the photo without the parts where the mask is dark. The mask is stretched over the whole photo. */
export function cutOut(host: Host, photo: Picture, mask: Picture): Picture {
  const ofPhoto = cache.get(photo.source) ?? new WeakMap<Drawable, Picture>()
  cache.set(photo.source, ofPhoto)
  const known = ofPhoto.get(mask.source)
  if (known) return known
  const { width, height } = photo
  const sheet = createSheet(host, width, height)
  sheet.ctx.drawImage(photo.source, 0, 0, width, height)
  const light = readMask(host, mask)
  for (let top = 0; top < height; top += BAND) {
    const rows = Math.min(BAND, height - top)
    changePixels(sheet, [0, top, width, rows], (data) => multiplyAlpha(data, light, { width, height, top, rows }))
  }
  const cut: Picture = { source: sheet.canvas, width, height, stamp: 'cutout' }
  ofPhoto.set(mask.source, cut)
  return cut
}

interface Light {
  readonly width: number
  readonly height: number
  /** 0 to 255. */
  readonly data: Uint8Array
}

function readMask(host: Host, { source, width, height }: Picture): Light {
  const { ctx } = createSheet(host, width, height)
  ctx.drawImage(source, 0, 0, width, height)
  const pixels = ctx.getImageData(0, 0, width, height).data
  // A mask is grey; the server's copy may differ by one level in a channel.
  const data = Uint8Array.from({ length: width * height }, (_, n) => pixels[n * 4 + 1] as number)
  return { width, height, data }
}

interface Rows {
  width: number
  height: number
  top: number
  rows: number
}

/** Each pixel takes the bilinear value of the four mask pixels around it. */
function multiplyAlpha(data: PixelData, mask: Light, { width, height, top, rows }: Rows): void {
  for (let row = 0; row < rows; row++) {
    const y = ((top + row + 0.5) * mask.height) / height - 0.5
    const above = Math.floor(y)
    const upper = Math.max(0, above) * mask.width
    const lower = Math.min(mask.height - 1, above + 1) * mask.width
    for (let column = 0; column < width; column++) {
      const x = ((column + 0.5) * mask.width) / width - 0.5
      const before = Math.floor(x)
      const [left, right] = [Math.max(0, before), Math.min(mask.width - 1, before + 1)]
      const [dx, dy] = [x - before, y - above]
      const upperMix = (mask.data[upper + left] as number) * (1 - dx) + (mask.data[upper + right] as number) * dx
      const lowerMix = (mask.data[lower + left] as number) * (1 - dx) + (mask.data[lower + right] as number) * dx
      const at = (row * width + column) * 4 + 3
      data[at] = Math.round(((data[at] as number) * (upperMix * (1 - dy) + lowerMix * dy)) / 255)
    }
  }
}
