// A QR code holds its link: read back from the drawn path, module by module, and from its name.
import { checkEdits } from '@vitrine/project/edit'
import { encode } from 'uqr'
import { expect, it } from 'vitest'
import { documentWith } from '../../../../../testing/document.ts'
import { createCodeShapes, readCodeColors } from './qr-code.ts'
import { completeLink, MAX_LINK_LENGTH, readLink } from './qr-link.ts'

const document = documentWith([], { canvas: { width: 400, height: 300, fps: 30, duration: 10 }, fonts: [] })
const layerOf = (link: string) => ({
  id: 'own-qr',
  type: 'shape' as const,
  in: 0,
  out: 10,
  shapes: createCodeShapes(link),
})

/** Which modules a path covers, looked at in their middles. */
function modulesOf(path: string, size: number): boolean[][] {
  const runs = [...path.matchAll(/M([\d.]+) ([\d.]+)L([\d.]+) [\d.]+L[\d.]+ ([\d.]+)/g)].map(([, ...edges]) =>
    edges.map(Number),
  )
  return Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (_, x) => {
      const [px, py] = [((x + 0.5) * 100) / size, ((y + 0.5) * 100) / size]
      return runs.some(
        ([left = 0, top = 0, right = 0, bottom = 0]) => px > left && px < right && py > top && py < bottom,
      )
    }),
  )
}

it.each([
  'https://maps.example/venue',
  'https://wa.example/919800000000?text=Namaste',
  `https://vitrine.example/${'a'.repeat(MAX_LINK_LENGTH - 24)}`,
])('draws every module of %s, with light around it', (link) => {
  const { data, size } = encode(link, { border: 4, ecc: 'M' })
  const [code] = createCodeShapes(link)
  const path = code?.ty === 'gr' ? code.it.find((item) => item.ty === 'sh') : undefined
  expect(modulesOf(path && 'd' in path ? String(path.d) : '', size)).toEqual(data)
  expect(data.slice(0, 4).flat()).not.toContain(true)
})

it('is a layer that the document allows, and knows its link and colours', () => {
  const layer = layerOf('https://maps.example/venue')
  expect(checkEdits(document, [{ op: 'add-shape', layer }])).toEqual([])
  expect(readLink(layer)).toBe('https://maps.example/venue')
  expect(readCodeColors(layer.shapes)).toEqual(['#000000', '#ffffff'])
  expect(readLink({ ...layer, shapes: [] })).toBeUndefined()
  expect(() => createCodeShapes('a'.repeat(MAX_LINK_LENGTH + 1))).toThrow(RangeError)
})

it('completes what is typed without a scheme, and leaves other words as they are', () => {
  expect(completeLink(' maps.example/venue ')).toBe('https://maps.example/venue')
  expect(completeLink('upi://pay?pa=a@b')).toBe('upi://pay?pa=a@b')
  expect(completeLink('tel:+919800000000')).toBe('tel:+919800000000')
  expect(completeLink('Table 4')).toBe('Table 4')
})
