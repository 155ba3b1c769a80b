// Removing a background while the photo changes: its upload ends, it is cropped, or another photo replaces it.
import type { TemplateDocument } from '@vitrine/document/document'
import type { AssetId, MediaValue } from '@vitrine/document/field'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openEditor } from '../../../testing/open-editor.tsx'
import { press } from '../../../testing/press.ts'
import type { EditorModel } from '../model/editor-model.ts'
import { withFileReplaced } from '../project/local-file.ts'
import type { Mask } from '../vision/find-people.ts'
import { detectPeople } from '../vision/vision.ts'
import { FieldForm } from './field-panel.tsx'

/** The setup of component tests mocks the detection. */
const detect = vi.mocked(detectPeople)

const card: TemplateDocument = {
  ...{ tdoc: 1, id: 'card', name: 'Card', fonts: [], assets: {} },
  canvas: { width: 400, height: 300, fps: 30, duration: 30 },
  fields: [{ id: 'photo', type: 'media', label: 'Your photo', accept: ['image'] }],
  layers: [{ id: 'frame', type: 'media', in: 0, out: 30, source: { $field: 'photo' }, box: [0, 0, 400, 300], ks: {} }],
} as unknown as TemplateDocument

let seen: PromiseWithResolvers<Mask>

beforeEach(() => {
  seen = Promise.withResolvers()
  detect.mockReset()
  detect.mockReturnValue(seen.promise)
})

async function photo(colour: string): Promise<File> {
  const canvas = new OffscreenCanvas(40, 30)
  const context = canvas.getContext('2d')
  if (context) context.fillStyle = colour
  context?.fillRect(0, 0, 40, 30)
  return new File([await canvas.convertToBlob({ type: 'image/png' })], `${colour}.png`, { type: 'image/png' })
}

const valueIn = (model: EditorModel) => model.store.getContent().values.photo as MediaValue
const somebody: Mask = { width: 4, height: 3, data: new Uint8ClampedArray(12).fill(255) }

async function beginRemoval(): Promise<EditorModel> {
  const model = openEditor(card, <FieldForm />)
  await model.attachFiles([await photo('crimson')], 'photo')
  await press(page.getByRole('button', { name: 'Remove background' }))
  await expect.poll(() => detect.mock.calls.length).toBe(1)
  return model
}

test('a photo whose upload ends meanwhile keeps the id that the server gave it', async () => {
  const model = await beginRemoval()
  const local = valueIn(model).asset
  const known = model.library.find(local)
  if (known) model.library.put({ ...known, assetId: 'u_arrived' as AssetId })
  model.pictures.rename(local, 'u_arrived')
  model.store.rewrite((content) => withFileReplaced(card, content, local, 'u_arrived' as AssetId))
  seen.resolve(somebody)
  await expect.poll(() => valueIn(model).cutout).toBeDefined()
  expect(valueIn(model).asset).toBe('u_arrived')
})

test('a crop that is made meanwhile stays', async () => {
  const model = await beginRemoval()
  const crop = { x: 0.2, y: 0.5, zoom: 2, rotate: 0 }
  model.change('photo', { ...valueIn(model), crop } as MediaValue)
  seen.resolve(somebody)
  await expect.poll(() => valueIn(model).cutout).toBeDefined()
  expect(valueIn(model).crop).toEqual(crop)
})

test('another photo that takes its place keeps its own background', async () => {
  const model = await beginRemoval()
  await model.attachFiles([await photo('gold')], 'photo')
  const { asset } = valueIn(model)
  seen.resolve(somebody)
  await expect.element(page.getByRole('button', { name: 'Remove background' })).not.toHaveAttribute('aria-busy')
  expect(valueIn(model)).toEqual({ asset })
})
