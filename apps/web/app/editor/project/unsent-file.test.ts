import type { Timeline } from '@vitrine/document/clip'
import { checkTimeline } from '@vitrine/document/clip'
import { describe, expect, it } from 'vitest'
import { createAssetLibrary, createLocalId } from './asset-library.ts'
import { localAsset } from './local-file-store.ts'
import { fileMark, noteAbsentFiles, withPicture, withUnsent } from './unsent-file.ts'

const document = {
  tdoc: 1 as const,
  id: 'video',
  name: 'Video',
  canvas: { width: 1920, height: 1080, fps: 30, duration: 90 },
  fields: [],
  fonts: [],
  assets: {},
  layers: [],
}
const [video, song] = [createLocalId(), createLocalId()]
const sent = 'u_019ab000-0000-7000-8000-000000000001' as const
const clip = (id: string, asset: string) => ({ id, asset, kind: 'video', frames: 30, startSeconds: 0 }) as const
const timeline: Timeline = {
  clips: [clip('own-a', video), clip('own-b', video), clip('own-c', sent)],
  sounds: [{ id: 'own-s', asset: song, at: 0, frames: 20, startSeconds: 0 }],
} as Timeline
const toFile = (name: string, bytes: Uint8Array<ArrayBuffer>) => new File([bytes], name)

function libraryOf() {
  const library = createAssetLibrary({}, {}, [])
  library.put({
    ...localAsset(video, toFile('beach.mp4', new Uint8Array(8)), 'video'),
    width: 1080,
    height: 1920,
    durationSeconds: 12.5,
    mark: '8-0123456789abcdef',
  })
  library.put({ ...localAsset(song, toFile('song.mp3', new Uint8Array(4)), 'audio'), durationSeconds: 60 })
  return library
}

describe('the unsent files of a project', () => {
  it('are listed once each, in a form that the server accepts, and stay unchanged', () => {
    const recorded = withUnsent(timeline, libraryOf())
    expect(recorded.unsent).toEqual([
      {
        asset: video,
        kind: 'video',
        name: 'beach.mp4',
        width: 1080,
        height: 1920,
        seconds: 12.5,
        mark: '8-0123456789abcdef',
      },
      { asset: song, kind: 'audio', name: 'song.mp3', seconds: 60 },
    ])
    expect(checkTimeline(document, recorded)).toEqual([])
    expect(withUnsent(recorded, createAssetLibrary({}, {}, []))).toBe(recorded)
  })

  it('have thumbnails up to the limit of the project', () => {
    const content = { values: {}, difference: {}, aspect: null, timeline: withUnsent(timeline, libraryOf()) }
    const picture = `data:image/jpeg;base64,${'A'.repeat(900)}`
    const shown = withPicture(content, video, picture)
    expect(shown.timeline?.unsent?.[0]?.picture).toBe(picture)
    expect(checkTimeline(document, shown.timeline)).toEqual([])
    expect(withPicture(shown, video, 'data:other')).toBe(shown)
    expect(withPicture(content, sent, picture)).toBe(content)
    const large = withPicture(content, video, 'x'.repeat(99_990))
    expect(withPicture(large, song, picture)).toBe(large)
  })

  it('let another device ask for the files, also in older projects', () => {
    const library = createAssetLibrary({}, {}, [])
    const recorded = withUnsent(timeline, libraryOf())
    noteAbsentFiles(library, { values: {}, difference: {}, aspect: null, timeline: recorded })
    expect(library.find(video)).toMatchObject({
      fileName: 'beach.mp4',
      width: 1080,
      durationSeconds: 12.5,
      isElsewhere: true,
      file: undefined,
    })
    const older = createAssetLibrary({}, {}, [])
    noteAbsentFiles(older, { values: {}, difference: {}, aspect: null, timeline })
    expect(older.find(song)).toMatchObject({ kind: 'audio', fileName: undefined })
    expect(older.find(song)?.isElsewhere).toBeUndefined()
    const here = libraryOf()
    noteAbsentFiles(here, { values: {}, difference: {}, aspect: null, timeline: recorded })
    expect(here.find(video)?.file).toBeDefined()
  })
})

describe('the fingerprint of a file', () => {
  it('is the same for the same bytes under any name, and another one for any other bytes', async () => {
    const bytes = Uint8Array.from({ length: 300_000 }, (_, n) => (n * 7919) % 251)
    const mark = await fileMark(toFile('a.mp4', bytes))
    expect(await fileMark(toFile('b.mov', bytes))).toBe(mark)
    for (const at of [0, 150_000, 299_999]) {
      const other = bytes.slice()
      other[at] = 255
      expect(await fileMark(toFile('a.mp4', other))).not.toBe(mark)
    }
    expect(await fileMark(toFile('a.mp4', bytes.slice(0, -1)))).not.toBe(mark)
    expect(await fileMark(toFile('empty', new Uint8Array(0)))).toMatch(/^0-/)
  })
})
