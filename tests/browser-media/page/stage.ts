// A preview of the video editor without its page: painter, player, pictures and sound, put together as the editor does.
import { framesPerSecond, type TemplateDocument } from '@vitrine/document/document'
import { createPainter, type Painter } from '@vitrine/painter/painter'
import { loadShaper } from '@vitrine/painter/shaper'
import { resolveDocument } from '@vitrine/project/resolve'
import type { TimelinePictures, TimelineSoundtrack } from '../../../apps/web/app/editor/media/media-contract.ts'
import {
  createMediaSourceCache,
  type OpenMediaSourceCache,
} from '../../../apps/web/app/editor/modes/timeline/media/media-source-cache.ts'
import { createTimelinePictures } from '../../../apps/web/app/editor/modes/timeline/media/timeline-pictures.ts'
import { createTimelineSoundtrack } from '../../../apps/web/app/editor/modes/timeline/media/timeline-soundtrack.ts'
import { browserHost } from '../../../apps/web/app/editor/preview/painting.ts'
import { createPlayer, type Player } from '../../../apps/web/app/editor/preview/player.ts'
import { createAssetLibrary } from '../../../apps/web/app/editor/project/asset-library.ts'

/** A file of the test as the customer would choose it. */
export async function fetchFile(name: string): Promise<File> {
  const response = await fetch(`/file/${name}`)
  return new File([await response.blob()], name, { type: response.headers.get('content-type') ?? '', lastModified: 1 })
}

interface Preview {
  canvas: HTMLCanvasElement
  player: Player
  painter: Painter
  pictures: TimelinePictures
  soundtrack: TimelineSoundtrack
  sourceCache: OpenMediaSourceCache
}

let open: Preview | undefined

const present = (): Preview => {
  if (!open) throw new Error('No preview is open')
  return open
}

/** What the coded bars of the picture say: a bar brighter than the middle is a one, the first counts least. */
function readCode(canvas: HTMLCanvasElement): number {
  const context = canvas.getContext('2d') as CanvasRenderingContext2D
  let code = 0
  for (let bit = 0; bit < 10; bit++) {
    const [red = 0] = context.getImageData(Math.floor((canvas.width * (bit + 0.5)) / 10), canvas.height / 2, 1, 1).data
    if (red > 128) code += 2 ** bit
  }
  return code
}

/** @param asked `shown` is the size in which the stage shows the video; its own, and pixels that are quickly read, unless given */
async function openPreview(asked: {
  document: TemplateDocument
  files: Record<string, string>
  shown?: { width: number; height: number }
}) {
  const library = createAssetLibrary({}, {}, [])
  for (const [assetId, name] of Object.entries(asked.files)) {
    const file = await fetchFile(name)
    const kind = file.type.split('/')[0] as 'image' | 'video' | 'audio'
    const unknown = { width: undefined, height: undefined, durationSeconds: undefined, url: undefined }
    library.put({ assetId: assetId as never, kind, fileName: name, file, ...unknown })
  }
  const document = resolveDocument(asked.document, {})
  const canvas = window.document.createElement('canvas')
  const { width, height } = asked.shown ?? document.canvas
  Object.assign(canvas, { width, height })
  window.document.body.append(canvas)
  const context = canvas.getContext('2d', {
    alpha: false,
    willReadFrequently: !asked.shown,
  }) as CanvasRenderingContext2D
  const sourceCache = createMediaSourceCache({ library })
  const pictures = createTimelinePictures({
    sourceCache,
    onArrived: () => player.invalidate(),
    onFailed: () => undefined,
  })
  const painter = createPainter({ document, host: browserHost, shaper: await loadShaper(), fonts: new Map(), pictures })
  const fps = framesPerSecond(document.canvas.fps)
  const player = createPlayer({
    durationFrames: document.canvas.duration,
    framesPerSecond: fps,
    paint: (frame) => painter.drawFrame(context, frame, { scale: width / painter.width }),
  })
  pictures.setVideos(painter.videos, { framesPerSecond: fps, frames: document.canvas.duration })
  player.onTransport(() => pictures.setPlaying(player.getTransport().isPlaying))
  player.onFrame((frame) => pictures.lookAhead(frame, player.getTransport().isPlaying))
  const soundtrack = createTimelineSoundtrack(player, sourceCache)
  soundtrack.setDocument(document)
  player.setLooping(false)
  // Of a file that is not open yet nothing is drawn, and nothing is waited for.
  await Promise.all(Object.keys(asked.files).map((assetId) => sourceCache.open(assetId)))
  open = { canvas, player, painter, pictures, soundtrack, sourceCache }
}

const nextFrame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()))

/** Seeks to frames one after the other and returns what is shown when all has loaded. */
async function seekAll(frames: readonly number[]): Promise<number[]> {
  const { player, pictures, canvas } = present()
  const seen: number[] = []
  for (const frame of frames) {
    player.seek(frame)
    // Painted once to request what it needs, and again when that has arrived.
    await nextFrame()
    await nextFrame()
    await pictures.whenExact()
    player.invalidate()
    await nextFrame()
    await nextFrame()
    seen.push(readCode(canvas))
  }
  return seen
}

/**
 * Plays from a frame for some seconds and returns, for each painted frame, what was shown. Plays again where the machine was too
 * busy to begin the sound and show some frames in that time.
 */
async function playOn(from: number, seconds: number) {
  const { player, pictures, canvas, soundtrack } = present()
  const shown: [number, number][] = []
  const offsets: number[] = []
  let maxPictures = 0
  let maxBytes = 0
  const note = (frame: number) => {
    shown.push([frame, readCode(canvas)])
    const offset = soundtrack.findOffset()
    if (offset !== undefined) offsets.push(offset)
    const held = pictures.getHeld()
    maxPictures = Math.max(maxPictures, held.pictures)
    maxBytes = Math.max(maxBytes, held.bytes)
  }
  while (shown.length < 10 || offsets.length < 4) {
    await seekAll([from])
    const end = player.onFrame(note)
    player.play(1)
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    player.pause()
    end()
  }
  return { shown, offsets, maxPictures, maxBytes }
}

/** Plays from the start and counts the frames that were shown, how often they were painted, and pictures that came late for theirs. */
async function countFrames(seconds: number) {
  const { player, painter, pictures } = present()
  player.seek(0)
  await nextFrame()
  await nextFrame()
  await pictures.whenExact()
  const frames = new Set<number>()
  let paintings = 0
  /** Seconds by which the picture of each video was older than its frame, and by which its file begins after 0. */
  const ages: number[] = []
  const end = player.onFrame((frame) => {
    paintings += 1
    frames.add(frame)
    for (const request of painter.videos(frame)) {
      const { stamp } = pictures.video?.(request.assetId, request.seconds, request.layerId) ?? {}
      ages.push(request.seconds - Number.parseFloat(`${stamp}`))
    }
  })
  player.play(1)
  const began = performance.now()
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  const took = (performance.now() - began) / 1000
  player.pause()
  end()
  // A picture of a video with 30 of them a second is shown for this long; half of one is for rounding.
  const least = Math.min(...ages.filter(Number.isFinite))
  const late = ages.filter((age) => !(age < least + 1.5 / 30)).length
  return { framesPerSecond: frames.size / took, paintingsPerSecond: paintings / took, lateShare: late / ages.length }
}

function closePreview(): void {
  const { player, pictures, soundtrack, sourceCache, canvas } = present()
  player.stop()
  soundtrack.stop()
  pictures.stop()
  sourceCache.stop()
  canvas.remove()
  open = undefined
}

export const stage = { openPreview, seekAll, playOn, countFrames, closePreview }
