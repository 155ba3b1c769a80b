// The effect of one press by mouse, finger and keyboard: an action runs once, and a label does what its control does.
import { type ReactNode, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { commands, type Locator, page, userEvent } from 'vitest/browser'
import { type PressedBy, press, pressedBy } from '../../testing/press.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { Button, IconButton, LinkButton } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { CheckboxField, TextField } from './field.tsx'

async function focus(target: Locator): Promise<void> {
  await expect.element(target).toBeVisible()
  ;(target.element() as HTMLElement).focus()
}

/** Two presses at one place, faster than anyone can read the effect of the first one. */
async function pressTwice(target: Locator, by: PressedBy): Promise<void> {
  if (by === 'mouse') return await userEvent.dblClick(target)
  if (by === 'finger') return await commands.doubleTap(target.selector)
  await focus(target)
  // Presses Enter twice on the focused element; keys from outside may be slower than a double press.
  for (let half = 0; half < 2; half++) {
    ;(document.activeElement as HTMLElement).click()
    await new Promise((done) => setTimeout(done))
  }
}

const show = (children: ReactNode) =>
  renderPage(children, { at: '/here', routes: [{ path: 'elsewhere', Component: () => <h1>Elsewhere</h1> }] })

const button = (name: string) => page.getByRole('button', { name, exact: true })

test.each(pressedBy)('an action that is over at once happens once for a double press by %s', async (by) => {
  const send = vi.fn(async () => undefined)
  show(<Button onClick={send}>Send</Button>)
  await pressTwice(button('Send'), by)
  expect(send).toHaveBeenCalledOnce()
})

test('an action that is under way is not started again', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const send = vi.fn(() => promise)
  show(
    <>
      <Button onClick={send}>Send</Button>
      <Button>Elsewhere</Button>
    </>,
  )
  await press(button('Send'))
  await expect.element(button('Send')).toHaveAttribute('aria-busy')
  // Scripted, because Playwright would wait until it is enabled.
  ;(button('Send').element() as HTMLElement).click()
  expect(send).toHaveBeenCalledOnce()
  resolve()
  await expect.element(button('Send')).not.toHaveAttribute('aria-busy')
  await press(button('Elsewhere'))
  await press(button('Send'))
  expect(send).toHaveBeenCalledTimes(2)
})

test.each(pressedBy)('a form is sent once for a double press by %s', async (by) => {
  const send = vi.fn()
  show(
    <form action={send}>
      <Button type="submit">Send</Button>
    </form>,
  )
  await pressTwice(button('Send'), by)
  expect(send).toHaveBeenCalledOnce()
})

test.each(pressedBy)('a tool is pressed as often as it is pressed, by %s', async (by) => {
  const zoom = vi.fn()
  show(<IconButton label="Zoom in" onClick={zoom} />)
  await pressTwice(button('Zoom in'), by)
  expect(zoom).toHaveBeenCalledTimes(2)
})

test.runIf(pressedBy.includes('keyboard')).each(['button', 'textbox'])(
  'a held Enter in a %s sends its form once',
  async (role) => {
    const send = vi.fn()
    show(
      <form
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <TextField label="Name" />
        <Button type="submit">Send</Button>
      </form>,
    )
    await focus(page.getByRole(role))
    await userEvent.keyboard('{Enter>4/}')
    expect(send).toHaveBeenCalledOnce()
  },
)

/**
 * Opens a dialog whose focused button overlaps the button that opened it; their centres are too far apart for browsers
 * to count a double click.
 */
function Purchase({ onBuy, children }: { onBuy: () => void; children?: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button className="fixed start-24 top-24 size-16" onClick={() => setIsOpen(true)}>
        Buy
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title="Confirm purchase">
        {children}
        <Button data-autofocus className="fixed inset-20" onClick={onBuy}>
          Confirm
        </Button>
      </Dialog>
    </>
  )
}

test.each(pressedBy)('a dialog that opens is not confirmed by the second half of a double press by %s', async (by) => {
  const buy = vi.fn()
  show(<Purchase onBuy={buy} />)
  await pressTwice(button('Buy'), by)
  await expect.element(button('Confirm')).toBeVisible()
  expect(buy).not.toHaveBeenCalled()
  await expect.element(page.getByRole('dialog')).toHaveStyle({ pointerEvents: 'auto' })
  await press(button('Confirm'), by)
  await expect.poll(() => buy.mock.calls.length).toBe(1)
})

test.each(pressedBy)('a dialog that opens is not closed by the second half of a double press by %s', async (by) => {
  function Help() {
    const [isOpen, setIsOpen] = useState(false)
    return (
      <>
        <IconButton label="Help" onClick={() => setIsOpen(true)} />
        <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title="Help">
          <p>Ask us.</p>
        </Dialog>
      </>
    )
  }
  show(<Help />)
  await pressTwice(button('Help'), by)
  await expect.element(page.getByRole('dialog')).toHaveStyle({ pointerEvents: 'auto' })
  await expect.element(page.getByRole('dialog')).toBeVisible()
})

test('typing into a dialog that has just opened is somebody who has seen it', async () => {
  const buy = vi.fn()
  show(
    <Purchase onBuy={buy}>
      <TextField label="Code" />
    </Purchase>,
  )
  await press(button('Buy'))
  await userEvent.fill(page.getByLabelText('Code'), 'DIWALI')
  await expect.element(page.getByRole('dialog')).toHaveStyle({ pointerEvents: 'auto' })
})

for (const by of pressedBy.filter((one) => one !== 'keyboard')) {
  test(`what comes under the pointer is not pressed by the second half of a double press by ${by}`, async () => {
    const pressed = vi.fn()
    function Steps() {
      const [step, setStep] = useState(0)
      const next = () => setStep(step + 1)
      const className = 'fixed inset-x-0 top-0 h-20'
      if (step === 0) return <Button key="a" className={className} onClick={next} children="Next" />
      return (
        <>
          <Button key="b" className={className} onClick={pressed} children="Pay" />
          <IconButton className="fixed inset-x-0 top-0 h-20 w-full" label="Larger" onClick={pressed} />
          <LinkButton className={className} to="/elsewhere" children="Leave" />
        </>
      )
    }
    show(<Steps />)
    await pressTwice(button('Next'), by)
    await expect.element(page.getByRole('link', { name: 'Leave' })).toBeVisible()
    expect(pressed).not.toHaveBeenCalled()
  })
}

test('a label chooses what its control chooses', async () => {
  show(
    <>
      <CheckboxField label="Remember me" />
      <label>
        <input type="radio" name="shape" className="sr-only" />
        Square
      </label>
    </>,
  )
  for (const name of ['Remember me', 'Square']) {
    await press(page.getByText(name))
    await expect.element(page.getByLabelText(name)).toBeChecked()
  }
  await press(page.getByText('Remember me'))
  await expect.element(page.getByLabelText('Remember me')).not.toBeChecked()
})
