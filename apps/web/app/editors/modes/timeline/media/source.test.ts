import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSource } from './source.ts'

const video = await readFile(
  join(import.meta.dirname, '../../../../../../../samples/templates/nila-naming/preview.mp4'),
)

test('a video is described by its content', async () => {
  const source = await openSource(new Blob([video]), 'video')
  expect(source).toMatchObject({ kind: 'video', seconds: expect.closeTo(8, 1) })
  expect(source.problem).not.toBe('unreadable')
  source.close()
})

test('a video that was cut short is unreadable, however little is missing', async () => {
  for (const share of [0.5, 0.9, 0.99]) {
    const cut = new Blob([video.subarray(0, Math.round(video.length * share))])
    expect((await openSource(cut, 'video')).problem, `${share}`).toBe('unreadable')
  }
})

test('a playlist is rejected', async () => {
  const list = new Blob(['#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\nhttp://127.0.0.1:1/video.ts\n#EXT-X-ENDLIST\n'])
  expect((await openSource(list, 'video')).problem).toBe('unreadable')
})
