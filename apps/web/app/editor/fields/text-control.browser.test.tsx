// Names that are pasted into a field of a template.
import type { TemplateDocument } from '@vitrine/document/document'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../testing/accessible.ts'
import { openEditor } from '../../../testing/open-editor.tsx'
import { press, pressedBy } from '../../../testing/press.ts'
import { renderPage } from '../../../testing/render-page.tsx'
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

test('two lines pasted into one are two words', async () => {
  const model = openEditor(
    card,
    <>
      <textarea aria-label="Message" defaultValue={'Raj\nSimran'} />
      <FieldForm />
    </>,
  )
  await userEvent.click(page.getByLabelText('Message'))
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}')
  await userEvent.copy()
  await userEvent.click(name)
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}')
  await userEvent.paste()
  await expect.poll(() => model.store.getContent().values.name).toBe('Raj Simran')
})
