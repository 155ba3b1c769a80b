// Draws the preview: resolves the document with the customer's values after each change and paints it with the same
// painter as the export.
import type { ResolvedDocument, TemplateDocument } from '@vitrine/document/document'
import type { Host, PictureSource } from '@vitrine/document/host'
import type { Layer, TextLayer } from '@vitrine/document/layer'
import { type Bounds, mapBounds } from '@vitrine/document/matrix'
import { listTexts } from '@vitrine/document/shown-text'
import { addFallbackFaces, FALLBACK_FACES } from '@vitrine/painter/fallback-face'
import { type FontFiles, type FontLibrary, openFonts } from '@vitrine/painter/font'
import { createPainter, type Painter } from '@vitrine/painter/painter'
import type { Shaper } from '@vitrine/painter/shaper'
import type { TextLayout } from '@vitrine/painter/text'
import { findTextCollisions, type TextCollision } from '@vitrine/painter/text-collision'
import { layoutTextLayer } from '@vitrine/painter/text-layer'
import { resolveDocument } from '@vitrine/project/resolve'
import type { Size } from '../cropper/crop.ts'
import { editedFor, shapedFor } from '../project/edited-document.ts'
import type { ProjectContent } from '../project/project-store.ts'
import { type FieldPlace, listPlaces } from './field-place.ts'

export const browserHost: Host = {
  createCanvas(width, height) {
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    return canvas
  },
  createPath: () => new Path2D(),
}

/**
 * The host for pictures, which are painted once per change, and for videos with a chroma key: their effects read pixels
 * back. Its canvases are in main memory, where reading is fast; those of other videos stay on the graphics card.
 */
export const stillHost: Host = {
  ...browserHost,
  createCanvas(width, height) {
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    // The first `getContext` call sets the options; the painter gets the same context.
    canvas.getContext('2d', { willReadFrequently: true })
    return canvas
  },
}

const browserDraft: Host = { ...browserHost, isDraft: true }
const stillDraft: Host = { ...stillHost, isDraft: true }

/** Longest edge of the preview in pixels: more would cost frames without a visible difference. */
const previewEdge = 1280

/** How the text of a field fits. */
export interface TextFitResult {
  /** False: too long even at the smallest size. */
  fits: boolean
  /** The chosen size as a share of the designer's; 1 when the text did not shrink. */
  share: number
  /** Characters that no font has, including the fallback fonts. */
  missing: readonly string[]
  /** What the text collides with, in the selected aspect ratio. */
  collisions: readonly TextCollision['kind'][]
}

/** How the text of one layer fits. */
export interface LayerFitResult extends TextFitResult {
  layer: TextLayer
  /** The template's fields whose text it shows. */
  fieldIds: readonly string[]
  /** Part of it is outside the picture when it appears. */
  isOutside: boolean
}

export interface Painting {
  /** Sets new content, which the next frame shows. */
  setContent(content: ProjectContent): void
  /** Discards the painter's cached frames, after a picture has loaded. */
  refresh(): void
  /** Scales pictures exactly, which takes longer, from the next frame on. Returns false if it already did. */
  makeExact(): boolean
  /** Draws a frame; `mayCacheTop` is passed to the painter while changes follow one another. */
  drawFrame(canvas: HTMLCanvasElement, frame: number, mayCacheTop?: boolean): void
  getResolved(): ResolvedDocument
  /** The painter of the current content; every change creates a new one. */
  getPainter(): Painter
  /** A painter for another document of the same template, for example some of its layers while they are dragged. */
  createPainterFor(document: ResolvedDocument): Painter
  getPlaces(): readonly FieldPlace[]
  /** The tightest fit among the layers that show a text field; undefined when none does. */
  findFitting(fieldId: string): TextFitResult | undefined
  /** The visible texts of the resolved document. */
  listTexts(): readonly TextLayer[]
  /** How a visible text fits; undefined without a font. */
  findLayerFitting(layer: TextLayer): LayerFitResult | undefined
  /** The layout of a text of the resolved document; undefined without a font. */
  findLayout(layer: TextLayer): TextLayout | undefined
}

interface OpenFonts {
  library: FontLibrary
  fonts: FontFiles
}

interface PaintingSettings {
  template: TemplateDocument
  content: ProjectContent
  shaper: Shaper
  fonts: FontFiles
  pictures: PictureSource
  /** Pictures are scaled quickly until `makeExact` is called. */
  isDraft?: boolean
}

export function createPainting({
  template,
  content,
  shaper,
  fonts,
  pictures,
  isDraft = false,
}: PaintingSettings): Painting {
  let library: FontLibrary | undefined
  let resolved: ResolvedDocument
  let painter: Painter
  let places: readonly FieldPlace[] | undefined
  let plain: ResolvedDocument
  let collisions: readonly TextCollision[] | undefined
  /** By field: React reads it several times per change. */
  const fittings = new Map<string, TextFitResult | undefined>()

  let host: Host | undefined
  let isExact = !isDraft
  const chooseHost = ({ layers }: ResolvedDocument) => {
    if (template.canvas.duration === 1 || isKeyed(layers)) return isExact ? stillHost : stillDraft
    return isExact ? browserHost : browserDraft
  }
  const createPainterFor = (document: ResolvedDocument, before?: Painter) =>
    createPainter({ document, host: chooseHost(document), shaper, fonts, pictures }, before)
  const compile = (before?: Painter) => {
    const next = chooseHost(resolved)
    // GPU canvases cannot be reused in main memory, and vice versa.
    painter = createPainterFor(resolved, next === host ? before : undefined)
    host = next
  }
  const setContent = (next: ProjectContent) => {
    resolved = resolveContent(template, next)
    plain = resolveDocument(shapedFor(template, next), {})
    places = undefined
    collisions = undefined
    fittings.clear()
    library = openFonts(shaper, resolved.fonts, fonts)
    const complete = addFallbackFaces(resolved, library)
    if (complete !== resolved) library = openFonts(shaper, complete.fonts, fonts)
    resolved = complete
    // Compiles and redraws only the layers that changed.
    compile(painter)
  }
  setContent(content)
  const getPlaces = () => {
    places ??= listPlaces(template, resolved)
    return places
  }
  const listCollisions = (layerId: string, fonts: FontLibrary) => {
    collisions ??= findTextCollisions(painter, { resolved, plain, fonts }, listRewritten(resolved, plain))
    return [...new Set(collisions.flatMap((one) => (one.layerId === layerId ? [one.kind] : [])))]
  }
  const measureLayerFit = (layer: TextLayer, library: FontLibrary): LayerFitResult => {
    const fieldIds = getPlaces().find((place) => place.layer.id === layer.id)?.contentFields ?? []
    const place = painter.placeOf(layer.id, layer.in)
    const fitting = { ...measureFit(layer, { library, fonts }), collisions: listCollisions(layer.id, library) }
    const { bounds } = layoutTextLayer(layer, library)
    const isOutside = place && bounds && isOutsideCanvas(mapBounds(place.matrix, bounds), resolved.canvas)
    return { ...fitting, layer, fieldIds, isOutside: isOutside ?? false }
  }
  const measureFieldFit = (fieldId: string, library: FontLibrary) =>
    mergeFits(
      getPlaces().flatMap(({ layer, contentFields }) =>
        layer.type === 'text' && contentFields.includes(fieldId)
          ? [{ ...measureFit(layer, { library, fonts }), collisions: listCollisions(layer.id, library) }]
          : [],
      ),
    )
  return {
    setContent,
    refresh: () => compile(),
    makeExact() {
      if (isExact) return false
      isExact = true
      compile()
      return true
    },
    drawFrame(canvas, frame, mayCacheTop) {
      const context = canvas.getContext('2d', { alpha: false })
      if (context) painter.drawFrame(context, frame, { scale: canvas.width / painter.width, mayCacheTop })
    },
    getResolved: () => resolved,
    getPainter: () => painter,
    createPainterFor: (document) => createPainterFor({ ...document, fonts: resolved.fonts }),
    getPlaces,
    findLayout: (layer) => (library ? layoutTextLayer(layer, library) : undefined),
    findFitting(fieldId) {
      if (!fittings.has(fieldId)) fittings.set(fieldId, library && measureFieldFit(fieldId, library))
      return fittings.get(fieldId)
    },
    listTexts: () => listTexts(resolved.layers),
    findLayerFitting: (layer) => (library ? measureLayerFit(layer, library) : undefined),
  }
}

/** A template with content applied, without bindings. */
export function resolveContent(template: TemplateDocument, content: ProjectContent): ResolvedDocument {
  return resolveDocument(editedFor(template, content), content.values)
}

/** Whether a layer uses a chroma key, which reads the pixels of each frame. */
function isKeyed(layers: readonly Layer[]): boolean {
  return layers.some(
    (layer) => layer.effects?.some(({ type }) => type === 'key') || (layer.type === 'group' && isKeyed(layer.layers)),
  )
}

/** Texts that the customer changed but did not move. */
function listRewritten(resolved: ResolvedDocument, plain: ResolvedDocument): ReadonlySet<string> {
  const designed = new Map(listTexts(plain.layers).map((layer) => [layer.id, layer]))
  const rewritten = listTexts(resolved.layers).filter((layer) => {
    const before = designed.get(layer.id)
    const isMoved = JSON.stringify([before?.box, before?.ks]) !== JSON.stringify([layer.box, layer.ks])
    return before && before.text !== layer.text && !isMoved
  })
  return new Set(rewritten.map(({ id }) => id))
}

function mergeFits(fittings: readonly TextFitResult[]): TextFitResult | undefined {
  if (fittings.length === 0) return undefined
  return {
    fits: fittings.every(({ fits }) => fits),
    share: Math.min(...fittings.map(({ share }) => share)),
    missing: [...new Set(fittings.flatMap(({ missing }) => missing))],
    collisions: [...new Set(fittings.flatMap(({ collisions }) => collisions))],
  }
}

/** Letters may exceed the edge slightly, by no more than their spacing. */
const EDGE_SHARE = 0.01

function isOutsideCanvas([left, top, right, bottom]: Bounds, { width, height }: Size): boolean {
  const spare = Math.max(width, height) * EDGE_SHARE
  return left < -spare || top < -spare || right > width + spare || bottom > height + spare
}

function measureFit(layer: TextLayer, { library, fonts }: OpenFonts): Omit<TextFitResult, 'collisions'> {
  const { fits, fontSize, missing } = layoutTextLayer(layer, library)
  // Characters are not missing while their fallback font is loading.
  const isPending = (grapheme: string) =>
    FALLBACK_FACES.some(({ face, isFor }) => !fonts.has(face.src) && isFor(grapheme))
  return { fits, share: fontSize / Number(layer.size), missing: missing.filter((grapheme) => !isPending(grapheme)) }
}

/**
 * The canvas size of the preview in pixels: what the screen can show, at most 1280 px on the long edge, in the video's
 * aspect ratio.
 */
export function previewSize(video: Size, shown: Size, pixelRatio: number): Size {
  const screenScale = Math.min(shown.width / video.width, shown.height / video.height) * pixelRatio
  const scale = Math.min(1, previewEdge / Math.max(video.width, video.height), Math.max(screenScale, 0.05))
  return { width: Math.round(video.width * scale), height: Math.round(video.height * scale) }
}
