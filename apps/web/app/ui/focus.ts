// Moves the focus when one element replaces another, so that keyboard users are not sent back to the top of the page.
import { type FocusEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** A `ref` for the element that replaces the pressed button. Give it `tabIndex={-1}`. */
function takeFocus(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true })
}

/** The same, but only if removing an element lost the focus. */
export function catchFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) takeFocus(element)
}

/** A `ref` for a button that is replaced while `isOpen`: it takes the focus again afterwards. */
export function useFocusReturn(isOpen: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) takeFocus(button.current)
    wasOpen.current = isOpen
  }, [isOpen])
  return button
}

/** How long an element that replaces another ignores presses. */
export const settleMs = 300

/** Containers with their own focus order: nothing outside replaces an element inside. */
const boundary = 'main, dialog, body'
const focusable = 'a[href], button, input:not([type="hidden"]), select, textarea, summary, [tabindex]'

/**
 * Keeps the focus of keyboard users in place when the control they have pressed is removed or disabled. `isFocused`:
 * such a control stays focusable until they leave it, with `aria-disabled` instead of `disabled`. A removed control
 * passes the focus to its replacement, the next row of its list, or the control before it.
 */
export function usePreservedFocus<E extends HTMLElement>() {
  const [isFocused, setIsFocused] = useState(false)
  const focused = useRef<E>(null)
  useLayoutEffect(
    () => () => {
      const element = focused.current
      // A pointer needs no focus, and focusing a text field opens a phone's keyboard.
      if (element && document.activeElement === element && element.matches(':focus-visible')) passFocusOn(element)
    },
    [],
  )
  return {
    isFocused,
    onFocus: ({ currentTarget }: FocusEvent<E>) => {
      focused.current = currentTarget
      setIsFocused(true)
    },
    onBlur: () => {
      focused.current = null
      setIsFocused(false)
    },
  }
}

/** Called before `element` is removed; explicit focus changes take precedence. */
function passFocusOn(element: HTMLElement): void {
  const places: { parent: Element; before: Element[] }[] = []
  for (let child: Element = element; child.parentElement && !child.matches(boundary); child = child.parentElement) {
    const siblings = [...child.parentElement.children]
    places.push({ parent: child.parentElement, before: siblings.slice(0, siblings.indexOf(child)) })
  }
  // By then the document has changed.
  queueMicrotask(() => {
    if (document.activeElement !== document.body) return
    const place = places.find(({ parent }) => parent.isConnected)
    if (!place) return
    const { parent, before } = place
    const previous = before.findLast((sibling) => sibling.parentElement === parent)
    const neighbour = findNeighbour(parent, previous ?? null)
    neighbour?.focus()
    if (neighbour) ignorePresses(neighbour)
  })
}

/** Stops a press from reaching any other handler. */
export function ignore(event: Pick<Event, 'preventDefault' | 'stopPropagation'>): void {
  event.preventDefault()
  event.stopPropagation()
}

/** Ignores presses for a moment: the second half of a double press was meant for the previous element. */
function ignorePresses(element: HTMLElement): void {
  element.addEventListener('click', ignore)
  setTimeout(() => element.removeEventListener('click', ignore), settleMs)
}

/**
 * The control that follows the place after `previous`, else the one before it; the nearest container is searched first.
 */
function findNeighbour(parent: Element, previous: Element | null): HTMLElement | undefined {
  // Another page is no replacement for the button that led to it.
  if (parent.matches('main, body')) return undefined
  const siblings = [...parent.children]
  const at = previous ? siblings.indexOf(previous) + 1 : 0
  const [next] = siblings.slice(at).flatMap(listFocusable)
  const neighbour = next ?? siblings.slice(0, at).flatMap(listFocusable).at(-1)
  if (neighbour || parent.matches(boundary) || !parent.parentElement) return neighbour
  return findNeighbour(parent.parentElement, parent)
}

function listFocusable(root: Element): HTMLElement[] {
  return [root, ...root.querySelectorAll(focusable)].filter(
    (element): element is HTMLElement =>
      element instanceof HTMLElement &&
      element.matches(focusable) &&
      element.tabIndex >= 0 &&
      !element.matches(':disabled') &&
      !element.closest('[inert]') &&
      element.checkVisibility({ visibilityProperty: true }),
  )
}
