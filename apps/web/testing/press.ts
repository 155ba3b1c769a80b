// The three ways in which people press: mouse, finger and keyboard.
import { expect, test } from 'vitest'
import { commands, type Locator, userEvent } from 'vitest/browser'

export type PressedBy = 'mouse' | 'finger' | 'keyboard'

/** What a person has in this browser: a finger on the phone, mouse and keyboard at the desk. */
export const pressedBy: readonly PressedBy[] = navigator.maxTouchPoints > 0 ? ['finger'] : ['mouse', 'keyboard']

/** For what needs a mouse, or several presses of one button in a row: a finger's next tap would be a double press. */
export const atDesk = test.runIf(pressedBy.includes('mouse'))

/** Presses a control. By keyboard it is reached as it is there: by focus, then Space where it is chosen, else Enter. */
export async function press(target: Locator, by: PressedBy = pressedBy[0] ?? 'mouse'): Promise<void> {
  if (by === 'mouse') return await userEvent.click(target)
  if (by === 'finger') return await commands.tap(target.selector)
  // As a click and a tap wait.
  await expect.element(target).toBeVisible()
  const element = target.element() as HTMLElement
  element.focus()
  if (document.activeElement !== element) throw new Error(`the keyboard cannot reach ${target.selector}`)
  const isChosen = element.matches(
    'input[type=checkbox], input[type=radio], [role=checkbox], [role=radio], [role=switch]',
  )
  await userEvent.keyboard(isChosen ? ' ' : '{Enter}')
}
