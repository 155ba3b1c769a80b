// QR codes as shape layers: one path of dark modules on a light ground, and their link.
import type { ShapeItem } from '@vitrine/document/shape-item'
import { encode } from 'uqr'
import { CODE_MARK, MAX_LINK_LENGTH } from './qr-link.ts'

/** Light modules around the code, as the standard requires. */
const QUIET_ZONE = 4
/** Pixels of a code before it is scaled. */
const SIZE = 100

/** The shapes of a code, top first, around their centre. Throws for a link longer than `MAX_LINK_LENGTH`. */
export function createCodeShapes(link: string, dark = '#000000', light = '#ffffff'): ShapeItem[] {
  if (link.length > MAX_LINK_LENGTH) throw new RangeError(`a link of ${link.length} characters is too long for a code`)
  const { data, size } = encode(link, { border: QUIET_ZONE, ecc: 'M' })
  const placed: ShapeItem = { ty: 'tr', a: [SIZE / 2, SIZE / 2], p: [0, 0] }
  return [
    {
      ty: 'gr',
      nm: `${CODE_MARK}${link}`,
      it: [{ ty: 'sh', d: toSvgPath(data, SIZE / size) }, { ty: 'fl', c: dark }, placed],
    },
    { ty: 'gr', it: [{ ty: 'rc', p: [SIZE / 2, SIZE / 2], s: [SIZE, SIZE], r: 3 }, { ty: 'fl', c: light }, placed] },
  ]
}

/** The colours of a code's modules and ground, which a new link keeps. */
export function readCodeColors(shapes: readonly ShapeItem[]): string[] {
  return shapes.flatMap((group) => {
    const fill = group.ty === 'gr' ? group.it.find(({ ty }) => ty === 'fl') : undefined
    return fill?.ty === 'fl' && typeof fill.c === 'string' ? [fill.c] : []
  })
}

/** Runs of dark modules as rectangles. */
function toSvgPath(data: readonly (readonly boolean[])[], unit: number): string {
  const at = (value: number) => String(Math.round(value * unit * 1000) / 1000)
  return data
    .flatMap((row, y) =>
      row.flatMap((isDark, x) => {
        if (!isDark || row[x - 1]) return []
        const end = row.indexOf(false, x)
        const [left, right, top, bottom] = [at(x), at(end < 0 ? row.length : end), at(y), at(y + 1)]
        return [`M${left} ${top}L${right} ${top}L${right} ${bottom}L${left} ${bottom}Z`]
      }),
    )
    .join('')
}
