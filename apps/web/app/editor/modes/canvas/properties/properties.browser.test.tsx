// The panel of the selected layers, drawn from the table of properties: several layers at once, drags, locks and typed numbers.
import type { TemplateDocument } from '@vitrine/document/document'
import type { Layer } from '@vitrine/document/layer'
import { useContext } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../../../testing/accessible.ts'
import { openEditor } from '../../../../../testing/open-editor.tsx'
import { press } from '../../../../../testing/press.ts'
import { useEditor } from '../../../model/editor-context.tsx'
import { CanvasContext, WithCanvas } from '../model/canvas-context.tsx'
import type { CanvasModel } from '../model/canvas-model.ts'
import { PropertyPanel } from './property-panel.tsx'

const time = { in: 0, out: 1 }
const line = [
  { ty: 'rc', s: [100, 60] },
  { ty: 'st', c: '#112233', w: 4 },
  { ty: 'fl', c: '#ff0000' },
]

const card: TemplateDocument = {
  ...{ tdoc: 1, id: 'card', name: 'Card', fonts: [], assets: {}, fields: [] },
  canvas: { width: 400, height: 300, fps: 30, duration: 1, background: '#ffffff' },
  layers: [
    { ...time, id: 'red', name: 'Red', type: 'solid', color: '#ff0000', box: [40, 40, 80, 80] },
    { ...time, id: 'blue', name: 'Blue', type: 'solid', color: '#0000ff', box: [200, 120, 80, 80], ks: { o: 50 } },
    { ...time, id: 'still', name: 'Still', type: 'solid', color: '#00ff00', box: [300, 9, 40, 40], locks: ['style'] },
    { ...time, id: 'sign', name: 'Sign', type: 'shape', shapes: line, ks: { p: [100, 200] } },
  ],
} as TemplateDocument

let opened: CanvasModel | undefined

function Opened() {
  return (
    <WithCanvas editor={useEditor()} keepsDesign={false}>
      <Panel />
    </WithCanvas>
  )
}

function Panel() {
  opened = useContext(CanvasContext)
  return (
    <main>
      <h1>Card</h1>
      <PropertyPanel />
    </main>
  )
}

async function openPanel(...ids: readonly string[]) {
  opened = undefined
  const editor = openEditor(card, <Opened />)
  await expect.poll(() => opened?.findPlace('red')).toBeDefined()
  const canvas = opened as unknown as CanvasModel
  canvas.select(ids)
  const layer = (id: string) => canvas.findResolvedLayer(id) as Layer & { ks?: { o?: number }; effects?: unknown }
  return { editor, layer, steps: () => editor.store.getHistory().past.length }
}

const slider = (name: string) => page.getByRole('slider', { name, exact: true })
const number = (name: string) => page.getByRole('textbox', { name, exact: true })

test('several layers show what they share, and one drag changes all that are not locked, as one step', async () => {
  const { editor, layer, steps } = await openPanel('red', 'blue', 'still')
  await expect.element(slider('Opacity')).toHaveAttribute('aria-valuetext', 'Mixed')
  await expectAccessible()
  ;(slider('Opacity').element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}')
  expect([layer('red').ks?.o, layer('blue').ks?.o, layer('still').ks?.o]).toEqual([97, 97, undefined])
  expect(steps()).toBe(1)
  await expect.element(slider('Opacity')).toHaveAttribute('aria-valuetext', '97%')
  editor.undo()
  await expect.element(slider('Opacity')).toHaveAttribute('aria-valuetext', 'Mixed')
})

test('a switch begins what has values of its own, and takes it away', async () => {
  const { layer } = await openPanel('red')
  await press(page.getByText('Effects', { exact: true }))
  await expect.element(slider('Shadow blur')).not.toBeInTheDocument()
  await press(page.getByRole('switch', { name: 'Shadow' }))
  ;(slider('Shadow opacity').element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(layer('red').effects).toMatchObject([{ type: 'shadow', opacity: 46 }])
  await press(page.getByRole('switch', { name: 'Shadow' }))
  expect(layer('red').effects).toBeUndefined()
})

test('a number is taken when it is finished, with or without its unit, and counted by arrow keys', async () => {
  const { steps } = await openPanel('red')
  await number('X').fill('12 px')
  expect(steps()).toBe(0)
  await userEvent.keyboard('{Enter}')
  await expect.element(number('X')).toHaveValue('12')
  await userEvent.keyboard('{Shift>}{ArrowUp}{/Shift}{ArrowDown}')
  await expect.element(number('X')).toHaveValue('21')
  await number('X').fill('wide')
  await userEvent.tab()
  await expect.element(number('X')).toHaveValue('21')
  await expect.element(number('Width')).toHaveValue('80')
  expect(steps()).toBe(3)
})

test('the line of a shape is dashed or dotted, in lengths that grow with its width', async () => {
  const { layer } = await openPanel('sign')
  const stroke = () => (layer('sign') as unknown as { shapes: object[] }).shapes[1]
  await page.getByRole('combobox', { name: 'Line style' }).selectOptions('Dashed')
  expect(stroke()).toMatchObject({ w: 4, d: [{ v: 8 }, { v: 12 }], lc: 2 })
  ;(slider('Outline width').element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(stroke()).toMatchObject({ w: 5, d: [{ v: 10 }, { v: 15 }] })
  await page.getByRole('combobox', { name: 'Line style' }).selectOptions('Solid')
  expect(stroke()).toMatchObject({ w: 5, d: [] })
})
