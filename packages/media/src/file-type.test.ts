import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { detectBytes, detectFile } from './file-type.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-type-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function detectKind(content: string | Buffer): Promise<string> {
  const path = join(folder, 'upload')
  writeFileSync(path, content)
  const [onDisk, inMemory] = [await detectFile(path), await detectBytes(Buffer.from(content))]
  expect(onDisk).toEqual(inMemory)
  return onDisk.kind === 'unknown'
    ? 'unknown'
    : `${onDisk.contentType}${'container' in onDisk ? ` ${onDisk.container}` : ''}`
}

const box = (name: string, content = Buffer.alloc(0)) => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + content.length)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, content])
}
const ftyp = box('ftyp', Buffer.from('isom\0\0\x02\0isomiso2'))

test('a recording is detected by the whole header of its container', async () => {
  expect(await detectKind(Buffer.concat([ftyp, box('moov')]))).toBe('video/mp4 mp4')
  expect(await detectKind(Buffer.concat([box('wide'), box('mdat'), box('moov')]))).toBe('video/quicktime mp4')
  expect(await detectKind(`RIFF\x24\0\0\0WAVEfmt ${'\0'.repeat(30)}`)).toBe('audio/wav wav')
  expect(await detectKind(`#!AMR\n${'\x3c'.repeat(32)}`)).toBe('audio/amr amr')
})

const manifest = '<MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><Period><BaseURL>/etc/passwd</BaseURL></Period></MPD>'

test.each([
  ['a DASH manifest after the brand of an MP4', `<!--ftypjp2  -->${manifest}`],
  ['a DASH manifest in a comment as long as a box', `<!--ftypmp42-->\n${manifest}${' '.repeat(4000)}`],
  ['a DASH manifest', manifest],
  ['an HLS play list', '#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n/etc/passwd\n'],
  ['an HLS play list after the brand of an MP4', '#EXTftypisom\n#EXTM3U\n/etc/passwd\n'],
  ['a list to join', 'ffconcat version 1.0\nfile /etc/passwd\n'],
  ['an IMF composition', '<?xml version="1.0"?><CompositionPlaylist xmlns="http://www.smpte-ra.org/"/>'],
  ['a session description', 'v=0\no=- 0 0 IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\n'],
  ['a vector graphic', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['words', 'ftyp'],
  ['nothing', ''],
])('%s is no recording and no picture', async (_, content) => {
  expect(await detectKind(content)).toBe('unknown')
})
