// Owns photos that a customer puts on a picture whose designer left no frame for one: layers of their own, changed by
// operations as in the canvas editor.
import type { MediaLayer } from '@vitrine/composition/document'
import { isOwn } from '@vitrine/composition/layer-list'
import { type Operation, OWN_LAYER_PREFIX } from '@vitrine/composition/operation'
import { createRandomId } from '../../random-id.ts'
import { pictureLayer, sizeOfFile } from '../canvas/added-layer.ts'
import { applyCommand, operate } from '../command.ts'
import type { EditorModel } from '../editor-model.ts'
import { findFileProblem } from '../uploads.ts'

/** Whether the template has no frame that takes a photo. */
export function lacksPhotoField({ document }: EditorModel): boolean {
  return document.fields.every((field) => field.type !== 'media' || !field.accept.includes('image'))
}

export function listOwnPhotos({ document, store }: EditorModel): MediaLayer[] {
  return operate(document, store.getContent()).layers.filter(
    (layer): layer is MediaLayer => layer.type === 'media' && isOwn(layer.id),
  )
}

/** Puts a photo in the middle and begins to send it. The words of a problem when it cannot be used. */
export async function addOwnPhoto(model: EditorModel, file: File): Promise<string | undefined> {
  const problem = findFileProblem(file, ['image'])
  if (problem) return `${file.name}: ${problem}`
  const size = await sizeOfFile(file, 'image')
  const { width, height } = model.shape.get()
  const place = {
    getSize: model.shape.get,
    newId: () => `${OWN_LAYER_PREFIX}${createRandomId().replaceAll('-', '').slice(0, 10)}`,
    wholeTime: () => ({ in: 0, out: model.document.canvas.duration }),
  }
  const layer = pictureLayer(place, model.uploads.add(file, 'image'), size, { x: width / 2, y: height / 2 })
  change(model, [{ op: 'add-media', layer }], { label: 'Add photo' })
  return undefined
}

/** Where a photo stands: its middle in percent of the picture, its width in percent of the picture's, its turn in degrees. */
export interface Placing {
  across: number
  down: number
  size: number
  turn: number
}

export function placingOf(model: EditorModel, { box, ks }: MediaLayer): Placing {
  const { width, height } = model.shape.get()
  return {
    across: ((box[0] + box[2] / 2) / width) * 100,
    down: ((box[1] + box[3] / 2) / height) * 100,
    size: (box[2] / width) * 100,
    turn: typeof ks?.r === 'number' ? ks.r : 0,
  }
}

export function placeOwnPhoto(model: EditorModel, layer: MediaLayer, next: Partial<Placing>, group: string): void {
  const { width, height } = model.shape.get()
  const { across, down, size, turn } = { ...placingOf(model, layer), ...next }
  const wide = (size / 100) * width
  const high = wide * (layer.box[3] / layer.box[2])
  const round = (value: number) => Math.round(value * 10) / 10
  const box = [(across / 100) * width - wide / 2, (down / 100) * height - high / 2, wide, high].map(round)
  const set = (property: string, value: unknown): Operation => ({ op: 'set', layer: layer.id, property, value })
  change(model, [set('box', box), ...(next.turn === undefined ? [] : [set('ks.r', turn)])], {
    label: 'Place photo',
    group,
  })
}

export function removeOwnPhoto(model: EditorModel, layer: MediaLayer): void {
  change(model, [{ op: 'remove', layer: layer.id }], { label: 'Remove photo' })
}

function change(
  { document, store, announcement }: EditorModel,
  operations: readonly Operation[],
  about: { label: string; group?: string },
): void {
  const result = applyCommand(document, store.getContent(), { type: 'operate', operations })
  if ('content' in result) store.edit(result.content, about)
  else announcement.set(result.problem.message)
}
