// The handle of the sheet: a tap does not reach elements that slide under the finger.
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { press } from '../../../testing/press.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { Button } from '../../ui/button.tsx'
import '../shell/editor.css'
import { SheetHandle } from './field-panel.tsx'

const isPhone = navigator.maxTouchPoints > 0

function renderSheet(): { heightOf: () => number; changes: string[] } {
  const changes: string[] = []
  renderPage(
    <main className="editor-grid relative grid overflow-clip">
      <header className="h-14 [grid-area:bar]" />
      <div className="[grid-area:stage]" />
      <section aria-label="Sheet" className="editor-sheet flex flex-col [grid-area:fields]">
        <SheetHandle />
        <div className="min-h-0 flex-1 overflow-y-auto">
          {Array.from({ length: 40 }, (_, n) => (
            <input
              key={`slider ${n + 1}`}
              type="range"
              aria-label={`Slider ${n + 1}`}
              defaultValue={5}
              onChange={() => changes.push(`Slider ${n + 1}`)}
              className="block h-6 w-full"
            />
          ))}
        </div>
      </section>
    </main>,
    { at: '/editor' },
  )
  return { changes, heightOf: () => page.getByRole('region', { name: 'Sheet' }).element().clientHeight }
}

const handle = (name: 'preview' | 'fields') =>
  page.getByRole('button', { name: name === 'preview' ? 'Show more of the preview' : 'Show more fields' })

test('what a finger touches in an editor is 44 px high, however small it is beside a mouse', async () => {
  renderPage(
    <main className="editor-grid grid">
      <Button size="small" className="self-start">
        Reset
      </Button>
    </main>,
    { at: '/editor' },
  )
  const button = page.getByRole('button', { name: 'Reset' })
  await expect.poll(() => button.element().getBoundingClientRect().height).toBe(isPhone ? 44 : 36)
})

test.runIf(isPhone)('a tap goes to the other height, and changes nothing under the finger', async () => {
  const { changes, heightOf } = renderSheet()
  await expect.element(handle('preview')).toBeVisible()
  const tall = heightOf()
  // The picture keeps 35 % of the screen.
  expect(tall).toBeLessThan(innerHeight * 0.5)
  for (let n = 0; n < 2; n++) {
    await press(handle('preview'))
    await expect.element(handle('fields')).toBeVisible()
    // The difference is at least a third of the height.
    expect(tall - heightOf()).toBeGreaterThan(150)
    await press(handle('fields'))
    await expect.element(handle('preview')).toBeVisible()
    expect(heightOf()).toBe(tall)
  }
  expect(changes).toEqual([])
})

test.runIf(isPhone)('a press by keyboard or screen reader does the same', async () => {
  const { heightOf } = renderSheet()
  await expect.element(handle('preview')).toBeVisible()
  const tall = heightOf()
  ;(handle('preview').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(handle('fields')).toHaveFocus()
  expect(heightOf()).toBeLessThan(tall)
})

test.runIf(isPhone)('dragging follows the finger, and its direction decides where the sheet rests', async () => {
  const { heightOf } = renderSheet()
  await expect.element(handle('preview')).toBeVisible()
  const tall = heightOf()
  const drag = (by: number) => {
    const element = handle(by > 0 ? 'preview' : 'fields').element()
    const { x, y } = element.getBoundingClientRect()
    // Otherwise the page would scroll too, which scripted events cannot show.
    expect(getComputedStyle(element).touchAction).toBe('none')
    const send = (type: string, clientY: number) =>
      element.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, clientX: x + 20, clientY }))
    // A scripted pointer cannot be captured.
    element.setPointerCapture = () => undefined
    send('pointerdown', y + 20)
    send('pointermove', y + 20 + by / 2)
    const between = heightOf()
    send('pointerup', y + 20 + by)
    return between
  }
  expect(drag(80)).toBeLessThan(tall)
  await expect.element(handle('fields')).toBeVisible()
  drag(-80)
  await expect.element(handle('preview')).toBeVisible()
  expect(heightOf()).toBe(tall)
})
