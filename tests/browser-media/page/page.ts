// The browser's half of the tests of the video editor's media: puts what they call where they can reach it.

import { resolveDocument } from '@vitrine/project/resolve'
import { type OpenSource, openSource } from '../../../apps/web/app/editor/media/source.ts'
import { waveform } from '../../../apps/web/app/editor/media/waveform.ts'
import type { ExportProgress } from '../../../apps/web/app/editor/modes/timeline/export/export-contract.ts'
import { exportVideo, findExportProblem } from '../../../apps/web/app/editor/modes/timeline/export/export-video.ts'
import {
  createFrameSheet,
  readCanvas,
  videoColors,
  writeCanvas,
} from '../../../apps/web/app/editor/modes/timeline/export/fast-pixels.ts'
import { createEditingCopies } from '../../../apps/web/app/editor/modes/timeline/media/media-source-cache.ts'
import {
  computePlaneLayout,
  openPlaneMemory,
  planesBytes,
  reservePlanes,
} from '../../../apps/web/app/editor/modes/timeline/media/plane-memory.ts'
import { findSound } from '../../../apps/web/app/editor/modes/timeline/media/sound-reader.ts'
import { thumbnails } from '../../../apps/web/app/editor/modes/timeline/media/thumbnails.ts'
import { openVideoReader } from '../../../apps/web/app/editor/modes/timeline/media/video-reader.ts'
import { createLocalFiles } from '../../../apps/web/app/editor/project/local-file-store.ts'
import { makeSmallVideo } from '../../../apps/web/app/features/template/small-video.ts'
import { fetchFile, stage } from './stage.ts'

const pickFacts = ({ tracks: _tracks, origin: _origin, close: _close, ...facts }: OpenSource) => facts

/** Mean Y-like brightness and colour of spots of the picture at a time: shares of width and height. */
async function lookAt(name: string, times: readonly number[], places: readonly (readonly [number, number])[]) {
  const source = await openSource(await fetchFile(name))
  const reader = openVideoReader(source)
  const canvas = new OffscreenCanvas(source.width, source.height)
  const context = canvas.getContext('2d', { willReadFrequently: true }) as OffscreenCanvasRenderingContext2D
  const seen: number[][][] = []
  for (const seconds of times) {
    const sample = await reader.readAt(seconds)
    sample?.draw(context, 0, 0, source.width, source.height)
    seen.push(
      places.map(([x, y]) => [
        ...context.getImageData(Math.floor(x * source.width), Math.floor(y * source.height), 1, 1).data.subarray(0, 3),
      ]),
    )
  }
  reader.close()
  source.close()
  return seen
}

async function readSound(name: string, fromSample: number, count: number) {
  const source = await openSource(await fetchFile(name))
  const reader = await findSound(source)?.open(fromSample)
  const sound = { left: new Float32Array(count), right: new Float32Array(count) }
  const got = (await reader?.read(sound, 0, count)) ?? 0
  reader?.close()
  source.close()
  return { got, left: [...sound.left.subarray(0, got)], right: [...sound.right.subarray(0, got)] }
}

interface AskedVideo {
  document: Parameters<typeof resolveDocument>[0]
  /** Names of files by asset id. Those in `streamed` are read from their address, the others are chosen files. */
  files: Record<string, string>
  streamed?: readonly string[]
  size: { width: number; height: number }
  watermark?: string
  saveAs: string
}

/** Exports a video and sends it back to the test. */
async function renderVideo(asked: AskedVideo, onFrames?: () => void) {
  const files: Record<string, Blob | string> = {}
  for (const [assetId, name] of Object.entries(asked.files)) {
    files[assetId] = asked.streamed?.includes(assetId) ? `/file/${name}` : await fetchFile(name)
  }
  const order = {
    document: resolveDocument(asked.document, {}),
    files,
    fonts: new Map(),
    size: asked.size,
    watermark: asked.watermark,
    fileName: asked.saveAs,
  }
  const problem = await findExportProblem(order)
  if (problem) return { problem }
  const percents: number[] = []
  const onProgress = ({ percent, framesDone }: ExportProgress) => {
    percents.push(percent)
    if (framesDone > 0) onFrames?.()
  }
  const video = await exportVideo({ ...order, onProgress })
  await fetch(`/video/${asked.saveAs}`, { method: 'POST', body: video.file })
  const { discard, file, ...facts } = video
  await discard()
  return { ...facts, fileName: file.name, sizeBytes: file.size, percents }
}

/**
 * Exports a video while the page is hidden as thoroughly as a browser hides one: nothing is painted and no timer comes. Tells
 * what it holds meanwhile, which keeps browsers from freezing it.
 */
async function makeVideoHidden(asked: AskedVideo) {
  const clocks = ['setTimeout', 'setInterval', 'requestAnimationFrame', 'requestIdleCallback'] as const
  const before = clocks.map((name) => window[name])
  for (const name of clocks) Object.assign(window, { [name]: () => 0 })
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
  let locks: string[] = []
  try {
    const made = await renderVideo(asked, async () => {
      const { held = [] } = await navigator.locks.query()
      locks = held.map(({ name = '' }) => name)
    })
    return { made, locks }
  } finally {
    for (const [n, name] of clocks.entries()) Object.assign(window, { [name]: before[n] })
    Reflect.deleteProperty(document, 'visibilityState')
  }
}

/** How far the quick ways between pictures, canvases and memory are from the plain ones, in steps of a colour. */
async function compareWays(name: string, seconds: readonly number[]) {
  const source = await openSource(await fetchFile(name))
  const reader = openVideoReader(source)
  const canvas = new OffscreenCanvas(source.width / 2, source.height / 2)
  const context = canvas.getContext('2d', {
    alpha: false,
    willReadFrequently: true,
  }) as OffscreenCanvasRenderingContext2D
  context.imageSmoothingQuality = 'medium'
  const sheet = createFrameSheet()
  const pixels = new Uint8ClampedArray(canvas.width * canvas.height * 4)
  let [most, shown] = [0, 0]
  for (const at of seconds) {
    const sample = await reader.readAt(at)
    if (!sample) continue
    await sheet.show(sample)
    const quick = sheet.find(sample)
    context.drawImage(sample.toCanvasImageSource(), 0, 0, canvas.width, canvas.height)
    const plain = context.getImageData(0, 0, canvas.width, canvas.height).data
    if (quick) context.drawImage(quick, 0, 0, canvas.width, canvas.height)
    if (quick) shown += 1
    await readCanvas(context, pixels)
    for (let n = 0; n < plain.length; n++) most = Math.max(most, Math.abs((plain[n] ?? 0) - (pixels[n] ?? 0)))
  }
  reader.close()
  source.close()
  return { most, shown }
}

/** Names in the folder of this site's own storage. */
async function listStored(folderName: string): Promise<string[]> {
  const root = await navigator.storage.getDirectory()
  const folder = await root.getDirectoryHandle(folderName, { create: true })
  const names: string[] = []
  const { keys } = folder as FileSystemDirectoryHandle & { keys: () => AsyncIterable<string> }
  for await (const name of keys.call(folder)) names.push(name)
  return names
}

/** Starts an export, cancels it when the first frames are drawn, and returns what is left of it. */
async function giveUpVideo({ document, files: names, size }: AskedVideo) {
  const files: Record<string, Blob> = {}
  for (const [assetId, name] of Object.entries(names)) files[assetId] = await fetchFile(name)
  const stop = new AbortController()
  const order = { document: resolveDocument(document, {}), files, fonts: new Map(), size, watermark: undefined }
  const result = await exportVideo({
    ...order,
    fileName: 'never.mp4',
    signal: stop.signal,
    onProgress: ({ framesDone }) => framesDone > 0 && stop.abort(),
  }).then(
    () => 'made',
    (error: Error) => error.name,
  )
  const locks = await navigator.locks.query()
  return { result, left: await listStored('videos'), locks: locks.held?.length }
}

async function smallPictures(name: string, times: readonly number[], height: number) {
  const source = await openSource(await fetchFile(name))
  const seen: { seconds: number; width: number; height: number; color: number[] }[] = []
  const canvas = new OffscreenCanvas(1, 1)
  const context = canvas.getContext('2d', { willReadFrequently: true }) as OffscreenCanvasRenderingContext2D
  for await (const { seconds, picture } of thumbnails(source, times, height)) {
    context.drawImage(picture, 0, 0, 1, 1)
    const color = [...context.getImageData(0, 0, 1, 1).data.subarray(0, 3)]
    seen.push({ seconds, width: picture.width, height: picture.height, color })
  }
  source.close()
  return seen
}

async function loudness(name: string, samplesPerSecond: number) {
  const source = await openSource(await fetchFile(name))
  const { peaks } = await waveform(source, samplesPerSecond)
  source.close()
  return [...peaks]
}

async function copyVideo(name: string) {
  const source = await openSource(await fetchFile(name))
  const percents: number[] = []
  const settings = { signal: new AbortController().signal, onPercent: (percent: number) => percents.push(percent) }
  const copies = createEditingCopies()
  const file = await copies.make(source, settings)
  const again = await copies.make(source, settings)
  if (file) await fetch(`/video/copy-${name}`, { method: 'POST', body: file })
  const facts = file && pickFacts(await openSource(file))
  source.close()
  return { facts, percents: percents.length, isFoundAgain: again?.size === file?.size }
}

async function keepFile(name: string, localId: `u_${string}`) {
  return createLocalFiles().keep({ localId, projectId: 'project', kind: 'video' }, await fetchFile(name))
}

async function findFiles(localId: `u_${string}`) {
  const files = createLocalFiles()
  const restored = await files.restore(localId)
  const facts = restored.status === 'ready' ? pickFacts(await openSource(restored.file)) : undefined
  return { status: restored.status, facts, list: await files.list(({ projectId }) => projectId === 'project') }
}

/** Seconds that the browser's encoder alone takes for so many frames of a video, whose pictures lie ready in memory. */
async function encodeAlone(name: string, size: { width: number; height: number }, frameCount: number) {
  const source = await openSource(await fetchFile(name))
  const reader = openVideoReader(source)
  const canvas = new OffscreenCanvas(size.width, size.height)
  const context = canvas.getContext('2d', {
    alpha: false,
    willReadFrequently: true,
  }) as OffscreenCanvasRenderingContext2D
  const memory = await openPlaneMemory()
  const planes = reservePlanes(memory, 'frame', size.width, size.height)
  const ready: Uint8Array[] = []
  for (let n = 0; n < 60; n++) {
    const sample = await reader.readAt(n / 30)
    sample?.draw(context, 0, 0, size.width, size.height)
    await writeCanvas(memory, context, planes)
    ready.push(new Uint8Array(memory.view(planes.luma, planesBytes(planes))))
  }
  reader.close()
  source.close()
  const encoder = new VideoEncoder({ output: () => undefined, error: (error) => console.error(error.message) })
  encoder.configure({ codec: 'avc1.640028', ...size, framerate: 30, bitrate: 0.2 * size.width * size.height * 30 })
  const began = performance.now()
  for (let n = 0; n < frameCount; n++) {
    // There and back, so that no two frames in a row differ more than the video's own.
    const turn = n % (2 * ready.length - 2)
    const planar = ready[turn < ready.length ? turn : 2 * ready.length - 2 - turn] as Uint8Array<ArrayBuffer>
    const frame = new VideoFrame(planar, {
      format: 'I420',
      codedWidth: size.width,
      codedHeight: size.height,
      layout: computePlaneLayout(planes),
      timestamp: Math.round((n * 1e6) / 30),
      colorSpace: videoColors,
    })
    encoder.encode(frame, { keyFrame: n % 60 === 0 })
    frame.close()
    while (encoder.encodeQueueSize > 4)
      await new Promise((resolve) => encoder.addEventListener('dequeue', resolve, { once: true }))
  }
  await encoder.flush()
  encoder.close()
  return (performance.now() - began) / 1000
}

/** Seconds that the browser's decoder alone takes for so many pictures of a video in a row. */
async function decodeAlone(name: string, pictureCount: number) {
  const source = await openSource(await fetchFile(name))
  const reader = openVideoReader(source)
  const began = performance.now()
  for (let n = 0; n < pictureCount; n++) await reader.readAt(n / 30)
  const seconds = (performance.now() - began) / 1000
  reader.close()
  source.close()
  return seconds
}

/** Makes a video smaller, sends it back to the test and answers its bytes. */
async function shrinkVideo(name: string, maxBytes: number, saveAs: string) {
  const percents: number[] = []
  const made = await makeSmallVideo(await fetchFile(name), maxBytes, (percent) => percents.push(percent), stay)
  await fetch(`/video/${saveAs}`, { method: 'POST', body: made })
  return { sizeBytes: made.size, percents }
}

const stay = new AbortController().signal

const page = {
  shrinkVideo,
  encodeAlone,
  decodeAlone,
  openFacts: async (name: string) => pickFacts(await openSource(await fetchFile(name))),
  lookAt,
  readSound,
  renderVideo: (asked: AskedVideo) => renderVideo(asked),
  makeVideoHidden,
  compareWays,
  giveUpVideo,
  listStored,
  smallPictures,
  loudness,
  copyVideo,
  keepFile,
  findFiles,
  forgetFile: (localId: `u_${string}`) => createLocalFiles().forget(localId),
  ...stage,
}

export type MediaPage = typeof page

Object.assign(globalThis, { media: page })
