// Measures what a layer does with its video: the video's weight in each pixel, and what is drawn around and over it. The
// painter draws the layer once with a white and once with a black video.

import { type Canvas, createCanvas } from '@napi-rs/canvas'
import type { ResolvedDocument } from '@vitrine/document/document'
import type { Drawable, PictureSource } from '@vitrine/document/host'
import type { Layer } from '@vitrine/document/layer'
import type { Painter } from '@vitrine/painter/painter'
import { type Arena, type CanvasPool, createSprite, releaseSprite, type Sprite } from './arena.ts'
import type { VideoPlan } from './frame-plan.ts'
import { IDLE_FRAMES, type RenderContext } from './scene.ts'

interface VideoMask {
  /** The layer without its video. */
  readonly around: Sprite
  /** The video's weight in each pixel: `opacity` for luma, `cover` for colour. The other planes are unused. */
  readonly weights: Sprite
  /** The video fills the whole area and nothing else is visible. */
  readonly isWhole: boolean
}

/** Caches the last mask of each layer with a video in one composition. */
export class VideoMasks {
  readonly #context: RenderContext
  readonly #arena: Arena
  readonly #canvases: CanvasPool
  readonly #cached = new Map<string, { key: string; mask: VideoMask; usedAt: number }>()
  #frames = 0
  readonly #colors: Record<'white' | 'black', Canvas>
  #color: 'white' | 'black' = 'white'
  #painter: Painter | undefined

  constructor(context: RenderContext, arena: Arena, canvases: CanvasPool) {
    this.#context = context
    this.#arena = arena
    this.#canvases = canvases
    this.#colors = { white: plain('#fff'), black: plain('#000') }
  }

  /** The mask of a planned layer at a frame, over the plan's area. */
  find({ id, area, place }: VideoPlan, frame: number): VideoMask {
    this.#painter ??= this.#openPainter()
    this.#color = 'white'
    const state = this.#painter.layerStates(frame).find((layer) => layer.id === id)
    const key = `${state?.contentKey}|${place}|${area.x},${area.y},${area.width}x${area.height}`
    const known = this.#cached.get(id)
    if (known?.key === key) {
      known.usedAt = this.#frames
      return known.mask
    }
    if (known) this.#release(known.mask)
    const mask = this.#draw(this.#painter, id, area, frame)
    this.#cached.set(id, { key, mask, usedAt: this.#frames })
    return mask
  }

  /** Call after each frame: releases the masks of layers that have ended. */
  tick(): void {
    this.#frames++
    for (const [id, { mask, usedAt }] of this.#cached) {
      if (this.#frames - usedAt <= IDLE_FRAMES) continue
      this.#cached.delete(id)
      this.#release(mask)
    }
  }

  #release({ around, weights }: VideoMask): void {
    releaseSprite(this.#arena, around)
    releaseSprite(this.#arena, weights)
  }

  #draw(painter: Painter, id: string, area: VideoPlan['area'], frame: number): VideoMask {
    const { scale } = this.#context
    const target = {
      x: area.x / scale,
      y: area.y / scale,
      width: area.width / scale,
      height: area.height / scale,
      scale,
      opacity: 1,
    }
    const drawn = (color: 'white' | 'black') => {
      this.#color = color
      return this.#canvases.draw(area, (ctx) => painter.drawLayer(ctx, id, frame, target))
    }
    const [white, black] = [drawn('white'), drawn('black')]
    const pixels = (black.stride / 4) * area.height
    // The weights overwrite the white drawing: each pixel is read before it is written.
    this.#arena.kernel.separateVideo(white.address, black.address, white.address, pixels)
    const around = createSprite(this.#arena, black, area)
    const weights = createSprite(this.#arena, white, area)
    this.#canvases.release(white, area.height)
    this.#canvases.release(black, area.height)
    const { kernel } = this.#arena
    const { opacity, stride } = weights
    const isWhole =
      kernel.isUniform(opacity, stride, area.width, area.height, 255) === 1 &&
      kernel.isUniform(around.opacity, stride, area.width, area.height, 0) === 1
    return { around, weights, isWhole }
  }

  /** A painter that draws every video in one colour and at a fixed time, so that playback has no influence. */
  #openPainter(): Painter {
    const { pictures, document } = this.#context
    const source: PictureSource = {
      image: (assetId) => pictures.image(assetId),
      video: (assetId, _seconds, layerId) => {
        const video = pictures.videoFile(assetId, layerId)
        if (!video) return undefined
        const color = () => this.#colors[this.#color] as unknown as Drawable
        return {
          get source() {
            return color()
          },
          width: video.width,
          height: video.height,
          // A drawing that the painter caches in one colour must not be used for the other.
          stamp: this.#color === 'white' ? 0 : 1,
        }
      },
    }
    return this.#context.createPainter({ document: holdVideos(document, pictures.isVideo), pictures: source })
  }
}

function plain(color: string): Canvas {
  const canvas = createCanvas(16, 16)
  const ctx = canvas.getContext('2d')
  ctx.fillStyle = color
  ctx.fillRect(0, 0, 16, 16)
  return canvas
}

/** The document with every video frozen at its start, and layers without videos hidden. */
function holdVideos(document: ResolvedDocument, isVideo: (assetId: string) => boolean): ResolvedDocument {
  const shows = (layer: Layer): boolean =>
    layer.type === 'group' ? layer.layers.some(shows) : layer.type === 'media' && isVideo(readAssetId(layer.source))
  const held = (layer: Layer): Layer => {
    if (layer.type === 'group') return { ...layer, layers: layer.layers.map(held) }
    if (layer.type !== 'media' || !isVideo(readAssetId(layer.source))) return layer
    const source = typeof layer.source === 'string' ? { asset: layer.source } : layer.source
    return { ...layer, source: { ...source, trim: { startSeconds: 0, endSeconds: 0 } } } as Layer
  }
  const layers = document.layers.map((layer) => (shows(layer) ? held(layer) : { ...layer, visible: false }))
  return { ...document, layers }
}

function readAssetId(source: unknown): string {
  if (typeof source === 'string') return source
  return typeof source === 'object' && source !== null && 'asset' in source ? String(source.asset) : ''
}
