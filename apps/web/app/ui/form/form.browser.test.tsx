// A form of one section from stored to saved values, by mouse, finger and keyboard.

import { storefrontSettings } from '@vitrine/contract/settings'
import { useEffect, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../testing/accessible.ts'
import { press, pressedBy } from '../../../testing/press.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { ApiResponseError } from '../../api/api.ts'
import { createNotifier } from '../../api/observable.ts'
import { Button } from '../button.tsx'
import { Form, FormNumber, FormText } from './form.tsx'
import { useForm } from './use-form.ts'

const first = storefrontSettings.parse({})
type Storefront = typeof first

/** A form that shows what it sends; `store` changes the stored values from elsewhere. */
function openForm() {
  const send = vi.fn(async (typed: Storefront): Promise<Storefront> => typed)
  const changed = createNotifier()
  const { promise: later, resolve: goOn } = Promise.withResolvers<void>()
  let stored = first
  function Section() {
    const [values, setValues] = useState(stored)
    useEffect(() => changed.subscribe(() => setValues(stored)), [])
    const form = useForm({
      values,
      send,
      schema: async () => storefrontSettings,
      reload: async () => changed.notify(),
      fieldByError: { 'already-staff': 'announcement' },
    })
    const { state, isChanged, undo } = form
    return (
      <main>
        <Form form={form}>
          <FormText form={form} name="headline" label="Headline" />
          <FormText form={form} name="announcement" label="Announcement" />
          <FormNumber form={form} name="answerDays" label="Days" decimals={0} />
          <p role="status">{state.status === 'failed' ? (state.message ?? 'See the fields') : state.status}</p>
          <p>{isChanged ? 'changed' : 'unchanged'}</p>
          <Button type="submit">Save</Button>
          <Button onClick={form.discard}>Discard</Button>
          <Button onClick={() => later.then(form.discard)}>Discard later</Button>
          {undo && <Button onClick={undo}>Undo</Button>}
        </Form>
      </main>
    )
  }
  renderPage(<Section />)
  const store = (next: Partial<Storefront>) => {
    stored = { ...stored, ...next }
  }
  return { send, store, tell: () => changed.notify(), goOn }
}

const headline = page.getByLabelText('Headline')
const announcement = page.getByLabelText('Announcement')
const save = page.getByRole('button', { name: 'Save' })
const status = page.getByRole('status').filter({ hasText: /./ })

test.each(pressedBy)('what is typed is saved, by %s, and the last save can be undone', async (by) => {
  const { send } = openForm()
  await headline.fill('Lamps by tonight')
  await page.getByLabelText('Days').fill('2')
  await press(save, by)
  await expect.element(status).toHaveTextContent('saved')
  expect(send.mock.calls).toEqual([[{ ...first, headline: 'Lamps by tonight', answerDays: 2 }]])
  await expectAccessible()
  await press(page.getByRole('button', { name: 'Undo' }), by)
  await expect.element(headline).toHaveValue(first.headline)
  await expect.element(page.getByText('unchanged')).toBeVisible()
})

test('the schema stops what is wrong, at its field with the focus, until it is right', async () => {
  const { send } = openForm()
  await headline.fill('')
  await press(save)
  await expect.element(headline).toHaveAccessibleDescription('Enter a headline')
  await expect.element(headline).toHaveFocus()
  await expect.element(headline).toHaveAttribute('maxlength', '90')
  expect(send).not.toHaveBeenCalled()
  await headline.fill('Lamps')
  await expect.element(headline).not.toHaveAccessibleDescription('Enter a headline')
  await press(page.getByRole('button', { name: 'Discard', exact: true }))
  await expect.element(headline).toHaveValue(first.headline)
})

const refusal = (code: ApiResponseError['code'], issues?: object[]) =>
  new ApiResponseError(400, code, 'Refused', issues ? { issues } : {})

test.each([
  ['by its path', refusal('invalid-input', [{ path: 'announcement', message: 'Too loud' }]), 'Too loud'],
  ['by the code of a rule', refusal('already-staff'), 'Refused'],
])('what the server refuses is said at the field it names %s', async (_by, failure, message) => {
  const { send } = openForm()
  send.mockRejectedValueOnce(failure)
  await headline.fill('Lamps')
  await press(save)
  await expect.element(announcement).toHaveAccessibleDescription(message)
  await expect.element(announcement).toHaveFocus()
  await expect.element(status).toHaveTextContent('See the fields')
})

test('what is wrong with a field that is not shown is said below', async () => {
  const { send } = openForm()
  send.mockRejectedValueOnce(refusal('invalid-input', [{ path: 'refundDays', message: 'Not shown here' }]))
  await headline.fill('Lamps')
  await press(save)
  await expect.element(status).toHaveTextContent('Not shown here')
})

test('what somebody else has saved is shown, what is typed stays, and discarding shows theirs', async () => {
  const { send, store } = openForm()
  await headline.fill('Mine')
  store({ headline: 'Theirs', announcement: 'Also theirs' })
  send.mockRejectedValueOnce(refusal('settings-changed'))
  await press(save)
  const told =
    'Somebody else changed this in the meantime. Their changes are shown and yours are kept: please check, and save again.'
  await expect.element(status).toHaveTextContent(told)
  await expect.element(announcement).toHaveValue('Also theirs')
  await expect.element(headline).toHaveValue('Mine')
  await press(page.getByRole('button', { name: 'Discard', exact: true }))
  await expect.element(headline).toHaveValue('Theirs')
})

test('discarding shows what is stored by then', async () => {
  const { store, tell, goOn } = openForm()
  await headline.fill('Mine')
  await press(page.getByRole('button', { name: 'Discard later' }))
  store({ headline: 'Theirs', announcement: 'Also theirs' })
  tell()
  await expect.element(announcement).toHaveValue('Also theirs')
  goOn()
  await expect.element(headline).toHaveValue('Theirs')
  await expect.element(page.getByText('unchanged')).toBeVisible()
})

test('what is typed while it is being saved stays', async () => {
  const { send } = openForm()
  const answer = Promise.withResolvers<Storefront>()
  send.mockReturnValueOnce(answer.promise)
  await headline.fill('Sent')
  await press(save)
  await expect.element(status).toHaveTextContent('saving')
  await headline.fill('Typed later')
  answer.resolve({ ...first, headline: 'Sent', announcement: 'Of the server' })
  await expect.element(announcement).toHaveValue('Of the server')
  await expect.element(headline).toHaveValue('Typed later')
  await expect.element(page.getByText('changed', { exact: true })).toBeVisible()
})

test('values that a password manager sets without an event are sent', async () => {
  const { send } = openForm()
  await expect.element(headline).toBeVisible()
  const input = headline.element() as HTMLInputElement
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'Filled in')
  await press(save)
  await expect.poll(() => send.mock.calls[0]?.[0].headline).toBe('Filled in')
})
