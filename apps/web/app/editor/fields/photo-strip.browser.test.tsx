// The order of photos, by mouse, finger and keyboard.
import type { TemplateDocument } from '@vitrine/document/document'
import type { MediaValue } from '@vitrine/document/field'
import { expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../testing/accessible.ts'
import { openEditor } from '../../../testing/open-editor.tsx'
import { press, pressedBy } from '../../../testing/press.ts'
import { FieldForm } from './field-panel.tsx'

const colours = ['crimson', 'gold', 'seagreen', 'royalblue', 'orchid', 'sienna', 'teal', 'gray']

/** Frames of different shapes, which the best fit would fill in another order. */
const story: TemplateDocument = {
  ...{ tdoc: 1, id: 'story', name: 'Story', fonts: [], assets: {} },
  canvas: { width: 400, height: 300, fps: 30, duration: 30 },
  fields: colours.map((_, n) => ({ id: `photo-${n}`, type: 'media', label: `Scene ${n + 1}`, accept: ['image'] })),
  layers: colours.map((_, n) => ({
    ...{ id: `layer-${n}`, type: 'media', in: 0, out: 30, source: { $field: `photo-${n}` } },
    box: n % 2 === 0 ? [0, 0, 60, 140] : [60, 0, 140, 60],
  })),
} as TemplateDocument

async function photo(n: number): Promise<File> {
  const canvas = new OffscreenCanvas(n % 2 === 0 ? 320 : 180, n % 2 === 0 ? 180 : 320)
  const context = canvas.getContext('2d')
  if (context) context.fillStyle = colours[n] ?? 'black'
  context?.fillRect(0, 0, canvas.width, canvas.height)
  return new File([await canvas.convertToBlob({ type: 'image/png' })], `${n + 1}.png`, { type: 'image/png' })
}

async function openStory() {
  const model = openEditor(story, <FieldForm />)
  await model.attachFiles(await Promise.all(colours.map((_, n) => photo(n))))
  const names = () =>
    story.fields.map(({ id }) => {
      const value = model.store.getContent().values[id] as MediaValue | undefined
      return value && model.library.find(value.asset)?.fileName?.replace('.png', '')
    })
  await expect.element(page.getByRole('button', { name: '1: Scene 1' })).toBeVisible()
  return { model, names: () => names().join('') }
}

test('photos that are chosen together keep their order, and are arranged for the best fit only when asked', async () => {
  const { model, names } = await openStory()
  expect(names()).toBe('12345678')
  await expectAccessible()
  await press(page.getByRole('button', { name: 'Best fit' }))
  await expect.poll(names).toBe('21436587')
  model.undo()
  expect(names()).toBe('12345678')
})

test.each(pressedBy)('a photo is moved by the buttons, pressed by %s, in one step each', async (by) => {
  const { model, names } = await openStory()
  await press(page.getByRole('button', { name: '3: Scene 3' }), by)
  await press(page.getByRole('button', { name: 'Move earlier' }), by)
  expect(names()).toBe('13245678')
  await press(page.getByRole('button', { name: 'Move earlier' }), by)
  expect(names()).toBe('31245678')
  // The button keeps the focus, and announces that the photo is already first.
  await expect.element(page.getByRole('button', { name: 'Move earlier' })).toHaveAttribute('aria-disabled', 'true')
  await press(page.getByRole('button', { name: 'Move later' }), by)
  expect(names()).toBe('13245678')
  model.undo()
  model.undo()
  model.undo()
  expect(names()).toBe('12345678')
})

test('a photo is dragged to its place, by the mouse anywhere and by a finger at its grip', async () => {
  const { model, names } = await openStory()
  const tile = (n: number) => page.getByRole('listitem').nth(n)
  const grip = (n: number) => `li:nth-child(${n}) [data-grip]`
  if (pressedBy.includes('finger')) await commands.slide(grip(6), grip(2))
  else await userEvent.dragAndDrop(tile(5).getByRole('button'), tile(1).getByRole('button'))
  await expect.poll(names).toBe('16234578')
  model.undo()
  expect(names()).toBe('12345678')
})

test('a press on a photo leads to its field', async () => {
  const { model } = await openStory()
  await press(page.getByRole('button', { name: '4: Scene 4' }))
  expect(model.selection.get()?.fieldId).toBe('photo-3')
})
