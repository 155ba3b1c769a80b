// One press of a button is one action, whether it was a click, a double click, a double tap, or Enter twice.
import {
  type ComponentProps,
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { ignore, settleMs, usePreservedFocus } from './focus.ts'

/** The longest pause between both halves of a double press: the default of Windows, macOS and GTK for a double click. */
export const doublePressMs = 500

/** The properties of a click that show whether it is the second half of a double press. */
export type Press = { timeStamp: number; detail: number; pointerType?: string }

/**
 * Whether a click repeats `before`, the previous click on the same button. Browsers count the clicks of a mouse, and
 * taps except in Safari; key presses have the count 0.
 */
export function isSecondHalf({ timeStamp, detail, pointerType }: Press, before: Press | undefined): boolean {
  if (detail > 1) return true
  const isCounted = detail === 1 && pointerType !== 'touch'
  if (isCounted || !before) return false
  return (detail === 0) === (before.detail === 0) && timeStamp - before.timeStamp <= doublePressMs
}

/**
 * Whether a click continues a double press that began on another element at the same place, such as the button of a
 * dialog that has closed.
 */
export function beganElsewhere({ timeStamp, detail }: Press, before: Press | undefined): boolean {
  return detail > 1 && (!before || timeStamp - before.timeStamp > doublePressMs)
}

type PressOptions = Pick<ComponentProps<'button'>, 'disabled' | 'onKeyDown' | 'onFocus' | 'onBlur'> & {
  /** The button is busy until a returned promise settles. */
  onClick?: ((event: MouseEvent<HTMLButtonElement>) => unknown) | undefined
  /** A running action cannot be started again. */
  isBusy?: boolean | undefined
  /**
   * May be pressed several times in quick succession, such as a step forward, and again before its promise has settled.
   * Otherwise a double press is one press.
   */
  isRepeatable?: boolean | undefined
}

/** The props of a button that runs its action once per press and keeps the focus, and whether the action is running. */
export function usePress(options: PressOptions) {
  const { onClick, onKeyDown, onFocus, onBlur, disabled = false, isBusy = false, isRepeatable = false } = options
  const { isFocused, ...focus } = usePreservedFocus<HTMLButtonElement>()
  const [pendingActions, setPendingActions] = useState(0)
  const before = useRef<Press>(undefined)
  const isWorking = isBusy || pendingActions > 0
  return {
    isWorking,
    disabled: disabled && !isFocused,
    'aria-busy': isWorking || undefined,
    'aria-disabled': isWorking || (disabled && isFocused) || undefined,
    onClick: async (event: MouseEvent<HTMLButtonElement>) => {
      const press: Press = event.nativeEvent
      const isRepeated = isRepeatable ? beganElsewhere(press, before.current) : isSecondHalf(press, before.current)
      before.current = press
      if (disabled || isWorking || isRepeated) {
        // Also prevents the click on the submit button by Enter in a form.
        event.preventDefault()
        return
      }
      const action = onClick?.(event)
      if (isRepeatable || !(action instanceof Promise)) return
      setPendingActions((count) => count + 1)
      await action.finally(() => setPendingActions((count) => count - 1))
    },
    onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => {
      if (!isRepeatable) ignoreRepeatedEnter(event)
      onKeyDown?.(event)
    },
    onFocus: (event: FocusEvent<HTMLButtonElement>) => {
      focus.onFocus(event)
      onFocus?.(event)
    },
    onBlur: (event: FocusEvent<HTMLButtonElement>) => {
      focus.onBlur()
      // A press after returning to the button counts as new.
      before.current = undefined
      onBlur?.(event)
    },
  }
}

/** A held Enter is one press: browsers click a button, and submit a form, for each repetition of the key. */
export function ignoreRepeatedEnter(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault()
}

/**
 * For a link: a double click follows it once, and does not follow a link that the first click has put under the
 * pointer.
 */
export function ignoreSecondClick(event: MouseEvent): void {
  if (event.detail > 1) event.preventDefault()
}

/**
 * The props with which an element ignores presses, by pointer or key, for a moment after it has appeared: the second
 * half of a double press was meant for the previous element, and must not confirm what the user has not read. Typing,
 * or moving the focus by a key, ends the moment.
 */
export function useSettling(isShown: boolean): SettlingProps | undefined {
  const [isSettled, setIsSettled] = useState(false)
  useEffect(() => {
    if (!isShown) return
    const timer = setTimeout(() => setIsSettled(true), settleMs)
    return () => {
      clearTimeout(timer)
      setIsSettled(false)
    }
  }, [isShown])
  if (!isShown || isSettled) return undefined
  const settle = () => setIsSettled(true)
  return {
    style: { pointerEvents: 'none' },
    onClickCapture: ignore,
    onInputCapture: settle,
    onKeyDownCapture: ({ key }) => {
      if (key !== 'Enter' && key !== ' ') settle()
    },
  }
}

type SettlingProps = {
  style: CSSProperties
  onClickCapture: (event: MouseEvent) => void
  onInputCapture: () => void
  onKeyDownCapture: (event: KeyboardEvent) => void
}
