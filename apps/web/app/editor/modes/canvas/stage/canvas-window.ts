// Window events of the canvas editor: shortcuts, copy and paste, and errors to show.

import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { useToast } from '../../../../ui/toast.tsx'
import { findRun, useShortcuts } from '../../../actions/shortcut.ts'
import type { Point } from '../../../cropper/crop.ts'
import { useFileDrop } from '../../../file-import/file-drop.tsx'
import { showProblems } from '../../../file-import/file-picker.tsx'
import { useClipboard } from '../../../file-import/use-clipboard.ts'
import { pasteIntoFields } from '../../../file-import/use-field-files.ts'
import { canvasActions } from '../actions/canvas-actions.tsx'
import { dropFiles } from '../model/added-layer.ts'
import type { CanvasModel } from '../model/canvas-model.ts'
import { copySelection, pasteFrom } from '../model/clipboard.ts'
import { keepAids, readAids } from '../model/guide-lines.ts'
import { deleteSelection } from '../model/selected-layers.ts'

/** Keys that the focused element uses stay there; commands such as undo work everywhere. */
export function useCanvasKeys(canvas: CanvasModel): void {
  useShortcuts((event) => findRun(canvasActions, canvas, event))
}

/** Adds files at a point of the canvas, and reports those that cannot be used. */
export function useTakenFiles(canvas: CanvasModel) {
  const showToast = useToast()
  return (files: Iterable<File>, at?: Point) =>
    void dropFiles(canvas, [...files], at).then((problems) => {
      showProblems(showToast, problems)
    })
}

/**
 * Copies and pastes layers unless text is being edited. In a fixed design, pasted text goes into the selected field.
 */
export function useLayerClipboard(canvas: CanvasModel): void {
  const takeFiles = useTakenFiles(canvas)
  useClipboard({
    copy: (data) => copySelection(canvas, data),
    remove: () => deleteSelection(canvas),
    paste(pasted) {
      const { files, data, isWriting } = pasted
      if (canvas.keepsDesign && pasteIntoFields(canvas.editor, takeFiles, pasted)) return true
      if (isWriting) return false
      if (files.length === 0) return pasteFrom(canvas, data)
      takeFiles(files)
      return true
    },
  })
}

/** Files dropped outside the stage: a field of the form is filled, otherwise they are added. */
export function useWindowDrops(canvas: CanvasModel) {
  const showToast = useToast()
  const takeFiles = useTakenFiles(canvas)
  return useFileDrop({
    // The drop position matters, so no overlay may cover the canvas.
    onOver: () => canvas.keepsDesign,
    onDrop(event) {
      const fieldId = (event.target as Element).closest<HTMLElement>('[data-field]')?.dataset.field
      const [first, ...others] = [...event.dataTransfer.files]
      if (fieldId !== undefined && first)
        void canvas.editor.attachFile(fieldId, first).then((problem) => problem && showToast('error', problem))
      takeFiles(fieldId === undefined && first ? [first, ...others] : others)
    },
  })
}

/** Restores and stores the settings of rulers and snapping on this device. */
export function useStoredAids({ hasRulers, snaps }: CanvasModel): void {
  useEffect(() => {
    const stored = readAids()
    hasRulers.set(stored.hasRulers)
    snaps.set(stored.snaps)
    const keep = () => keepAids({ hasRulers: hasRulers.get(), snaps: snaps.get() })
    const ends = [hasRulers.subscribe(keep), snaps.subscribe(keep)]
    return () => {
      for (const end of ends) end()
    }
  }, [hasRulers, snaps])
}

/** Shows which files could not be used, each once, with a button that removes them from the design. */
export function useFailedFiles({ editor }: CanvasModel): void {
  const showToast = useToast()
  useEffect(() => {
    const reported = new Set<string>()
    return editor.uploads.subscribe(() => {
      const failed = editor.uploads.list().filter(({ error }) => error !== undefined)
      const isNew = failed.some(({ assetId }) => !reported.has(assetId))
      reported.clear()
      for (const { assetId } of failed) reported.add(assetId)
      if (!isNew) return
      // Files with permanent errors are removed first; the others can still be uploaded.
      const lost = failed.filter(({ canRetry }) => !canRetry)
      const action =
        lost.length === 0
          ? { label: t`Try again`, run: () => failed.forEach(({ assetId }) => void editor.uploads.retry(assetId)) }
          : { label: t`Remove`, run: () => lost.forEach(({ assetId }) => void editor.uploads.cancel(assetId)) }
      const problems = failed.map(({ fileName, error }) => `${fileName}: ${error}`)
      showProblems(showToast, problems, { durationMs: 15_000, action, replaces: 'failed-files' })
    })
  }, [editor, showToast])
}

/** Shows why an edit was rejected. */
export function useRejectedEdits(canvas: CanvasModel): void {
  const showToast = useToast()
  useEffect(
    () =>
      canvas.apiError.subscribe(() => {
        const label = canvas.apiError.get()
        if (label) showToast('error', label)
      }),
    [canvas, showToast],
  )
}
