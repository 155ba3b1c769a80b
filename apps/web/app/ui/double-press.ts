// The second half of a double press (a double click, a double tap, Enter twice) does nothing of its own: it neither repeats
// an action nor presses what the first half has put in its place, such as the button of a dialog that asks about money.

/** The longest pause between both halves: what Windows, macOS and GTK call a double click by default. */
export const doublePressMs = 500
/** A finger does not hit the same point twice. */
const fingerPixels = 24

/** Carried by a control whose action one press performs at most once; others may be pressed as fast as one likes. */
export const pressOnce = { 'data-press': 'once' } as const

const controls = 'button, a[href], summary, input, [role="button"], [role^="menuitem"], [role="tab"], [role="option"]'

/** The properties of a click that show whether it belongs to the previous one. `control` is the clicked control, if any. */
export type Press = {
  control: Element | null
  atMs: number
  x: number
  y: number
  /** 0 for the keyboard, else how many clicks in a row the browser has counted at this place. */
  count: number
  isTouch: boolean
}

/** Whether a press is the second half of the one before. */
export function isSecondHalf(press: Press, before: Press | undefined): boolean {
  if (!before || press.atMs - before.atMs > doublePressMs) return false
  if (press.count === 0 || before.count === 0) return press.count === before.count
  const isSamePlace = Math.hypot(press.x - before.x, press.y - before.y) <= fingerPixels
  // Safari counts no taps.
  return press.count > 1 || (press.isTouch && isSamePlace)
}

/** Swallows second halves everywhere on the page, before any other listener. Returns how to stop. */
export function watchDoublePresses(page: Document): () => void {
  let before: Press | undefined
  const isUnwanted = (control: Element | null) =>
    control !== null && (control !== before?.control || control.closest('[data-press="once"]') !== null)
  const onClick = (event: MouseEvent) => {
    // What a script presses is no half of anything.
    if (!event.isTrusted) return
    const press = describe(event)
    if (before ? isSecondHalf(press, before) && isUnwanted(press.control) : isHalfOfEarlier(press)) {
      event.preventDefault()
      event.stopImmediatePropagation()
      // A third press and a fourth belong to the same restless finger.
      before = before && { ...before, atMs: press.atMs }
    } else before = press
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // A press after another key is a new one: the focus was moved on purpose.
    if (event.key !== 'Enter' && event.key !== ' ') before = undefined
    else if (event.repeat && event.key === 'Enter' && isUnwanted(controlOf(event))) event.preventDefault()
  }
  page.addEventListener('click', onClick, true)
  page.addEventListener('keydown', onKeyDown, true)
  return () => {
    page.removeEventListener('click', onClick, true)
    page.removeEventListener('keydown', onKeyDown, true)
  }
}

/** Its first half came before anything listened, and is repeated now (late-start.ts). */
function isHalfOfEarlier({ control, count }: Press): boolean {
  return count > 1 && control?.closest('[data-press="once"]') != null
}

function describe(event: MouseEvent): Press {
  return {
    control: controlOf(event),
    atMs: event.timeStamp,
    x: event.clientX,
    y: event.clientY,
    count: event.detail,
    isTouch: 'pointerType' in event && event.pointerType === 'touch',
  }
}

function controlOf({ target }: Event): Element | null {
  return target instanceof Element ? target.closest(controls) : null
}
