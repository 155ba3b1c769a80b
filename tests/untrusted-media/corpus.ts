// Small, reproducible files of every kind that customers and designers may send, to be broken by the tests.
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import sharp from 'sharp'
import { writeTone, writeVideo, writeVoiceMemo } from '../../apps/server/testing/video.ts'
import { richAnimation } from '../../packages/after-effects/testing/animation.ts'
import { sampleDocument } from '../../packages/document/testing/sample.ts'
import { buildHeif, codeTile } from '../../packages/media/testing/heif.ts'

/** Where a file comes in: a customer's upload, an import package, or a document that a page sends. */
export type Entry = 'upload' | 'package' | 'document'

export interface Seed {
  readonly name: string
  readonly entry: Entry
  readonly bytes: Buffer
}

/** All seeds. `canary` is the path of a file that none of them may make a reader open. */
export async function makeCorpus(canary: string): Promise<Seed[]> {
  return [
    ...(await pictures()).map((seed) => ({ ...seed, entry: 'upload' as const })),
    ...(await recordings()).map((seed) => ({ ...seed, entry: 'upload' as const })),
    ...manifests(canary).map((seed) => ({ ...seed, entry: 'upload' as const })),
    ...(await packages(canary)).map((seed) => ({ ...seed, entry: 'package' as const })),
    { name: 'document.json', entry: 'document', bytes: toJson(sampleDocument) },
    { name: 'animation.json', entry: 'document', bytes: toJson(richAnimation()) },
  ]
}

type Named = { readonly name: string; readonly bytes: Buffer }

const toJson = (value: unknown) => Buffer.from(JSON.stringify(value))

async function pictures(): Promise<Named[]> {
  const size = { width: 96, height: 64 }
  const pixels = Buffer.from(Uint8Array.from({ length: size.width * size.height * 4 }, (_, i) => (i * 7919) % 251))
  const source = () => sharp(pixels, { raw: { ...size, channels: 4 } })
  const opaque = () => sharp(pixels, { raw: { ...size, channels: 4 } }).removeAlpha()
  const tile = await codeTile(64, 64, (x, y) => [(x * 3) & 255, (y * 5) & 255, (x * y) & 255])
  const picture = { width: 64, height: 64, tileWidth: 64, tileHeight: 64 }
  const { icc } = await sharp(await opaque().withIccProfile('p3').png().toBuffer()).metadata()
  const profile = icc ? { icc } : {}
  const grid = { ...picture, width: 120, height: 100, columns: 2, rows: 2, tiles: [tile, tile, tile, tile] }
  return [
    { name: 'photo.jpg', bytes: await opaque().jpeg().withMetadata({ orientation: 6 }).toBuffer() },
    { name: 'progressive.jpg', bytes: await opaque().jpeg({ progressive: true }).withIccProfile('p3').toBuffer() },
    { name: 'print.jpg', bytes: await opaque().toColourspace('cmyk').jpeg().toBuffer() },
    { name: 'glass.png', bytes: await source().png().toBuffer() },
    { name: 'deep.png', bytes: await opaque().toColourspace('rgb16').png({ progressive: true }).toBuffer() },
    { name: 'palette.png', bytes: await source().png({ palette: true }).toBuffer() },
    { name: 'photo.webp', bytes: await source().webp().toBuffer() },
    { name: 'exact.webp', bytes: await source().webp({ lossless: true }).withIccProfile('p3').toBuffer() },
    { name: 'still.gif', bytes: await source().gif().toBuffer() },
    { name: 'photo.avif', bytes: await source().avif({ effort: 0 }).toBuffer() },
    { name: 'single.heic', bytes: buildHeif({ ...picture, tiles: [tile], rotation: 1, mirror: 0, ...profile }) },
    { name: 'grid.heic', bytes: buildHeif({ ...grid, rotation: 3, crop: { width: 100, height: 80 } }) },
  ]
}

async function recordings(): Promise<Named[]> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-corpus-'))
  const read = async (name: string, write: (path: string) => Promise<void>) => {
    await write(join(folder, name))
    return { name, bytes: await readFile(join(folder, name)) }
  }
  const video = { width: 64, height: 48, fps: 10, seconds: 1 }
  const sound = { fromSeconds: 0, seconds: 1 }
  try {
    const videos = ['video.mp4', 'video.mov', 'video.mkv', 'video.avi', 'video.ts']
    return [
      ...(await Promise.all(videos.map((name) => read(name, (path) => writeVideo(path, { ...video, sound }))))),
      await read('late.mp4', (path) => writeVideo(path, video, false)),
      ...(await Promise.all(
        ['tone.wav', 'tone.mp3', 'tone.flac'].map((name) => read(name, (path) => writeTone(path, 1))),
      )),
      await read('memo.amr', (path) => writeVoiceMemo(path, 1)),
    ]
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Play lists and manifests that name the canary, alone and dressed up as something else. */
function manifests(canary: string): Named[] {
  const dash =
    '<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT5S"><Period><AdaptationSet ' +
    `mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>${canary}</BaseURL></Representation>` +
    '</AdaptationSet></Period></MPD>'
  const texts = {
    'dash.mpd': `<?xml version="1.0"?>${dash}`,
    'dash.mp4': `<!--ftypjp2  -->${dash}`,
    'list.m3u8': `#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\n${canary}\n#EXT-X-ENDLIST\n`,
    'list.ffconcat': `ffconcat version 1.0\nfile '${canary}'\n`,
    'session.sdp': `v=0\no=- 0 0 IN IP4 127.0.0.1\nc=IN IP4 127.0.0.1\nm=video 9 RTP/AVP 96\na=rtpmap:96 H264/90000\n`,
    'composition.xml': `<CompositionPlaylist xmlns="http://www.smpte-ra.org/schemas/2067-3/2016"><Id>${canary}</Id></CompositionPlaylist>`,
    'drawing.svg': `<svg xmlns="http://www.w3.org/2000/svg"><image href="file://${canary}" width="9" height="9"/></svg>`,
    'script.avs': `FFmpegSource2("${canary}")`,
    'list.vobsub': `# VobSub index file, v7\nid: en, index: 0\nfile: ${canary}\n`,
  }
  return Object.entries(texts).map(([name, text]) => ({ name, bytes: Buffer.from(text) }))
}

/** Archives, plain JSON and fonts, as in import packages. */
async function packages(canary: string): Promise<Named[]> {
  const animation = { ...(richAnimation() as Record<string, unknown>) }
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a03050' } })
    .png()
    .toBuffer()
  const font = findFont()
  const assets = [
    { id: 'p', w: 40, h: 30, u: 'images/', p: 'photo.png', e: 0 },
    { id: 'c', w: 9, h: 9, u: '', p: canary, e: 0 },
  ]
  const json = strToU8(JSON.stringify({ ...animation, assets }))
  const settings = strToU8(JSON.stringify({ name: 'Fuzz', plates: {}, readyMade: 'images/photo.png' }))
  const embedded = [{ id: 'e', w: 40, h: 30, u: '', e: 1, p: `data:image/png;base64,${picture.toString('base64')}` }]
  const lottie = { 'manifest.json': strToU8('{"animations":[{"id":"one"}]}'), 'animations/one.json': json }
  return [
    { name: 'package.zip', bytes: zip({ 'data.json': json, 'images/photo.png': picture, 'fonts/face.ttf': font }) },
    { name: 'sold.zip', bytes: zip({ 'template.json': settings, 'images/photo.png': picture }) },
    { name: 'leaving.zip', bytes: zip({ [`../../../..${canary}`]: json, 'data.json': json }) },
    { name: 'one.lottie', bytes: zip(lottie) },
    { name: 'bomb.zip', bytes: zip({ 'data.json': json, 'images/photo.png': new Uint8Array(8_000_000) }) },
    { name: 'embedded.json', bytes: toJson({ ...animation, assets: embedded }) },
    {
      name: 'record.json',
      bytes: toJson({ templateName: 'Old', templateLink: canary, comp: { width: 640, height: 360 } }),
    },
    { name: 'face.ttf', bytes: Buffer.from(font) },
  ]
}

const zip = (files: Record<string, Uint8Array>) =>
  Buffer.from(zipSync(files, { mtime: new Date('2026-01-01T00:00:00') }))

function findFont(): Uint8Array {
  const require = createRequire(import.meta.url)
  return readFileSync(require.resolve('@expo-google-fonts/poppins/400Regular/Poppins_400Regular.ttf'))
}
