// The commands of the canvas editor's keyboard shortcuts.

import type { Commands } from '../../../core/keys/shortcut.ts'
import { type EditorActions, generalCommands, playbackCommands } from '../../../core/model/editor-commands.ts'
import {
  alignSelection,
  deleteSelection,
  distributeSelection,
  duplicateSelection,
  enter,
  flipSelection,
  groupSelection,
  leave,
  nudge,
  orderSelection,
  scaleSelection,
  selectAll,
  selectNext,
  straighten,
  toggleHidden,
  toggleLocked,
  turnSelection,
  ungroupSelection,
} from './canvas-actions.ts'
import type { CanvasModel } from './canvas-model.ts'
import { toggleEmphasis } from './emphasis.ts'
import { zoomAt, zoomToPixels } from './view.ts'
import { fitView, zoomToSelection } from './view-actions.ts'

export function canvasCommands(canvas: CanvasModel, actions: EditorActions): Commands<'canvas'> {
  return {
    ...generalCommands(canvas.editor, actions),
    ...playbackCommands(canvas.editor),
    ...selectionCommands(canvas),
    ...transformCommands(canvas),
    ...arrangeCommands(canvas),
    ...viewCommands(canvas),
  }
}

function selectionCommands(canvas: CanvasModel) {
  return {
    'select-below': () => selectNext(canvas, 1),
    'select-above': () => selectNext(canvas, -1),
    'select-all': () => selectAll(canvas),
    enter() {
      const [only, ...others] = canvas.selection.get()
      if (only !== undefined && others.length === 0) enter(canvas, only)
    },
    leave: () => void leave(canvas),
  }
}

function transformCommands(canvas: CanvasModel) {
  return {
    'move-left': () => nudge(canvas, { x: -1, y: 0 }),
    'move-right': () => nudge(canvas, { x: 1, y: 0 }),
    'move-up': () => nudge(canvas, { x: 0, y: -1 }),
    'move-down': () => nudge(canvas, { x: 0, y: 1 }),
    'move-far-left': () => nudge(canvas, { x: -10, y: 0 }),
    'move-far-right': () => nudge(canvas, { x: 10, y: 0 }),
    'move-far-up': () => nudge(canvas, { x: 0, y: -10 }),
    'move-far-down': () => nudge(canvas, { x: 0, y: 10 }),
    'turn-left': () => turnSelection(canvas, -1),
    'turn-right': () => turnSelection(canvas, 1),
    'turn-far-left': () => turnSelection(canvas, -15),
    'turn-far-right': () => turnSelection(canvas, 15),
    straighten: () => straighten(canvas),
    larger: () => scaleSelection(canvas, 1.02),
    smaller: () => scaleSelection(canvas, 1 / 1.02),
    'much-larger': () => scaleSelection(canvas, 1.2),
    'much-smaller': () => scaleSelection(canvas, 1 / 1.2),
    'flip-horizontal': () => flipSelection(canvas, 'horizontal'),
    'flip-vertical': () => flipSelection(canvas, 'vertical'),
    'align-left': () => alignSelection(canvas, 'left'),
    'align-center': () => alignSelection(canvas, 'center'),
    'align-right': () => alignSelection(canvas, 'right'),
    'align-top': () => alignSelection(canvas, 'top'),
    'align-middle': () => alignSelection(canvas, 'middle'),
    'align-bottom': () => alignSelection(canvas, 'bottom'),
    'distribute-horizontal': () => distributeSelection(canvas, 'horizontal'),
    'distribute-vertical': () => distributeSelection(canvas, 'vertical'),
  }
}

function arrangeCommands(canvas: CanvasModel) {
  return {
    delete: () => deleteSelection(canvas),
    duplicate: () => void duplicateSelection(canvas),
    bold: () => void toggleEmphasis(canvas, 'bold'),
    italic: () => void toggleEmphasis(canvas, 'italic'),
    group: () => groupSelection(canvas),
    ungroup: () => ungroupSelection(canvas),
    'bring-forward': () => orderSelection(canvas, 'forward'),
    'send-backward': () => orderSelection(canvas, 'backward'),
    'bring-to-front': () => orderSelection(canvas, 'front'),
    'send-to-back': () => orderSelection(canvas, 'back'),
    hide: () => toggleHidden(canvas),
    lock: () => toggleLocked(canvas),
  }
}

const zoomStep = 1.25

function viewCommands(canvas: CanvasModel) {
  const { view, hasRulers, tool } = canvas
  return {
    'zoom-in': () => view.set(zoomAt(view.get(), zoomStep)),
    'zoom-out': () => view.set(zoomAt(view.get(), 1 / zoomStep)),
    'zoom-to-fit': () => fitView(canvas),
    'zoom-to-pixels': () => view.set(zoomToPixels(view.get())),
    'zoom-to-selection': () => zoomToSelection(canvas),
    rulers: () => hasRulers.set(!hasRulers.get()),
    'hand-tool': () => tool.set('hand'),
    'select-tool': () => tool.set('select'),
  }
}
