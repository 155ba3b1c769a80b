// A draft that saves automatically: nothing typed is lost, nothing invalid is sent.

import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../testing/render-page.tsx'
import { Form, FormText } from './form.tsx'
import { useAutosave, useForm } from './use-form.ts'

function openDraft() {
  const send = vi.fn(async (typed: { name: string; note: string }) => ({ ...typed, name: typed.name.trim() }))
  function Draft() {
    const form = useForm({
      values: { name: 'Lanterns', note: '' },
      send,
      check: ({ name }) => ({ ...(name.trim() === '' && { name: 'Please give it a name' }) }),
      mode: 'onChange',
    })
    useAutosave(form, true)
    return (
      <Form form={form}>
        <FormText form={form} name="name" label="Name" />
        <FormText form={form} name="note" label="Note" />
        <p role="status">{form.failure ?? form.state.status}</p>
      </Form>
    )
  }
  return { send, leave: renderPage(<Draft />) }
}

const name = page.getByLabelText('Name')
const status = page.getByRole('status').filter({ hasText: /./ })

test('saves when typing pauses, and leaves a blank before the next word alone', async () => {
  const { send } = openDraft()
  await name.fill('Lanterns at ')
  await expect.element(status).toHaveTextContent('saved')
  expect(send.mock.calls).toEqual([[{ name: 'Lanterns at ', note: '' }]])
  await expect.element(name).toHaveValue('Lanterns at ')
})

test('what was typed just before leaving is sent', async () => {
  const { send, leave } = openDraft()
  await name.fill('Lamps')
  await expect.element(name).toHaveValue('Lamps')
  leave()
  await expect.poll(() => send.mock.calls.length).toBe(1)
  expect(send.mock.calls[0]?.[0].name).toBe('Lamps')
})

test('what is wrong is said at once, and sent once it is right; a failure waits for the next change', async () => {
  const { send } = openDraft()
  await name.fill('')
  await expect.element(name).toHaveAccessibleDescription('Please give it a name')
  await page.getByLabelText('Note').fill('For Diwali')
  send.mockRejectedValueOnce(new Error('no network'))
  await name.fill('Lamps')
  await expect.element(status).toHaveTextContent('The changes could not be saved.')
  await page.getByLabelText('Note').fill('For Diwali 2026')
  await expect.element(status).toHaveTextContent('saved')
  expect(send.mock.calls.map(([typed]) => typed)).toEqual([
    { name: 'Lamps', note: 'For Diwali' },
    { name: 'Lamps', note: 'For Diwali 2026' },
  ])
})
