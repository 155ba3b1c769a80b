// The canvas editor without its page: the effect of keys and pointers on layers, undo steps, and its panels.
import type { TemplateDocument } from '@vitrine/document/document'
import type { Layer } from '@vitrine/document/layer'
import { useContext } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../../testing/accessible.ts'
import { ok, startFakeServer } from '../../../../testing/fake-server.ts'
import { openEditor } from '../../../../testing/open-editor.tsx'
import { atDesk, press } from '../../../../testing/press.ts'
import { signIn } from '../../../../testing/signed-in.ts'
import { createObservable } from '../../../api/observable.ts'
import { buildMenu, listActions, listButtons } from '../../actions/action.ts'
import { helpLines } from '../../actions/shortcut-help.tsx'
import { useEditor } from '../../model/editor-context.tsx'
import { canvasActions } from './actions/canvas-actions.tsx'
import { LayerPanel } from './layers/layer-panel.tsx'
import { CanvasContext, WithCanvas } from './model/canvas-context.tsx'
import type { CanvasModel } from './model/canvas-model.ts'
import { copySelection, pasteFrom, pasteLast } from './model/clipboard.ts'
import { findMiddle } from './model/geometry.ts'
import type { DragFeedback } from './model/gesture.ts'
import { selectionBounds } from './model/layer-placement.ts'
import { createStagePointer, type StagePointer } from './model/stage-pointer.ts'
import { DesignColors } from './properties/document-panel.tsx'
import { StaffTools } from './tools/tool-panel.tsx'

const size = { width: 400, height: 300 }
const time = { in: 0, out: 1 }

/** Two squares and a circle, one of which is locked. */
const shapes: TemplateDocument = {
  ...{ tdoc: 1, id: 'shapes', name: 'Shapes', fonts: [], assets: {}, fields: [] },
  canvas: { ...size, fps: 30, duration: 1, background: '#ffffff' },
  layers: [
    { ...time, id: 'red', name: 'Red', type: 'solid', color: '#ff0000', box: [40, 40, 80, 80] },
    { ...time, id: 'blue', name: 'Blue', type: 'solid', color: '#0000ff', box: [200, 120, 80, 80] },
    { ...time, id: 'still', name: 'Still', type: 'solid', color: '#ff0000', box: [300, 220, 40, 40], locks: ['move'] },
  ],
} as TemplateDocument

let opened: CanvasModel | undefined

function Parts() {
  opened = useContext(CanvasContext)
  return (
    <main>
      <h1>Canvas</h1>
      <StaffTools />
      <LayerPanel />
      <DesignColors />
    </main>
  )
}

function Opened() {
  return (
    <WithCanvas editor={useEditor()} keepsDesign={false}>
      <Parts />
    </WithCanvas>
  )
}

async function openCanvas(document = shapes) {
  opened = undefined
  const editor = openEditor(document, <Opened />)
  await expect.poll(() => opened?.findPlace(document.layers[0]?.id ?? '')).toBeDefined()
  const canvas = opened as unknown as CanvasModel
  canvas.view.set({ ...canvas.view.get(), fit: 1, zoom: 1, panX: 0, panY: 0 })
  canvas.room.set(size)
  const findBox = (id: string) => {
    const place = canvas.findPlace(id)
    const [a = 0, b = 0, , , e = 0, f = 0] = place?.matrix ?? []
    return { x: Math.round(e), y: Math.round(f), turn: Math.round((Math.atan2(b, a) * 180) / Math.PI) }
  }
  const names = () => canvas.layers().map(({ name }) => name)
  const steps = () => editor.store.getHistory().past.length
  return { editor, canvas, findBox, names, steps }
}

function perform(canvas: CanvasModel, id: string) {
  const action = listActions(canvasActions).find((one) => one.id === id)
  if (!action) throw new Error(`there is no action ${id}`)
  action.perform(canvas)
}

test('keys move, rotate, flip, align, order, copy, delete, group and ungroup, and all of it is undone', async () => {
  const { editor, canvas, findBox, names, steps } = await openCanvas()
  const before = JSON.stringify(canvas.findResolved()?.layers)
  const looks = new Set([before])
  canvas.select(['red'])
  const change = [
    ...['move-right', 'move-far-down', 'turn-right', 'turn-far-left', 'larger', 'flip-horizontal'],
    ...['align-left', 'send-backward', 'duplicate', 'delete'],
  ]
  for (const name of change) {
    perform(canvas, name)
    looks.add(JSON.stringify(canvas.findResolved()?.layers))
  }
  // Every action but the last has changed the picture; deleting the copy restores the previous one.
  expect(looks.size).toBe(change.length)
  expect(names()).toEqual(['Blue', 'Red', 'Still'])
  const straight = findBox('blue')
  perform(canvas, 'select-all')
  perform(canvas, 'group')
  expect(names()[0]).toMatch(/^Group/)
  perform(canvas, 'move-far-left')
  expect(findBox('blue').x).toBe(straight.x - 10)
  perform(canvas, 'ungroup')
  expect([names().length, findBox('blue').x]).toEqual([3, straight.x - 10])
  while (steps() > 0) perform(canvas, 'undo')
  expect(JSON.stringify(canvas.findResolved()?.layers)).toBe(before)
  expect(editor.store.getContent().difference).toEqual({})
})

test('layers are centred on the canvas together, as one step, from the toolbar, the menu and the help alike', async () => {
  const { canvas, findBox, steps } = await openCanvas()
  const before = [findBox('red'), findBox('blue')]
  const middle = () => findMiddle(selectionBounds(canvas) ?? [0, 0, 0, 0])
  canvas.select(['red', 'blue'])
  perform(canvas, 'centre')
  expect([middle(), steps()]).toEqual([{ x: 200, y: 150 }, 1])
  expect(findBox('blue').x - findBox('red').x).toBe(160)
  // Centring a centred layer adds no step.
  perform(canvas, 'centre')
  expect(steps()).toBe(1)
  perform(canvas, 'undo')
  expect([findBox('red'), findBox('blue')]).toEqual(before)
  canvas.select(['still'])
  perform(canvas, 'centre')
  expect([steps(), canvas.apiError.get()]).toEqual([0, expect.stringContaining('cannot be moved')])
  const label = 'Centre on the canvas'
  expect(buildMenu(canvasActions, canvas).flat()).toContainEqual(expect.objectContaining({ label, keys: 'Alt C' }))
  expect(helpLines(canvasActions)).toContainEqual(expect.objectContaining({ text: label, keys: 'Alt C' }))
  expect(listButtons(canvasActions, 'align').map(({ id }) => id)).toContain('centre')
})

/** A pointer of the stage at a point of the canvas. */
function pointerAt(x: number, y: number, more: Partial<StagePointer> = {}): StagePointer {
  const keys = { shift: false, alt: false, isLoose: true }
  const at = { x: x - size.width / 2, y: y - size.height / 2 }
  return { id: 1, at, isTouch: false, movesView: false, keys, timeMs: 0, ...more }
}

async function openStage() {
  const opened = await openCanvas()
  const feedback = createObservable<DragFeedback>({})
  const stage = createStagePointer(opened.canvas, feedback, () => size)
  const drag = (from: [number, number], to: [number, number], more: Partial<StagePointer> = {}) => {
    stage.down(pointerAt(...from, more))
    stage.move(pointerAt((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, more))
    stage.move(pointerAt(...to, more))
    stage.up(pointerAt(...to, more))
  }
  return { ...opened, stage, drag }
}

test('a pointer moves what it comes down on as one step, lets it rest in the middle, and leaves what is locked', async () => {
  const { canvas, findBox, steps, drag } = await openStage()
  const before = findBox('red')
  drag([80, 80], [110, 70])
  expect([findBox('red'), steps()]).toEqual([{ ...before, x: before.x + 30, y: before.y - 10 }, 1])
  expect(canvas.selection.get()).toEqual(['red'])
  // Three pixels from the centre of the canvas: near enough to snap.
  drag([110, 70], [110, 153], { keys: { shift: false, alt: false, isLoose: false } })
  expect(findBox('red').y).toBe(110)
  const locked = findBox('still')
  drag([320, 240], [100, 100])
  expect(findBox('still')).toEqual(locked)
})

test('a drag with Alt moves a copy, as one step; a handle resizes, and the other one turns in steps with Shift', async () => {
  const { editor, canvas, findBox, names, steps, drag } = await openStage()
  drag([80, 80], [80, 180], { keys: { shift: false, alt: true, isLoose: true } })
  expect([names().filter((name) => name === 'Red').length, steps()]).toEqual([2, 1])
  editor.undo()
  canvas.select(['red'])
  const box = () => canvas.findPlace('red')?.box
  const [, , right = 0, bottom = 0] = box() ?? []
  drag([120, 80], [150, 80], { handle: { x: 1, y: 0 } as never })
  expect(box()?.slice(2)).not.toEqual([right, bottom])
  drag([80, 20], [130, 60], { handle: 'turn', keys: { shift: true, alt: false, isLoose: true } })
  expect(findBox('red').turn).not.toBe(0)
  expect(Math.abs(findBox('red').turn % 15)).toBe(0)
})

test('two fingers turn and scale what is selected, and beside it they zoom the view, which changes nothing', async () => {
  const { canvas, findBox, steps, stage } = await openStage()
  const finger = (id: number, x: number, y: number) => pointerAt(x, y, { id, isTouch: true })
  canvas.select(['blue'])
  stage.down(finger(1, 220, 160))
  stage.down(finger(2, 260, 160))
  stage.move(finger(2, 280, 190))
  stage.up(finger(2, 280, 190))
  stage.up(finger(1, 220, 160))
  expect(findBox('blue').turn).toBeGreaterThan(5)
  expect(steps()).toBe(1)
  const zoom = canvas.view.get().zoom
  stage.down(finger(1, 20, 250))
  stage.down(finger(2, 60, 250))
  stage.move(finger(2, 120, 250))
  stage.up(finger(2, 120, 250))
  stage.up(finger(1, 20, 250))
  expect(canvas.view.get().zoom).toBeGreaterThan(zoom)
  expect(steps()).toBe(1)
})

test('layers are copied from one template into another, from the clipboard and from this device', async () => {
  const { canvas } = await openCanvas()
  canvas.select(['red'])
  const clipboard = new DataTransfer()
  expect(copySelection(canvas, clipboard)).toBe(true)
  const other = await openCanvas({ ...shapes, id: 'other', layers: shapes.layers.slice(1) })
  expect(pasteFrom(other.canvas, clipboard)).toBe(true)
  expect(other.names()).toEqual(['Red', 'Blue', 'Still'])
  pasteLast(other.canvas)
  expect(other.names().filter((name) => name === 'Red')).toHaveLength(2)
})

const row = (name: string) => page.getByRole('treeitem', { name })

atDesk('layers are ordered, renamed and reached by keys in their list', async () => {
  const { canvas, names } = await openCanvas()
  await expectAccessible()
  await press(row('Red'))
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
  expect(names()).toEqual(['Blue', 'Red', 'Still'])
  await press(row('Blue'))
  await userEvent.keyboard('{F2}')
  await page.getByLabelText('Layer name').fill('Sea')
  await userEvent.keyboard('{Enter}')
  expect(names()).toEqual(['Sea', 'Red', 'Still'])
  await press(row('Sea'))
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}')
  expect(canvas.selection.get()).toEqual(['blue', 'red'])
})

test('a layer of one’s own is hidden, shown, locked and unlocked by its buttons', async () => {
  const { canvas } = await openCanvas()
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const own = { ...time, id: canvas.newId(), name: 'Own', type: 'solid', color: '#00ff00', box: [0, 0, 40, 40] }
  const id = canvas.addLayer(own as unknown as Layer) ?? ''
  await press(row('Own'))
  await press(button('Hide Own'))
  expect(canvas.findEntry(id)?.isHidden).toBe(true)
  await press(button('Show Own'))
  await press(button('Lock Own'))
  expect(canvas.findEntry(id)?.isLocked).toBe(true)
  await press(button('Unlock Own'))
  expect(canvas.findEntry(id)?.isLocked).toBe(false)
})

test('a colour of the design is replaced everywhere, as one step', async () => {
  const { editor, canvas, steps } = await openCanvas()
  const colours = () => canvas.findResolved()?.layers.map((layer) => 'color' in layer && layer.color)
  await press(page.getByRole('button', { name: /^Change #ff0000 in / }))
  const others = page.getByRole('group', { name: 'Document colours' }).getByRole('button', { pressed: false })
  await press(others.first())
  expect(colours()).toEqual(['#ffffff', '#0000ff', '#ffffff'])
  expect(steps()).toBe(1)
  editor.undo()
  expect(colours()).toEqual(['#ff0000', '#0000ff', '#ff0000'])
})

test('whoever makes templates edits without locks; customers have no such tools', async () => {
  startFakeServer({ 'GET /api/profile': ok({}) })
  await openCanvas()
  const unlock = page.getByRole('button', { name: 'Remove locks' })
  await expect.element(unlock).not.toBeInTheDocument()
  signIn({ role: 'owner' })
  await press(unlock)
  await expect.element(page.getByText(/^Locks are off\./)).toBeVisible()
  expect(opened?.findEntry('still')?.isLocked).toBe(false)
})
