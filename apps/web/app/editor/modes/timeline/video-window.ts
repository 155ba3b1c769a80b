// Window events of the video editor: shortcuts, and dropped or pasted files.

import type { DragEvent } from 'react'
import { findAction, findRun, hasLetterKeys, isLetterKey, useShortcuts } from '../../actions/shortcut.ts'
import { useFileDrop } from '../../file-import/file-drop.tsx'
import { useClipboard } from '../../file-import/use-clipboard.ts'
import { findClipStart, placeAt } from '../../project/timeline-edit.ts'
import { canvasActions } from '../canvas/actions/canvas-actions.tsx'
import { copySelection, pasteFrom } from '../canvas/model/clipboard.ts'
import { deleteSelection } from '../canvas/model/selected-layers.ts'
import { timelineActions } from './actions/timeline-actions.ts'
import { frameAtX } from './drawing/time-scale.ts'
import { useImportFiles } from './model/video-context.tsx'
import { copyParts, pasteParts } from './model/video-edits.ts'
import type { Chosen } from './model/video-files.ts'
import type { VideoModel } from './model/video-model.ts'
import { draggedAsset, readDraggedAsset } from './panels/media-panel.tsx'

/** Keys that the focused element uses stay there; commands such as undo work everywhere. */
export function useVideoKeys(model: VideoModel): void {
  useShortcuts(
    (event) => findLayerRun(model, event) ?? findRun(timelineActions, model, event),
    // Here the space bar plays, as in other video editors, instead of activating the stage's hand tool.
    ({ key }) => key === ' ',
  )
}

/** With the focus on the stage, keys step through the layers, and arrows move the selection. */
function findLayerRun({ canvas }: VideoModel, event: KeyboardEvent) {
  if (!(event.target instanceof Element && event.target.matches('[data-canvas-stage]'))) return undefined
  const found = findAction(canvasActions, event, 'stage', hasLetterKeys())
  if (!found) return undefined
  const isChanging = found.group === 'Edit' || (found.group === 'Transform' && !isLetterKey(found))
  if (found.group !== 'Selection' && !(isChanging && canvas.selection.get().length > 0)) return undefined
  return () => void found.perform(canvas)
}

/** Files that are dropped anywhere become clips: on the timeline at the drop position, elsewhere at the end. */
export function useVideoDrops(model: VideoModel) {
  const importFiles = useImportFiles()
  return useFileDrop({
    takes: ({ dataTransfer: { types } }) => types.includes(draggedAsset),
    onOver(event) {
      const { index } = findDropPlace(model, event)
      model.dropFrame.set(index === undefined ? undefined : findClipStart(model.getTimeline(), index))
      // Over the timeline the insertion mark replaces the overlay.
      return index === undefined
    },
    onEnd: () => model.dropFrame.set(undefined),
    onDrop(event) {
      event.stopPropagation()
      const place = findDropPlace(model, event)
      const assetId = readDraggedAsset(event.dataTransfer)
      if (assetId) model.addParts([assetId], place)
      else void readDropped(event.dataTransfer).then((chosen) => importFiles(chosen, place.index))
    },
  })
}

/** Copying more than this takes too long: the browser's save dialog is used instead. */
const maxCopiedBytes = 512 * 2 ** 20

/** Must be called during the drop event: its data is gone afterwards. */
async function readDropped({ items, files }: DataTransfer): Promise<Chosen[]> {
  const handles = [...items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => (item as HandleItem).getAsFileSystemHandle?.().catch(() => null))
  return Promise.all(
    [...files].map(async (file, n) => {
      const handle = file.size > maxCopiedBytes ? await handles[n] : undefined
      return { file, handle: handle?.kind === 'file' ? (handle as FileSystemFileHandle) : undefined }
    }),
  )
}

/** Not every browser has it, and the DOM types lack it. */
type HandleItem = DataTransferItem & { getAsFileSystemHandle?: () => Promise<FileSystemHandle | null> }

/** The drop position on the timeline; nothing elsewhere. */
function findDropPlace(model: VideoModel, { target, clientX }: DragEvent): { index?: number; frame?: number } {
  const line = target instanceof Element ? target.closest('[data-timeline]') : null
  if (!line) return {}
  const frame = frameAtX(model.scale.get(), clientX - line.getBoundingClientRect().left)
  return { index: placeAt(model.getTimeline(), frame), frame: Math.max(0, Math.round(frame)) }
}

/**
 * Copies and pastes clips and sounds, else layers over the video, unless text is being edited. Pasted files become
 * clips.
 */
export function useVideoClipboard(model: VideoModel): void {
  const importFiles = useImportFiles()
  const { canvas } = model
  useClipboard({
    copy: (data) => copyParts(model, data) || copySelection(canvas, data),
    remove: () => (model.selection.get().size > 0 ? model.remove() : deleteSelection(canvas)),
    paste({ files, data, isWriting }) {
      if (isWriting) return false
      if (files.length === 0) return pasteParts(model, data) || pasteFrom(canvas, data)
      void importFiles(files.map((file) => ({ file })))
      return true
    },
  })
}
