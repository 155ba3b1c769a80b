// What was typed before a reload, and what of it is stored.
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../testing/render-page.tsx'
import { Form } from './form.tsx'
import { FormPassword, FormText } from './form-field.tsx'
import { useDraft } from './use-draft.ts'
import { useForm } from './use-form.ts'

const key = 'vitrine-test-draft'

/** The page as it is after a load. Answers with what ends it, as a reload does. */
function open(isOver = false) {
  function Draft() {
    const form = useForm({ values: { name: '', proof: {}, password: '' }, send: async () => undefined })
    useDraft(form, { name: 'test-draft', lifeMs: 1000, secrets: ['password'], isOver })
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

test.each([
  ['{'],
  ['null'],
  ['{"version":1,"savedAt":9e15}'],
  ['{"version":1,"savedAt":9e15,"draft":{"name":7,"other":"Asha"}}'],
  ['{"version":1,"savedAt":1,"draft":{"name":"Asha"}}'],
  ['{"version":0,"savedAt":9e15,"draft":{"name":"Asha"}}'],
])('is new where nothing usable is stored: %s', async (text) => {
  sessionStorage.setItem(key, text)
  open()
  await expect.element(name).toHaveValue('')
  await expect.poll(stored).toBeNull()
})

test('needs no storage', async () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  open()
  await name.fill('Asha')
  await expect.element(name).toHaveValue('Asha')
})
