// The three ways in which people press: mouse, finger and keyboard.
import { expect, test } from 'vitest'
import { commands, type Locator, userEvent } from 'vitest/browser'

export type PressedBy = 'mouse' | 'finger' | 'keyboard'

/** The input devices of this browser: a finger on the phone, mouse and keyboard on the desktop. */
export const pressedBy: readonly PressedBy[] = navigator.maxTouchPoints > 0 ? ['finger'] : ['mouse', 'keyboard']

/**
 * For tests that need a mouse, or several presses of one button in a row: a finger's next tap would be a double press.
 */
export const atDesk = test.runIf(pressedBy.includes('mouse'))

/** Presses a control. By keyboard: focuses it, then Space for a choice, else Enter. */
export async function press(target: Locator, by: PressedBy = pressedBy[0] ?? 'mouse'): Promise<void> {
  if (by === 'mouse') return await userEvent.click(target)
  if (by === 'finger') return await commands.tap(target.selector)
  // Waits as a click and a tap do.
  await expect.element(target).toBeVisible()
  const element = target.element() as HTMLElement
  element.focus()
  if (document.activeElement !== element) throw new Error(`the keyboard cannot reach ${target.selector}`)
  const isChosen = element.matches(
    'input[type=checkbox], input[type=radio], [role=checkbox], [role=radio], [role=switch]',
  )
  await userEvent.keyboard(isChosen ? ' ' : '{Enter}')
}
