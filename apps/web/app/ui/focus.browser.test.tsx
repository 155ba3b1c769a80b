// The focus after a press that removes or disables the pressed button.
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { press, pressedBy } from '../../testing/press.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { Button, IconButton, PlainButton } from './button.tsx'
import { Dialog } from './dialog.tsx'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const withKeyboard = test.runIf(pressedBy.includes('keyboard'))

function Stepper() {
  const [count, setCount] = useState(1)
  return (
    <>
      <IconButton label="Undo" disabled={count === 0} onClick={() => setCount(count - 1)} />
      <Button disabled={count > 1} onClick={() => setCount(count + 1)}>
        Add
      </Button>
      <output>{count}</output>
    </>
  )
}

test.each(pressedBy)('a button that its own press disables, by %s, does nothing more', async (by) => {
  renderPage(<Stepper />)
  await press(button('Undo'), by)
  await expect.element(page.getByText('0')).toBeVisible()
  expect(button('Undo').element().matches(':disabled, [aria-disabled="true"]')).toBe(true)
  // Scripted, because Playwright would wait until it is enabled.
  ;(button('Undo').element() as HTMLElement).click()
  await press(button('Add'), by)
  await expect.element(page.getByText('1')).toBeVisible()
})

withKeyboard('a button that its own press disables has the focus until the person leaves it', async () => {
  renderPage(<Stepper />)
  await press(button('Undo'), 'keyboard')
  await expect.element(button('Undo')).toHaveAttribute('aria-disabled', 'true')
  await expect.element(button('Undo')).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(button('Add')).toHaveFocus()
  await expect.element(button('Undo')).toBeDisabled()
  await expect.element(button('Undo')).not.toHaveAttribute('aria-disabled')
})

withKeyboard('a disabled button does not send its form while it has the focus', async () => {
  let sent = 0
  function Form() {
    const [isSent, setIsSent] = useState(false)
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault()
          sent += 1
          setIsSent(true)
        }}
      >
        <Button type="submit" disabled={isSent}>
          Send
        </Button>
      </form>
    )
  }
  renderPage(<Form />)
  await press(button('Send'), 'keyboard')
  await expect.element(button('Send')).toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('{Enter}')
  expect(sent).toBe(1)
})

function Rows({ names }: { names: string[] }) {
  const [left, setLeft] = useState(names)
  return (
    <main>
      <section aria-label="Guests">
        <Button>Invite</Button>
        <ul>
          {left.map((name) => (
            <li key={name}>
              <PlainButton>{name}</PlainButton>
              <PlainButton
                onClick={() => setLeft(left.filter((other) => other !== name))}
              >{`Remove ${name}`}</PlainButton>
            </li>
          ))}
        </ul>
      </section>
    </main>
  )
}

withKeyboard.each([
  ['Remove Asha', 'Rahul', 'the next row'],
  ['Remove Rahul', 'Remove Asha', 'the row before the last one'],
])('%s: the focus goes to %s, in %s', async (pressed, focused) => {
  renderPage(<Rows names={['Asha', 'Rahul']} />)
  await press(button(pressed), 'keyboard')
  await expect.element(button(pressed)).not.toBeInTheDocument()
  await expect.element(button(focused)).toHaveFocus()
})

withKeyboard('a double press removes one row', async () => {
  renderPage(<Rows names={['Asha', 'Rahul']} />)
  await expect.element(button('Remove Rahul')).toBeVisible()
  ;(button('Remove Rahul').element() as HTMLElement).focus()
  // Presses Enter twice on the focused element; keys from outside may be slower than a double press.
  for (let half = 0; half < 2; half++) {
    ;(document.activeElement as HTMLElement).click()
    await new Promise((done) => setTimeout(done))
  }
  await expect.element(button('Remove Rahul')).not.toBeInTheDocument()
  await expect.element(button('Remove Asha')).toHaveFocus()
})

withKeyboard('the focus goes to what is beside a list that is empty', async () => {
  renderPage(<Rows names={['Asha']} />)
  await press(button('Remove Asha'), 'keyboard')
  await expect.element(button('Invite')).toHaveFocus()
})

/** A button that its press removes, between controls of another container. */
function Field() {
  const [isChanged, setIsChanged] = useState(true)
  return (
    <main>
      <div>
        <div>{isChanged ? <PlainButton onClick={() => setIsChanged(false)}>Reset</PlainButton> : <p>As it was</p>}</div>
        <input aria-label="Title" />
      </div>
    </main>
  )
}

withKeyboard('the focus goes to the control of a field whose change is reset', async () => {
  renderPage(<Field />)
  await press(button('Reset'), 'keyboard')
  await expect.element(page.getByLabelText('Title')).toHaveFocus()
})

test.each(pressedBy.filter((by) => by !== 'keyboard'))('a press by %s moves the focus into no field', async (by) => {
  renderPage(<Field />)
  await press(button('Reset'), by)
  await expect.element(page.getByText('As it was')).toBeVisible()
  expect(document.activeElement).toBe(document.body)
})

withKeyboard('the focus goes to what replaces the button', async () => {
  function Toggle() {
    const [isAdded, setIsAdded] = useState(false)
    return (
      <main>
        <div>
          <Button>Like</Button>
          {isAdded ? <a href="/cart">In your cart</a> : <Button onClick={() => setIsAdded(true)}>Add to cart</Button>}
          <Button>Share</Button>
        </div>
      </main>
    )
  }
  renderPage(<Toggle />)
  await press(button('Add to cart'), 'keyboard')
  await expect.element(page.getByRole('link', { name: 'In your cart' })).toHaveFocus()
})

withKeyboard('a dialog that its button closes gives the focus back to what has opened it', async () => {
  function Help() {
    const [isOpen, setIsOpen] = useState(false)
    return (
      <main>
        <div>
          <Button>Before</Button>
          <Button onClick={() => setIsOpen(true)}>Help</Button>
          <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title="Help">
            {/* A press that closes only after a response. */}
            <Button
              data-autofocus
              onClick={async () => {
                await new Promise((done) => setTimeout(done))
                setIsOpen(false)
              }}
            >
              Done
            </Button>
          </Dialog>
        </div>
      </main>
    )
  }
  renderPage(<Help />)
  await press(button('Help'), 'keyboard')
  await expect.element(page.getByRole('dialog')).toHaveStyle({ pointerEvents: 'auto' })
  await press(button('Done'), 'keyboard')
  await expect.element(button('Done')).not.toBeInTheDocument()
  await expect.element(button('Help')).toHaveFocus()
})

withKeyboard('another page does not take the place of the button that has led to it', async () => {
  function Pages() {
    const [page, setPage] = useState('first')
    return (
      <main>
        {page === 'first' ? (
          <div>
            <Button onClick={() => setPage('second')}>Continue</Button>
          </div>
        ) : (
          <section>
            <input aria-label="Search" />
          </section>
        )}
      </main>
    )
  }
  renderPage(<Pages />)
  await press(button('Continue'), 'keyboard')
  await expect.element(page.getByLabelText('Search')).toBeVisible()
  expect(document.activeElement).toBe(document.body)
})
