// Restoring typed values after a reload, and which of them are stored.

import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../testing/render-page.tsx'
import { pageDraft, readFields } from '../../api/persisted.ts'
import { Form, FormPassword, FormText } from './form.tsx'
import { useDraft, useForm } from './use-form.ts'

const key = 'vitrine-test'
const draft = pageDraft('test', { version: 1, keptIn: 'tab', check: readFields })

/** The page after a load. Returns a function that unmounts it, as a reload does. */
function open(isFinished = false) {
  function Draft() {
    const form = useForm({ values: { name: '', proof: {}, password: '' }, send: async () => undefined })
    useDraft(form, draft, { secrets: ['password'], isFinished })
    return (
      <Form form={form}>
        <FormText form={form} name="name" label="Name" />
        <FormPassword form={form} name="password" label="Password" />
        <button type="button" onClick={() => form.change({ proof: { verified: 'yes' } })}>
          Prove
        </button>
        <p>{JSON.stringify(form.values.proof)}</p>
      </Form>
    )
  }
  return renderPage(<Draft />)
}

const name = page.getByLabelText('Name')
const stored = () => sessionStorage.getItem(key)

test('goes on after a reload, without the secret, until it has served its purpose', async () => {
  const close = open()
  await name.fill('Asha')
  await page.getByLabelText('Password', { exact: true }).fill('quiet-lantern-7')
  await page.getByRole('button', { name: 'Prove' }).click()
  await expect.poll(stored).toContain('verified')
  expect(stored()).not.toContain('quiet-lantern')
  close()
  const closeAgain = open()
  await expect.element(name).toHaveValue('Asha')
  await expect.element(page.getByText('{"verified":"yes"}')).toBeVisible()
  await name.fill('')
  closeAgain()
  open(true)
  await expect.poll(stored).toBeNull()
})

test('takes nothing over that is no value of the form', async () => {
  draft.save({ name: 7, other: 'Asha' })
  open()
  await expect.element(name).toHaveValue('')
  await expect.poll(stored).toBeNull()
})
