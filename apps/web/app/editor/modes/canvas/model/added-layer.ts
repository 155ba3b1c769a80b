// Layers that customers add: text, photos and videos, sized and styled to fit the canvas, dropped and pasted files, and
// items dragged from the panels with the mouse. On touch screens a tap adds those in the centre.
import { t } from '@lingui/core/macro'
import type { AssetId, MediaField } from '@vitrine/document/field'
import type { MediaLayer, TextLayer } from '@vitrine/document/layer'
import { everyLayer } from '@vitrine/project/layer-list'
import type { DragEvent } from 'react'
import type { Point, Size } from '../../../cropper/crop.ts'
import { hasPhotoField, mediaFields } from '../../../fields/media-check.ts'
import { findFieldAtPoint } from '../../../model/field-under-pointer.ts'
import { isAnimated } from '../../../preview/photo-file.ts'
import { readChosenFile } from '../../../preview/read-file.ts'
import type { KnownAsset } from '../../../project/asset-library.ts'
import { findFileProblem } from '../../../project/uploads.ts'
import type { CanvasModel } from './canvas-model.ts'
import { layersAt } from './hit.ts'
import { findShownField, type LayerEntry } from './layer-entry.ts'

/** Size of added text as a share of the canvas's shorter side. */
const textShare = 0.075
/** Longest side of an added picture as a share of the canvas. */
const pictureShare = 0.5

/** The side and the centre of an added square; `share` is that of the canvas's shorter side. */
export function placeSquare(canvas: CanvasModel, share: number): Point & { size: number } {
  const { width, height } = canvas.getSize()
  const size = Math.round(Math.min(width, height) * share)
  return { size, ...canvas.placeForNew({ width: size, height: size }) }
}

/** Adds a text in the template's own font. Returns the id of its layer. */
export function addText(canvas: CanvasModel, text: string, look: Partial<TextLayer> = {}): string | undefined {
  const { width, height } = canvas.getSize()
  const size = look.size ?? Math.round(Math.min(width, height) * textShare)
  const estimatedWidth = longestLine(text) * Number(size) * letterWidth(text)
  const wide = Math.round(Math.min(width * 0.8, Math.max(Number(size) * 4, estimatedWidth)))
  // The width is an estimate; a text that is up to a tenth too wide still fits.
  const lines = text.split('\n').length * Math.max(1, Math.ceil(estimatedWidth / wide - 0.1))
  const high = Math.round(Number(size) * 1.3 * lines)
  const middle = canvas.placeForNew({ width: wide, height: high })
  const face = typicalFace(canvas)
  const layer: TextLayer = {
    type: 'text',
    ...canvas.addedTime(),
    align: 'center',
    valign: 'middle',
    fill: readableColor(canvas),
    lineHeight: 1.2,
    ...face,
    ...look,
    id: canvas.newId(),
    text: text,
    size,
    box: [Math.round(middle.x - wide / 2), Math.round(middle.y - high / 2), wide, high],
  }
  return canvas.addLayer(layer, { label: t`Add text` })
}

/** The width of an average letter in ems; those of Tamil, Telugu, Kannada and Malayalam are wider. */
function letterWidth(text: string): number {
  return /[\u0b80-\u0d7f]/.test(text) ? 0.7 : 0.62
}

function longestLine(text: string): number {
  return Math.max(1, ...text.split('\n').map((line) => [...line].length))
}

/** The font that the template uses most. */
function typicalFace(canvas: CanvasModel): Pick<TextLayer, 'font' | 'weight' | 'style'> {
  const texts = everyLayer(canvas.getDocument().layers).filter((layer) => layer.type === 'text')
  const counts = new Map<string, number>()
  for (const { font } of texts) counts.set(font, (counts.get(font) ?? 0) + 1)
  const [family] = [...counts].toSorted(([, one], [, other]) => other - one)[0] ?? []
  const like = texts.find(({ font }) => font === family)
  const face = canvas.getDocument().fonts.find(({ covers }) => covers !== 'emoji')
  const weight = like ? like.weight : face?.weight
  return {
    font: family ?? face?.family ?? 'Inter',
    ...(weight !== undefined && { weight }),
    ...(like?.style && { style: like.style }),
  }
}

/** The colour of the template's texts, which suits its background. */
function readableColor(canvas: CanvasModel): NonNullable<TextLayer['fill']> {
  const resolved = canvas.findResolved() ?? canvas.getDocument()
  const fills = everyLayer(resolved.layers).flatMap((layer) =>
    layer.type === 'text' && typeof layer.fill === 'string' ? [layer.fill] : [],
  )
  return fills[0] ?? '#000000'
}

/**
 * Adds a customer's photo or video and starts its upload. Returns a message when it cannot be used. @param at the
 * position of its centre; by default a free place near the centre of the view
 */
export async function addPicture(canvas: CanvasModel, file: File, at?: Point): Promise<string | undefined> {
  const isVideo = canvas.getDocument().canvas.duration > 1
  const read = await readChosenFile(file, isVideo ? ['image', 'video'] : ['image'])
  if (typeof read === 'string') return read
  const { kind, size = { width: 1, height: 1 } } = read
  const { library, uploads } = canvas.editor
  const asset = uploads.add(file, kind)
  const known = library.find(asset)
  if (known && read.size) library.put({ ...known, ...read.size })
  canvas.addLayer(pictureLayer(canvas, { assetId: asset, fileName: file.name }, size, at), {
    label: kind === 'video' ? t`Add video` : t`Add photo`,
  })
  const { name } = file
  if (kind === 'image' && (await isAnimated(file))) canvas.refuse(t`${name} is animated. Only its first frame is used.`)
  return undefined
}

/** A layer for a customer's file, as large as fits into half of the canvas. */
export function pictureLayer(
  canvas: Pick<CanvasModel, 'getSize' | 'newId' | 'addedTime' | 'placeForNew'>,
  { assetId, fileName }: { assetId: AssetId; fileName: string | undefined },
  picture: Size,
  at?: Point,
): MediaLayer {
  const { width, height } = canvas.getSize()
  const scale = Math.min((width * pictureShare) / picture.width, (height * pictureShare) / picture.height)
  const [wide, high] = [Math.round(picture.width * scale), Math.round(picture.height * scale)]
  const { x, y } = at ?? canvas.placeForNew({ width: wide, height: high })
  return {
    id: canvas.newId(),
    type: 'media',
    ...canvas.addedTime(),
    ...(fileName !== undefined && { name: nameOfFile(fileName) }),
    source: { asset: assetId },
    box: [Math.round(x - wide / 2), Math.round(y - high / 2), wide, high],
    fit: 'cover',
  }
}

/** The longest layer name from a file name, in characters. */
const NAME_LENGTH = 40

/** 'beach.jpg' without its extension. */
function nameOfFile(fileName: string): string {
  return (fileName.replace(/\.[^.]{1,5}$/, '') || fileName).slice(0, NAME_LENGTH)
}

/**
 * Adds files; returns a message about those that cannot be used. `at` is the drop position on the canvas. A fixed
 * design puts them all into its frames, if it has any.
 */
export async function dropFiles(canvas: CanvasModel, files: readonly File[], at?: Point): Promise<string[]> {
  const { editor, keepsDesign } = canvas
  if (keepsDesign && hasPhotoField(editor)) {
    const isPhoto = (fieldId: string) => mediaFields(editor).some(({ id }) => id === fieldId)
    return editor.attachFiles(files, at && findFieldAtPoint(editor, at, isPhoto))
  }
  const problems: string[] = []
  for (const [n, file] of files.entries()) {
    const fieldId = n === 0 ? fieldFor(canvas, file, at) : undefined
    const problem =
      fieldId === undefined
        ? await addPicture(canvas, file, at && offsetPoint(canvas, at, n))
        : await editor.attachFile(fieldId, file)
    if (problem) problems.push(`${file.name}: ${problem}`)
  }
  return problems
}

/** Offsets several files so that they do not hide each other. */
function offsetPoint(canvas: CanvasModel, { x, y }: Point, n: number): Point {
  const step = Math.min(canvas.getSize().width, canvas.getSize().height) * 0.06 * n
  return { x: x + step, y: y + step }
}

/** The field of the frame under a dropped file, or of the selected one, if it accepts the file. */
function fieldFor(canvas: CanvasModel, file: File, at: Point | undefined): string | undefined {
  const selected = canvas.selection.get().flatMap((id) => canvas.findEntry(id) ?? [])
  const under = at ? layersAt(canvas, at, canvas.activeGroup.get(), 0) : selected
  return findFrame(canvas, under, ({ accept }) => findFileProblem(file, accept) === undefined)?.field.id
}

/** The first layer that shows a field for a file, if that field accepts it and the customer may change it. */
function findFrame(
  canvas: CanvasModel,
  entries: readonly LayerEntry[],
  accepts: (field: MediaField) => boolean,
): { layerId: string; field: MediaField } | undefined {
  for (const { id, layer, locks } of entries) {
    const field = findShownField(layer, canvas.editor.document)
    if (field?.type === 'media' && !locks.content && accepts(field)) return { layerId: id, field }
  }
  return undefined
}

/** Identifies the drag for drop targets. Its data cannot be read before the drop, so the item stays in this page. */
const DRAG_TYPE = 'application/x-vitrine-item'

interface DraggedItem {
  /** Adds it at `canvas.placeForNew`. */
  add: () => void
  /** A file, which fills the frame that it is dropped on. */
  asset: KnownAsset | undefined
}

let dragged: DraggedItem | undefined

/** Makes a button draggable; `add` is also the action of a click. */
export function draggable(add: () => void, asset?: KnownAsset) {
  return {
    draggable: true,
    onDragStart(event: DragEvent) {
      dragged = { add, asset }
      event.dataTransfer.setData(DRAG_TYPE, '')
      event.dataTransfer.effectAllowed = 'copy'
    },
    onDragEnd() {
      dragged = undefined
    },
  }
}

export function isPanelDrag({ dataTransfer }: Pick<DragEvent, 'dataTransfer'>): boolean {
  return dataTransfer.types.includes(DRAG_TYPE)
}

/** Adds the dragged item with its centre at a point of the canvas, or fills the frame there with a dragged file. */
export function dropItem(canvas: CanvasModel, at: Point): void {
  const item = dragged
  dragged = undefined
  if (!item) return
  if (item.asset && fillFrame(canvas, item.asset, at)) return
  canvas.addAt(at, item.add)
}

function fillFrame(canvas: CanvasModel, { assetId, kind }: KnownAsset, at: Point): boolean {
  const under = layersAt(canvas, at, canvas.activeGroup.get(), 0)
  const found = findFrame(canvas, under, ({ accept }) => accept.some((one) => one === kind))
  if (!found) return false
  const name = found.field.label
  canvas.fill(found.field.id, { asset: assetId }, { label: t`Fill ${name}` })
  canvas.select([found.layerId])
  return true
}
