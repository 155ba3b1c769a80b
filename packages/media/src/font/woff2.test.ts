import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { BUNDLED_FACES } from '@vitrine/contract/brand-font'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inspectFont } from './font.ts'
import { FontDamaged, readWoff2 } from './woff2.ts'

const folder = join(import.meta.dirname, '../../../../apps/web/app/fonts')
const resolvePath = (name: string) => join(folder, `${name}.woff2`)
const inter = readFileSync(resolvePath('inter-latin'))

describe('a WOFF2 file', () => {
  it('says what it is called, how heavy it is, and how wide its letters are', () => {
    expect(readWoff2(inter)).toEqual({
      family: 'Inter',
      weights: [400, 600],
      ascent: 0.9688,
      descent: 0.2412,
      lineGap: 0,
      averageWidth: 0.4724,
    })
  })

  it('of each bundled face measures what the pages are told of it', () => {
    const found = Object.keys(BUNDLED_FACES).map((face) => {
      const file = readdirSync(folder).find((name) => name.startsWith(`${face}-`) && name.endsWith('.woff2'))
      const { family: _family, weights: _weights, ...metrics } = readWoff2(readFileSync(join(folder, file ?? 'none')))
      return [face, metrics]
    })
    const told = Object.entries(BUNDLED_FACES).map(([face, { name: _name, weights: _weights, ...metrics }]) => [
      face,
      metrics,
    ])
    expect(found).toEqual(told)
  })

  it.each([
    ['an empty file', Buffer.alloc(0)],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n'.padEnd(100), 'latin1')],
    ['a font that is cut short', inter.subarray(0, -100)],
    ['a font with something behind it', Buffer.concat([inter, Buffer.alloc(3)])],
    ['a collection', Buffer.concat([inter.subarray(0, 4), Buffer.from('ttcf'), inter.subarray(8)])],
    ['a bomb', bomb()],
  ])('is not %s', (_name, file) => {
    expect(() => readWoff2(file)).toThrow(FontDamaged)
  })

  it('with any changed bytes is read or refused, and nothing else', () => {
    const places = fc.array(fc.tuple(fc.nat(inter.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(places, (changes) => {
        const file = Buffer.from(inter)
        // Mostly in the header and the directory: the compressed data is verified as a whole.
        for (const [at, value] of changes) file[at % 2 === 0 ? at % 160 : at] = value
        try {
          const { averageWidth, ascent } = readWoff2(file)
          expect(Number.isFinite(averageWidth) && Number.isFinite(ascent)).toBe(true)
        } catch (error) {
          expect(error).toBeInstanceOf(FontDamaged)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('is read by a process of its own, which says why one is refused', async () => {
    expect(await inspectFont(resolvePath('oswald-500'))).toMatchObject({ family: 'Oswald Medium' })
    await expect(inspectFont(import.meta.filename)).rejects.toMatchObject({
      code: 'media-damaged',
      message: expect.stringContaining('it is no WOFF2'),
    })
  })
})

/** A small file that decompresses to more than any font. */
function bomb(): Buffer {
  const packed = brotliCompressSync(Buffer.alloc(64 * 2 ** 20))
  // One table `glyf`, not transformed, whose length is written in five bytes.
  const entry = Buffer.from([0xc0 | 10, 0x84 | 0x80, 0x80, 0x80, 0x80, 0x00])
  const header = Buffer.alloc(48)
  header.write('wOF2', 'latin1')
  header.writeUInt32BE(0x00010000, 4)
  header.writeUInt32BE(48 + entry.length + packed.length, 8)
  header.writeUInt16BE(1, 12)
  header.writeUInt32BE(packed.length, 20)
  return Buffer.concat([header, entry, packed])
}
