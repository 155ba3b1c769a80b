// Dropped and pasted files: each fills a frame of the template or becomes a layer.

import type { Point } from '../../../cropper/crop.ts'
import { hasPhotoField, mediaFields } from '../../../fields/media-check.ts'
import { findFieldAtPoint } from '../../../model/field-under-pointer.ts'
import { findFileKind } from '../../../project/assign-files.ts'
import { findFileProblem } from '../../../project/uploads.ts'
import { addPicture } from './added-layer.ts'
import type { CanvasModel } from './canvas-model.ts'
import { layersAt } from './hit.ts'
import { findShownField } from './layer-entry.ts'

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
  const kind = findFileKind(file)
  for (const { layer, locks } of under) {
    const field = findShownField(layer, canvas.editor.document)
    if (field?.type !== 'media' || locks.content || kind === undefined) continue
    if (kind !== 'audio' && field.accept.includes(kind) && findFileProblem(file, field.accept) === undefined)
      return field.id
  }
  return undefined
}
