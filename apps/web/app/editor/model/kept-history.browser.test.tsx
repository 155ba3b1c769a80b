// Undo after a reload: an editor that is closed and reopened on a device with a real database.
import type { TemplateDocument } from '@vitrine/document/document'
import type { AssetId } from '@vitrine/document/field'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openEditor } from '../../../testing/open-editor.tsx'
import { deleteDeviceWork } from '../../api/device-work.ts'
import { createDraftStore, maxHistories } from '../project/draft-store.ts'
import { withFileReplaced } from '../project/local-file.ts'
import type { EditorModel } from './editor-model.ts'

const card = {
  ...{ tdoc: 1, id: 'card', name: 'Card', fonts: [], assets: {} },
  canvas: { width: 400, height: 300, fps: 30, duration: 30 },
  fields: [
    { id: 'name', type: 'text', label: 'Name', default: '' },
    { id: 'photo', type: 'media', label: 'Photo', accept: ['image'] },
  ],
  layers: [],
} as unknown as TemplateDocument
const drafts = createDraftStore()

const loadKept = async () => ({ draft: await drafts.findDraft('p'), history: await drafts.findHistory('p') })
const open = async () => openEditor(card, null, { drafts, loaded: await loadKept() })
const valuesOf = (model: EditorModel) => model.store.getContent().values

beforeEach(deleteDeviceWork)

test('the earlier content is back after an undo, the later one after a redo', async () => {
  const first = await open()
  first.change('name', 'Asha')
  first.change('name', 'Asha & Rohan')
  first.close()
  const second = await open()
  second.undo()
  expect(valuesOf(second)).toEqual({ name: 'Asha' })
  second.undo()
  expect(valuesOf(second)).toEqual({})
  second.redo()
  second.close()
  const third = await open()
  expect(valuesOf(third)).toEqual({ name: 'Asha' })
  third.redo()
  expect(valuesOf(third)).toEqual({ name: 'Asha & Rohan' })
})

test('the databases of a new project are open before its first edit', async () => {
  const opened = vi.spyOn(indexedDB, 'open')
  onTestFinished(() => opened.mockRestore())
  openEditor(card, null, { drafts: createDraftStore() })
  expect(opened.mock.calls.map(([name]) => name)).toEqual(expect.arrayContaining(['vitrine-editor', 'vitrine-history']))
})

test('there is nothing to undo where the project has other content by now', async () => {
  const first = await open()
  first.change('name', 'Asha')
  first.close()
  const { history } = await loadKept()
  expect(history?.past).toHaveLength(1)
  const elsewhere = openEditor(card, null, { drafts, loaded: { draft: undefined, history } })
  elsewhere.undo()
  expect(elsewhere.store.getHistory()).toMatchObject({ past: [], future: [] })
})

test('steps name a photo by its own id once it has arrived, and not at all when it is lost', async () => {
  const first = await open()
  const [arriving, lost] = ['u_local-arriving', 'u_local-lost'] as AssetId[]
  for (const asset of [lost, arriving]) first.change('photo', { asset: asset as AssetId })
  first.change('photo', undefined)
  first.store.rewrite((content) => withFileReplaced(card, content, arriving as AssetId, 'u_arrived' as AssetId))
  first.close()
  const second = await open()
  second.undo()
  expect(valuesOf(second)).toEqual({ photo: { asset: 'u_arrived' } })
  second.undo()
  expect(valuesOf(second)).toEqual({})
})

test('a tab that has handed over leaves the history alone', async () => {
  const first = await open()
  first.change('name', 'Asha')
  first.historyKeeping.flush()
  first.change('name', 'typed too late')
  first.handOver()
  expect((await loadKept()).history?.present.values).toEqual({ name: 'Asha' })
})

test('the device keeps the histories of the projects that were edited last', async () => {
  const { getHistory } = (await open()).store
  const names = Array.from({ length: maxHistories + 2 }, (_, n) => `project ${n}`)
  onTestFinished(() => void vi.useRealTimers())
  for (const [n, name] of names.entries()) {
    vi.useFakeTimers({ toFake: ['Date'], now: n })
    await drafts.keepHistory(name, getHistory())
  }
  const found = await Promise.all(names.map((name) => drafts.findHistory(name)))
  expect(found.map((history) => history !== undefined)).toEqual([false, false, ...Array(maxHistories).fill(true)])
})
