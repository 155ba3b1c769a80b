// Chips far down in a scrolling panel: choosing one moves neither the page nor other controls.
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { press, pressedBy } from '../../testing/press.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { Chip } from './chip.tsx'

const names = ['None', 'Vivid', 'Warm', 'Noir']

function Filters() {
  const [chosen, choose] = useState('None')
  return (
    <main className="h-dvh overflow-hidden">
      <div data-testid="panel" className="h-full overflow-y-auto">
        <div className="h-[300vh]">
          <button type="button">Before</button>
        </div>
        <div role="radiogroup" aria-label="Filter">
          {names.map((name) => (
            <Chip
              key={name}
              name="filter"
              checked={name === chosen}
              onChange={() => choose(name)}
              className="h-11 px-3.5"
            >
              {name}
            </Chip>
          ))}
        </div>
      </div>
    </main>
  )
}

const chip = (name: string) => page.getByRole('radio', { name })

function expectStill(): void {
  expect([scrollX, scrollY]).toEqual([0, 0])
  expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(innerHeight)
  expect(document.querySelector('main')?.scrollTop).toBe(0)
}

test.each(pressedBy)('choosing each by %s scrolls the panel alone', async (by) => {
  renderPage(<Filters />, { at: '/editor' })
  await expect.element(chip('None')).toBeInTheDocument()
  expectStill()
  for (const name of [...names.slice(1), 'None']) {
    await press(chip(name), by)
    await expect.element(chip(name)).toBeChecked()
    expectStill()
    const { top, bottom } = chip(name).element().getBoundingClientRect()
    expect([top >= 0, bottom <= innerHeight]).toEqual([true, true])
  }
})

test('the focus that comes by Tab is in sight, and arrow keys choose', async () => {
  renderPage(<Filters />, { at: '/editor' })
  await expect.element(chip('None')).toBeInTheDocument()
  ;(page.getByRole('button', { name: 'Before' }).element() as HTMLElement).focus()
  await userEvent.tab()
  await expect.element(chip('None')).toHaveFocus()
  expectStill()
  expect(page.getByTestId('panel').element().scrollTop).toBeGreaterThan(0)
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(chip('Vivid')).toBeChecked()
  expectStill()
})

test('a finger meets the input itself, so that a tap is one click', async () => {
  renderPage(<Filters />, { at: '/editor' })
  await expect.element(chip('Warm')).toBeInTheDocument()
  chip('Warm').element().scrollIntoView()
  const label = chip('Warm').element().closest('label') as HTMLElement
  const box = label.getBoundingClientRect()
  const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
  expect(hit).toBe(chip('Warm').element())
  let clicks = 0
  label.addEventListener('click', () => clicks++)
  await press(chip('Warm'))
  expect(clicks).toBe(1)
})
