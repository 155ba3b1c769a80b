// Opens a composition for drawing on the server: the painter with its fonts and pictures and, for whole frames, one canvas.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { type Canvas, createCanvas, loadImage } from '@napi-rs/canvas'
import type { Timeline } from '@vitrine/document/clip'
import type { ResolvedDocument, TemplateDocument } from '@vitrine/document/document'
import type { AssetId, FieldValues } from '@vitrine/document/field'
import type { Context, Host, Picture, PictureSource } from '@vitrine/document/host'
import { findMediaType } from '@vitrine/media/file-type'
import { addFallbackFaces, listMarkFaces } from '@vitrine/painter/fallback-face'
import { type FontFiles, openFonts } from '@vitrine/painter/font'
import { readFallbackFont } from '@vitrine/painter/node-fallback-font'
import { createNodeHost } from '@vitrine/painter/node-host'
import { createPainter, type Painter } from '@vitrine/painter/painter'
import { loadShaper, type Shaper } from '@vitrine/painter/shaper'
import { createWatermark, type Watermark } from '@vitrine/painter/watermark'
import type { Difference } from '@vitrine/project/difference'
import { listNeededAssets, resolveDocument } from '@vitrine/project/resolve'
import { VideoFile } from '../media/video-file.ts'

/** A composition and its content: everything that decides how its frames look. */
export interface SceneSpec {
  /** Must be validated. */
  readonly document: TemplateDocument
  readonly values: FieldValues
  readonly difference: Difference
  /** An aspect of `document.variants`, such as `9:16`. */
  readonly variant?: string
  /** The customer's own clips and sounds. */
  readonly timeline?: Timeline
  /** A local file for each id that `listNeededAssets` returns for the resolved document. */
  readonly assetFiles: Readonly<Record<string, string>>
}

/** The size of the frames, and the mark over them. */
export interface SceneSize {
  /** In pixels. The composition is scaled to cover this size, whose aspect ratio must match the canvas up to rounding. */
  readonly width: number
  readonly height: number
  /** Text of the mark on unpaid previews. */
  readonly watermark?: string
}

export interface Scene {
  readonly document: ResolvedDocument
  /** Holds the last drawn frame. */
  readonly canvas: Canvas
  draw(frame: number): void
  /** Whether two frames look the same, so that one need not be drawn. */
  areEqual(frame: number, other: number): boolean
  close(): void
}

/** A composition with everything that drawing it needs. */
export interface RenderContext {
  readonly document: ResolvedDocument
  readonly host: Host
  readonly pictures: MediaSource
  readonly painter: Painter
  readonly watermark: Watermark | undefined
  /** Pixels of the video per pixel of the composition. */
  readonly scale: number
  /** Creates another painter for a changed copy of the document, or for other pictures. */
  createPainter(changes: { document?: ResolvedDocument; pictures?: PictureSource }): Painter
  close(): void
}

/** Opens everything that drawing a composition needs. Call `close` when done. Throws when a file is missing or cannot be decoded. */
export async function openRenderContext(spec: SceneSpec, size: SceneSize): Promise<RenderContext> {
  const resolved = resolveDocument(spec.document, spec.values, spec.difference, spec.variant, spec.timeline)
  const { width, height } = resolved.canvas
  const scale = Math.max(size.width / width, size.height / height)
  const isSameShape = Math.abs(width * scale - size.width) <= 2 && Math.abs(height * scale - size.height) <= 2
  assert(isSameShape, `${size.width}x${size.height} has another shape than the canvas of ${width}x${height}`)
  const needed = listNeededAssets(resolved)
  const missing = needed.filter((id) => spec.assetFiles[id] === undefined)
  assert(missing.length === 0, `no file for ${missing.join(', ')}`)

  const host = createNodeHost()
  const shaper = await loadShaper()
  const { document, fonts } = await withFallbackFonts(
    resolved,
    shaper,
    await readFonts(resolved, new Set(needed), spec.assetFiles),
    size.watermark,
  )
  const pictures = await openMediaSource(spec.assetFiles)
  const standard = { document, host, shaper, fonts, pictures }
  const watermark =
    size.watermark === undefined
      ? undefined
      : createWatermark(size.watermark, { host, shaper, faces: document.fonts, fonts })
  return {
    document,
    host,
    pictures,
    painter: createPainter(standard),
    watermark,
    scale,
    createPainter: (changes) => createPainter({ ...standard, ...changes }),
    close: () => pictures.close(),
  }
}

/** Opens a composition for drawing whole frames. Call `close` when done. Throws like `openRenderContext`. */
export async function openScene(spec: SceneSpec, size: SceneSize): Promise<Scene> {
  const { document, painter, pictures, watermark, scale, close } = await openRenderContext(spec, size)
  const canvas = createCanvas(size.width, size.height)
  const ctx = getDrawingContext(canvas)
  return {
    document,
    canvas,
    draw(frame) {
      painter.drawFrame(ctx, frame, { scale })
      watermark?.draw(ctx, size.width, size.height)
      pictures.tick()
    },
    areEqual: (frame, other) => painter.isSameFrame(frame, other),
    close,
  }
}

/**
 * A canvas context as the painter's type: the part of the Canvas API that browsers and this library share. Their types differ
 * in details.
 */
export function getDrawingContext(canvas: Canvas): Context {
  return canvas.getContext('2d') as unknown as Context
}

/** Adds the fallback faces that the texts of a document and the mark over them need. */
async function withFallbackFonts(resolved: ResolvedDocument, shaper: Shaper, own: FontFiles, mark = '') {
  const document = addFallbackFaces(resolved, openFonts(shaper, resolved.fonts, own))
  const added = [...document.fonts.slice(resolved.fonts.length), ...listMarkFaces(mark)]
  const files = await Promise.all(added.map(async (face) => [face.src, await readFallbackFont(face)] as const))
  return { document, fonts: new Map([...own, ...files]) }
}

/** Reads the faces that this document's texts need. */
async function readFonts(
  document: ResolvedDocument,
  needed: ReadonlySet<AssetId>,
  files: Readonly<Record<string, string>>,
): Promise<Map<string, Uint8Array>> {
  const ids = new Set(document.fonts.map(({ src }) => src).filter((src) => needed.has(src)))
  const entries = [...ids].map(async (id): Promise<[string, Uint8Array]> => {
    const path = files[id]
    assert(path !== undefined, `no file for the font ${id}`)
    return [id, await readFile(path)]
  })
  return new Map(await Promise.all(entries))
}

// Supplies pictures to the painter: photos are decoded once, videos when the painter requests a picture.

/** Photos with a longer edge above this are reduced once: no video shows more pixels, and every frame would pay for them. */
const LARGEST_PHOTO_EDGE = 4096

/** A decoder that is unused for this many frames is closed, because a video of many clips would otherwise hold one for each clip. */
export const IDLE_FRAMES = 60

/** Pictures of the files of one video. */
export interface MediaSource extends PictureSource {
  video(assetId: string, seconds: number, layerId: string): Picture | undefined
  /** The video file that a layer shows; undefined for other media. */
  videoFile(assetId: string, layerId: string): VideoFile | undefined
  videoSeconds(assetId: string): number | undefined
  isVideo(assetId: string): boolean
  /** Call after each frame. Videos unused for a long time are closed and reopened on demand. */
  tick(): void
  close(): void
}

/**
 * Opens the pictures and videos among `files` (path by asset id); other kinds of files are ignored. Throws when a file cannot
 * be decoded as the picture that it claims to be.
 */
async function openMediaSource(files: Readonly<Record<string, string>>): Promise<MediaSource> {
  const images = new Map<string, Picture>()
  const videoPaths = new Map<string, string>()
  for (const [assetId, path] of Object.entries(files)) {
    const type = await findMediaType(path)
    if (type?.startsWith('image/')) images.set(assetId, await loadPicture(path))
    else if (type?.startsWith('video/')) videoPaths.set(assetId, path)
  }

  // Two layers that show one video at different times would make a shared decoder seek back and forth.
  const videos = new Map<string, { readonly file: VideoFile; usedAt: number }>()
  let frames = 0
  const lengths = new Map<string, number>()
  const openVideo = (assetId: string, layerId: string): VideoFile | undefined => {
    const path = videoPaths.get(assetId)
    if (path === undefined) return undefined
    const key = `${assetId} ${layerId}`
    const video = videos.get(key) ?? { file: VideoFile.open(path), usedAt: frames }
    video.usedAt = frames
    videos.set(key, video)
    return video.file
  }

  return {
    image: (assetId) => images.get(assetId),
    video(assetId, seconds, layerId) {
      const video = openVideo(assetId, layerId)
      if (!video) return undefined
      // The painter also calls this only for the size or to compare frames, so decoding waits until it draws.
      return {
        get source() {
          return video.canvasAt(seconds)
        },
        width: video.width,
        height: video.height,
      }
    },
    videoFile: openVideo,
    videoSeconds(assetId) {
      const path = videoPaths.get(assetId)
      if (path === undefined) return undefined
      const known = lengths.get(assetId)
      if (known !== undefined) return known
      const file = VideoFile.open(path)
      lengths.set(assetId, file.seconds)
      file.close()
      return file.seconds
    },
    isVideo: (assetId) => videoPaths.has(assetId),
    tick() {
      frames++
      for (const [key, { file, usedAt }] of videos) {
        if (frames - usedAt <= IDLE_FRAMES) continue
        file.close()
        videos.delete(key)
      }
    },
    close() {
      for (const { file } of videos.values()) file.close()
      videos.clear()
    },
  }
}

/** Whether one of the files is a video. */
export async function hasVideo(paths: readonly string[]): Promise<boolean> {
  const types = await Promise.all(paths.map(findMediaType))
  return types.some((type) => type?.startsWith('video/'))
}

async function loadPicture(path: string): Promise<Picture> {
  const image = await loadImage(path)
  const scale = LARGEST_PHOTO_EDGE / Math.max(image.width, image.height)
  if (scale >= 1) return { source: image, width: image.width, height: image.height }
  const canvas = createCanvas(Math.round(image.width * scale), Math.round(image.height * scale))
  const ctx = canvas.getContext('2d')
  ctx.imageSmoothingQuality = 'high'
  ctx.drawImage(image, 0, 0, canvas.width, canvas.height)
  return { source: canvas, width: canvas.width, height: canvas.height }
}
