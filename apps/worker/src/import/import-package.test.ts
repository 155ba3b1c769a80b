import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { isArchive, readArchive } from './import-package.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('an archive', () => {
  test('gives its files by their path', () => {
    const zip = zipSync({ 'a/data.json': bytes('{}'), 'images/one.png': bytes('png') })
    expect(isArchive(zip)).toBe(true)
    expect([...readArchive(zip)].map(([name, content]) => [name, content.length])).toEqual([
      ['a/data.json', 2],
      ['images/one.png', 3],
    ])
  })

  test.each(['../outside.json', 'a/../../outside.json', '/etc/passwd', 'C:\\outside.json', 'a\\..\\..\\outside.json'])(
    'that names the file %s is refused',
    (name) => {
      expect(() => readArchive(zipSync({ [name]: bytes('x') }))).toThrow(
        expect.objectContaining({ code: 'unsafe-path' }),
      )
    },
  )

  test('that grows beyond the limit is refused before it is unpacked', () => {
    const bomb = zipSync({ 'zeros.json': new Uint8Array(20_000_000) }, { level: 9 })
    expect(bomb.length).toBeLessThan(100_000)
    expect(() => readArchive(bomb, { files: 10, bytes: 1_000_000 })).toThrow(
      expect.objectContaining({ code: 'archive-too-large' }),
    )
  })

  test('that states a wrong size cannot write more than it stated', () => {
    const zip = zipSync({ 'zeros.json': new Uint8Array(1_000_000) }, { level: 9 })
    const view = new DataView(zip.buffer, zip.byteOffset)
    // The size is in the local header and, decisively, in the central directory at the end.
    for (let at = 0; at + 4 < zip.length; at++) if (view.getUint32(at, true) === 1_000_000) view.setUint32(at, 10, true)
    const content = (() => {
      try {
        return readArchive(zip).get('zeros.json')
      } catch {
        return undefined
      }
    })()
    expect(content?.length ?? 0).toBeLessThanOrEqual(10)
  })

  test('with too many files, or that is not an archive, is rejected with a code', () => {
    const many = zipSync(Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`${n}.txt`, bytes('x')])))
    expect(() => readArchive(many, { files: 10, bytes: 1e6 })).toThrow(
      expect.objectContaining({ code: 'archive-too-large' }),
    )
    expect(() => readArchive(bytes('PK\u0003\u0004 and no more'))).toThrow(
      expect.objectContaining({ code: 'archive-broken' }),
    )
  })
})
