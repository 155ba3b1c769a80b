// Pasting names of several lines into a field of one line.
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPage } from '../../testing/render-page.tsx'
import { TextField } from './field.tsx'

test.each([
  ['Raj\nSimran', 'Raj Simran'],
  ['\r\nRaj \u2028 Simran\n', 'Raj Simran'],
  ['Raj  Simran', 'Raj  Simran'],
])('%j is pasted as %j, at the caret and as one step of undo', async (copied, line) => {
  renderPage(
    <>
      <textarea aria-label="Message" defaultValue={copied} />
      <TextField label="Name" />
    </>,
  )
  const [message, name] = [page.getByLabelText('Message'), page.getByLabelText('Name')]
  await userEvent.click(message)
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}')
  await userEvent.copy()
  await userEvent.fill(name, 'Dear ')
  await userEvent.paste()
  await expect.element(name).toHaveValue(`Dear ${line}`)
  await userEvent.keyboard('{ControlOrMeta>}z{/ControlOrMeta}')
  await expect.element(name).toHaveValue('Dear ')
})
