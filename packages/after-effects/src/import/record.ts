// The store's older template records: a video with a green screen, pictures over it, and a size. The customer's photo or video
// is at the bottom, the keyed alpha video above it, the overlay on top.

import { isRecord } from '@vitrine/document/check'
import { cleanse, numberOr, textOr } from '@vitrine/document/cleanse'
import { framesPerSecond } from '@vitrine/document/document'
import { FieldCollector } from '@vitrine/document/field-collector'
import type { Lint } from '@vitrine/document/lint'
import { isAnimation } from '../bodymovin/animation.ts'
import { describeFile, type FileFacts, findFile, type ImportFiles, readFileName } from '../source/files.ts'

const KEYS = [
  'comp',
  'templateJson',
  'templateLink',
  'OverlayPNG',
  'templateOverlay',
  'overlayImg',
  'greenScreenLayout',
  'greenScreenDimensions',
]
const OVERLAYS = ['OverlayPNG', 'templateOverlay', 'overlayImg']
const DEFAULT_SIZE = { width: 1920, height: 1080 }
const DEFAULT_FPS = 30
const MAX_SIDE = 4096

/** Whether JSON is such a record, or only the size of a composition. */
export function isTemplateRecord(json: Record<string, unknown>): boolean {
  return KEYS.some((key) => key in json) || (typeof json.w === 'number' && typeof json.h === 'number')
}

/** The name of a record's video with a green screen, which must be keyed before the import. */
export function findScreenVideo(json: unknown): string | undefined {
  if (!isRecord(json) || !isTemplateRecord(json)) return undefined
  const isStated = ['greenScreenLayout', 'greenScreenDimensions'].some(
    (key) => textOr(json[key], '').trim() !== '' || isRecord(json[key]),
  )
  const read = readFileName('', json.templateLink)
  return isStated && 'path' in read ? read.path : undefined
}

/** The document of a record, or the animation that its JSON contains. */
export function convertRecord(
  json: Record<string, unknown>,
  files: ImportFiles,
  options: { id: string; name: string },
  lint: Lint,
): { document?: unknown; animation?: Record<string, unknown> } {
  const composition = readComposition(json, lint)
  if (composition && isAnimation(composition)) return { animation: composition }
  const video = findFileAt(json, 'templateLink', files, lint)
  const overlays = OVERLAYS.flatMap((key) => {
    const file = findFileAt(json, key, files, lint)
    if (!file || file.kind === 'image') return file ? [file] : []
    lint.error('file-kind', key, 'An overlay is a picture')
    return []
  })
  const canvas = readSize(composition, video, overlays[0])
  if (!composition && json.templateJson !== undefined)
    lint.warn('canvas-size', 'templateJson', 'The JSON cannot be read; {width}x{height} is taken', canvas)
  const isVideo = video?.kind === 'plate' || video?.kind === 'video'
  const fps = video?.kind === 'plate' ? video.fps : DEFAULT_FPS
  const rate = framesPerSecond(fps)
  const seconds = video?.kind === 'plate' ? video.frames / rate : video?.kind === 'video' ? video.seconds : 0
  const duration = isVideo ? Math.min(36_000, Math.max(1, Math.round(seconds * rate))) : 1
  const fields = new FieldCollector()
  const time = { in: 0, out: duration }
  const layers = [
    ...overlays.map((overlay, n) => ({
      id: `overlay-${n + 1}`,
      name: 'Overlay',
      type: 'image',
      ...time,
      asset: overlay.id,
      box: [0, 0, canvas.width, canvas.height],
      fit: 'fill',
      locks: ['all'],
      alwaysOnTop: true,
    })),
    ...(video?.kind === 'plate'
      ? [
          {
            id: 'plate',
            name: 'Template',
            type: 'plate',
            ...time,
            asset: video.id,
            box: [0, 0, canvas.width, canvas.height],
            locks: ['all'],
          },
        ]
      : []),
    mediaLayer(json, canvas, time, fields, isVideo),
    ...(video?.kind === 'video'
      ? [
          {
            id: 'video',
            name: 'Template',
            type: 'media',
            ...time,
            source: video.id,
            box: [0, 0, canvas.width, canvas.height],
            locks: ['all'],
          },
        ]
      : []),
  ]
  if (video?.kind === 'video')
    lint.warn(
      'covered-by-plate',
      'templateLink',
      'The video has no green screen, so it lies below the customer’s picture',
    )
  return {
    document: {
      tdoc: 1,
      id: options.id,
      name: options.name.slice(0, 200),
      canvas: { ...canvas, fps, duration, background: '#000000' },
      fields: fields.fields,
      fonts: [],
      assets: Object.fromEntries([video, ...overlays].flatMap((file) => (file ? [[file.id, describeFile(file)]] : []))),
      layers,
      origin: { tool: 'record', videoLayout: textOr(json.videoLayout, '16:9'), greenScreenLayout: readLayout(json) },
    },
  }
}

/** The content of `templateJson`, or the record itself when it is the JSON. */
function readComposition(json: Record<string, unknown>, lint: Lint): Record<string, unknown> | undefined {
  const composition = json.templateJson
  if (isRecord(composition)) return composition
  if (typeof composition !== 'string') return 'comp' in json || 'w' in json ? json : undefined
  try {
    const parsed = cleanse(JSON.parse(composition), lint)
    return isRecord(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}

function readSize(
  composition: Record<string, unknown> | undefined,
  video: FileFacts | undefined,
  overlay: FileFacts | undefined,
): { width: number; height: number } {
  const comp = isRecord(composition?.comp) ? composition.comp : {}
  const picture = video && 'width' in video ? video : overlay && 'width' in overlay ? overlay : DEFAULT_SIZE
  const rest = composition ? DEFAULT_SIZE : picture
  const side = (value: unknown, fallback: number) => {
    const length = Math.round(numberOr(value, fallback))
    return length >= 16 && length <= MAX_SIDE ? length : Math.min(MAX_SIDE, Math.max(16, fallback))
  }
  return {
    width: side(comp.width ?? composition?.w, rest.width),
    height: side(comp.height ?? composition?.h, rest.height),
  }
}

function findFileAt(json: Record<string, unknown>, key: string, files: ImportFiles, lint: Lint): FileFacts | undefined {
  const name = textOr(json[key], '')
  if (name === '') return undefined
  const read = readFileName('', name)
  if ('refused' in read) {
    lint.error(
      read.refused,
      key,
      read.refused === 'remote-file'
        ? 'Files at addresses are refused; put the file beside the record'
        : 'This file name is refused',
    )
    return undefined
  }
  const file = findFile(files, read.path)
  if (!file) lint.error('file-missing', key, 'The file "{file}" is not there', { file: read.path.slice(0, 120) })
  return file
}

function mediaLayer(
  json: Record<string, unknown>,
  canvas: { width: number; height: number },
  time: { in: number; out: number },
  fields: FieldCollector,
  isVideo: boolean,
): Record<string, unknown> {
  const box = mediaBox(json, canvas)
  const placeholder = isVideo
    ? ({ kind: 'media', label: 'Your photo or video', required: true, unknown: [] } as const)
    : ({ kind: 'photo', label: 'Your photo', required: true, unknown: [] } as const)
  const field = fields.media(placeholder, [box[2], box[3]], undefined)
  return { id: 'media', name: placeholder.label, type: 'media', ...time, source: { $field: field }, box, fit: 'cover' }
}

/** The box of the customer's picture: the specified size in the centre, otherwise the largest box of the specified shape. */
function mediaBox(
  json: Record<string, unknown>,
  { width, height }: { width: number; height: number },
): [number, number, number, number] {
  const dimensions = json.greenScreenDimensions
  const numbers = isRecord(dimensions)
    ? [dimensions.x, dimensions.y, dimensions.width ?? dimensions.w, dimensions.height ?? dimensions.h]
    : (textOr(dimensions, '').match(/\d+(?:\.\d+)?/g) ?? []).map(Number)
  const [x, y, w, h] = numbers.length === 4 ? numbers : [undefined, undefined, ...numbers]
  const isUsable = (one: unknown): one is number => typeof one === 'number' && one >= 1 && one <= 1e5
  if (isUsable(w) && isUsable(h)) return [numberOr(x, (width - w) / 2), numberOr(y, (height - h) / 2), w, h]
  const shape = /^(\d{1,4})\s*[:x]\s*(\d{1,4})$/.exec(readLayout(json))
  const ratio = shape ? Number(shape[1]) / Number(shape[2]) : width / height
  if (!(ratio > 0.05 && ratio < 20)) return [0, 0, width, height]
  const [boxWidth, boxHeight] = ratio > width / height ? [width, width / ratio] : [height * ratio, height]
  return [(width - boxWidth) / 2, (height - boxHeight) / 2, boxWidth, boxHeight]
}

function readLayout(json: Record<string, unknown>): string {
  return textOr(json.greenScreenLayout, '').trim() || textOr(json.videoLayout, '').trim() || '16:9'
}
