// Finds the shortcut for a key press, and decides when a focused control keeps the key.
import { type CanvasKey, canvasKeys } from './key-table.ts'

/** What the element with the focus does with keys itself. `stage`: nothing, keys mean the layers. */
export type KeyPlace = 'stage' | 'control' | 'writing'

export function placeOfKey(target: EventTarget | null): KeyPlace {
  if (!(target instanceof Element) || target === document.body) return 'stage'
  if (target.closest('[data-canvas-stage]')) {
    if (target.closest('textarea, input')) return 'writing'
    return target.closest('button, [role=slider]') ? 'control' : 'stage'
  }
  if (
    target.closest(
      'textarea, select, [contenteditable], input:not([type=checkbox], [type=radio], [type=range], [type=color])',
    )
  )
    return 'writing'
  return target.closest('button, a, input, summary, [role]') ? 'control' : 'stage'
}

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/** The key that a press means, if any. */
export function findCanvasKey(press: Press, place: KeyPlace, hasLetters: boolean): CanvasKey | undefined {
  const isCommand = press.ctrlKey || press.metaKey
  return canvasKeys.find(
    (one) =>
      (one.codes.includes(press.code) || one.codes.includes(press.key)) &&
      (one.isCommand ?? false) === isCommand &&
      (one.isAlt ?? false) === press.altKey &&
      (one.anyShift || (one.isShift ?? false) === press.shiftKey) &&
      (place !== 'writing' || one.leavesControls === true) &&
      (place === 'stage' || !one.isStage) &&
      (!one.isLetter || hasLetters),
  )
}
