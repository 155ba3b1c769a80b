import { describe, expect, it } from 'vitest'
import { type FileRecord, putFile, toFile } from './device-database.ts'

const photo = new File(['pixels'], 'party.jpg', { type: 'image/jpeg', lastModified: 1_700_000_000_000 })

describe('a file in IndexedDB', () => {
  it('is stored as it is where the browser can', async () => {
    const stored: FileRecord[] = []
    expect(await putFile(photo, async (record) => Boolean(stored.push(record)))).toBe(true)
    expect(stored).toEqual([photo])
    expect(toFile(stored[0] as FileRecord)).toBe(photo)
  })

  it('is stored as bytes where the browser stores no files, and read back the same', async () => {
    const stored: FileRecord[] = []
    const refusingFiles = async (record: FileRecord) => !(record instanceof File) && Boolean(stored.push(record))
    expect(await putFile(photo, refusingFiles)).toBe(true)
    const back = toFile(stored[0] as FileRecord)
    expect([back.name, back.type, back.lastModified]).toEqual([photo.name, photo.type, photo.lastModified])
    expect(await back.text()).toBe('pixels')
  })

  it('is reported as not stored where the browser stores nothing', async () => {
    expect(await putFile(photo, async () => false)).toBe(false)
  })
})
