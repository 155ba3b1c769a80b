// Photos that a customer adds to an image without a frame: layers, changed by operations as in the canvas editor.
import { t } from '@lingui/core/macro'
import type { MediaLayer } from '@vitrine/composition/layer'
import { isOwn } from '@vitrine/composition/layer-list'
import type { Operation } from '@vitrine/composition/operation'
import { type Commands, findShortcut, type KeyPress } from '../../core/keys/shortcut.ts'
import type { EditorModel } from '../../core/model/editor-model.ts'
import {
  deleteSelection,
  flipSelection,
  leave,
  nudge,
  scaleSelection,
  turnSelection,
} from '../canvas/model/canvas-actions.ts'
import type { CanvasModel } from '../canvas/model/canvas-model.ts'

/** Whether the template has no frame that takes a photo. */
export function lacksPhotoField({ document }: EditorModel): boolean {
  return document.fields.every((field) => field.type !== 'media' || !field.accept.includes('image'))
}

export function isOwnPhoto(canvas: CanvasModel, layerId: string): boolean {
  return isOwn(layerId) && canvas.findLayer(layerId)?.type === 'media'
}

/** Bottom first, as they came unless their order was changed. */
export function listOwnPhotos(canvas: CanvasModel): MediaLayer[] {
  return canvas
    .getDocument()
    .layers.filter((layer): layer is MediaLayer => layer.type === 'media' && isOwn(layer.id))
    .toReversed()
}

/** The placement of a photo: its centre in percent of the picture, its width in percent of the picture's, its turn in degrees. */
export interface Placing {
  across: number
  down: number
  size: number
  turn: number
}

export function placingOf(canvas: CanvasModel, { box, ks }: MediaLayer): Placing {
  const { width, height } = canvas.getSize()
  return {
    across: ((box[0] + box[2] / 2) / width) * 100,
    down: ((box[1] + box[3] / 2) / height) * 100,
    size: (box[2] / width) * 100,
    turn: typeof ks?.r === 'number' ? ks.r : 0,
  }
}

export function placeOwnPhoto(canvas: CanvasModel, layer: MediaLayer, next: Partial<Placing>, group: string): void {
  const { width, height } = canvas.getSize()
  const { across, down, size, turn } = { ...placingOf(canvas, layer), ...next }
  const wide = (size / 100) * width
  const high = wide * (layer.box[3] / layer.box[2])
  const round = (value: number) => Math.round(value * 10) / 10
  const box = [(across / 100) * width - wide / 2, (down / 100) * height - high / 2, wide, high].map(round)
  const set = (property: string, value: unknown): Operation => ({ op: 'set', layer: layer.id, property, value })
  const operations = [set('box', box), ...(next.turn === undefined ? [] : [set('ks.r', turn)])]
  canvas.run(operations, { label: t`Move photo`, group })
}

/** What a key does to the selected photo; the only one, or the topmost, is selected for it. True when it meant something. */
export function pressPhotoKey(canvas: CanvasModel, press: KeyPress): boolean {
  const found = findShortcut('own-photo', press, 'stage', true)
  const photos = listOwnPhotos(canvas)
  const top = photos.at(-1)
  if (!found || !top) return false
  const { command } = found
  const isSelecting = command === 'photo-next' || command === 'photo-previous' || command === 'photo-deselect'
  if (command === 'photo-crop') return cropSelected(canvas)
  if (canvas.selection.get().length === 0 && !isSelecting) canvas.select([top.id])
  photoCommands(canvas, photos, press.shiftKey)[command]()
  return true
}

/** The keys of a photo in its frame, for photos that have none. */
function photoCommands(
  canvas: CanvasModel,
  photos: readonly MediaLayer[],
  isLarge: boolean,
): Omit<Commands<'own-photo'>, 'photo-crop'> {
  const step = isLarge ? 10 : 1
  const factor = isLarge ? 1.25 : 1.1
  const degrees = isLarge ? 5 : 1
  return {
    'photo-left': () => nudge(canvas, { x: -step, y: 0 }),
    'photo-right': () => nudge(canvas, { x: step, y: 0 }),
    'photo-up': () => nudge(canvas, { x: 0, y: -step }),
    'photo-down': () => nudge(canvas, { x: 0, y: step }),
    'photo-larger': () => scaleSelection(canvas, factor),
    'photo-smaller': () => scaleSelection(canvas, 1 / factor),
    'photo-turn-left': () => turnSelection(canvas, -degrees),
    'photo-turn-right': () => turnSelection(canvas, degrees),
    'photo-flip': () => flipSelection(canvas, isLarge ? 'vertical' : 'horizontal'),
    'photo-next': () => selectPhoto(canvas, photos, -1),
    'photo-previous': () => selectPhoto(canvas, photos, 1),
    'photo-delete': () => deleteSelection(canvas),
    'photo-deselect': () => void leave(canvas),
  }
}

function cropSelected(canvas: CanvasModel): boolean {
  const [only] = canvas.selection.get()
  if (only === undefined) return false
  canvas.editing.set({ kind: 'crop', layerId: only })
  return true
}

function selectPhoto(canvas: CanvasModel, photos: readonly MediaLayer[], step: number): void {
  const at = photos.findIndex(({ id }) => canvas.selection.get().includes(id))
  const next = photos[at < 0 ? photos.length - 1 : (at + step + photos.length) % photos.length]
  if (next) canvas.select([next.id])
}
