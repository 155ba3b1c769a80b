import { describe, expect, it } from 'vitest'
import { createMemoryFile } from './memory-file.ts'

describe('a video in memory', () => {
  it('is what was written, at any offset and of any length', async () => {
    const file = createMemoryFile()
    const writer = file.writable.getWriter()
    const far = 9 * 1024 * 1024
    await writer.write({ type: 'write', data: Uint8Array.of(1, 2, 3), position: 0 })
    await writer.write({ type: 'write', data: Uint8Array.of(7), position: far })
    await writer.write({ type: 'write', data: Uint8Array.of(9), position: 1 })
    await writer.close()
    const bytes = new Uint8Array(await file.read().arrayBuffer())
    expect(bytes.length).toBe(far + 1)
    expect([bytes[0], bytes[1], bytes[2], bytes[3], bytes[far]]).toEqual([1, 9, 3, 0, 7])
  })
})
