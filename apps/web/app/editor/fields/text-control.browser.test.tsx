// Names that are pasted into a field of one line, also into one of a template. Every test that copies is in this file: the pages of
// a browser share its clipboard, and run different files at the same time.
import type { TemplateDocument } from '@vitrine/document/document'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../testing/accessible.ts'
import { openEditor } from '../../../testing/open-editor.tsx'
import { press, pressedBy } from '../../../testing/press.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notices } from './field-frame.tsx'
import { FieldForm } from './field-panel.tsx'
import { missingNotices } from './text-control.tsx'

const card: TemplateDocument = {
  ...{ tdoc: 1, id: 'card', name: 'Card', fonts: [], assets: {} },
  canvas: { width: 400, height: 300, fps: 30, duration: 30 },
  fields: [{ id: 'name', type: 'text', label: 'Name', default: 'Asha', rules: { maxLines: 1 } }],
  layers: [],
} as TemplateDocument

const name = page.getByRole('textbox', { name: 'Name' })

test.each(pressedBy)('decorated letters are offered in plain ones, pressed by %s', async (by) => {
  const onPlain = vi.fn()
  renderPage(<Notices notices={missingNotices(['𝓡', '𝓪'], '𝓡𝓪𝓱𝓾𝓵 🎉')} onPlain={onPlain} />)
  const plain = page.getByRole('button', { name: 'Use plain letters: Rahul 🎉' })
  await expect.element(plain).toBeVisible()
  await expectAccessible()
  await press(plain, by)
  expect(onPlain.mock.calls).toEqual([['Rahul 🎉']])
})

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
  await copyMessage()
  await userEvent.fill(name, 'Dear ')
  await userEvent.paste()
  await expect.element(name).toHaveValue(`Dear ${line}`)
  await userEvent.keyboard('{ControlOrMeta>}z{/ControlOrMeta}')
  await expect.element(name).toHaveValue('Dear ')
})

test('two lines pasted into one are two words', async () => {
  const model = openEditor(
    card,
    <>
      <textarea aria-label="Message" defaultValue={'Raj\nSimran'} />
      <FieldForm />
    </>,
  )
  await copyMessage()
  await userEvent.click(name)
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}')
  await userEvent.paste()
  await expect.poll(() => model.store.getContent().values.name).toBe('Raj Simran')
})

async function copyMessage(): Promise<void> {
  await userEvent.click(page.getByLabelText('Message'))
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}')
  await userEvent.copy()
}
