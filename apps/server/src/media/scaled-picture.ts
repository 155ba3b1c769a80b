// Smaller copies of public pictures: created on the first request, stored next to the original, and never larger than it.
import { pictureWidths } from '@vitrine/contract/picture-width'
import { makeSmallerCopy } from '@vitrine/media/picture'
import { getContentType, type Storage } from '@vitrine/providers/storage'
import { inOwnFolder } from './own-folder.ts'

const PICTURE_KEY = /^public\/([0-9a-f]{64})\.(webp|jpg|png)$/

export interface ScaledPictures {
  /**
   * The key of the copy that is `width` pixels wide. Returns the original's key when it is missing or not a picture, or the width
   * is not offered.
   */
  findKey(key: string, width: number): Promise<string>
}

export function createScaledPictures(storage: Storage): ScaledPictures {
  const making = new Map<string, Promise<string>>()
  // Sequential: the first visitor of a long list must not occupy the whole machine.
  let line: Promise<unknown> = Promise.resolve()

  const make = async (key: string, copyKey: string, width: number): Promise<string> => {
    if (await storage.exists(copyKey)) return copyKey
    if (!(await storage.exists(key))) return key
    const original = await storage.localFile(key)
    try {
      const file = { path: original.path, contentType: getContentType(key) }
      await inOwnFolder(async (folder) => {
        const copy = await makeSmallerCopy(file, width, { folder })
        await storage.put(copyKey, { file: copy }, { contentType: 'image/webp' })
      })
    } finally {
      await original.release()
    }
    return copyKey
  }

  return {
    async findKey(key, width) {
      const sha256 = PICTURE_KEY.exec(key)?.[1]
      if (sha256 === undefined || !pictureWidths.some((offered) => offered === width)) return key
      const copyKey = `public/${sha256}-w${width}.webp`
      const running = making.get(copyKey)
      if (running) return running
      const copy = line.then(() => make(key, copyKey, width)).finally(() => making.delete(copyKey))
      making.set(copyKey, copy)
      line = copy.catch(() => undefined)
      return copy
    },
  }
}
