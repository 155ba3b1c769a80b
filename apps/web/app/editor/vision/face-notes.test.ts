import type { Face, MediaValue } from '@vitrine/document/field'
import { describe, expect, it } from 'vitest'
import { createProjectStore, type ProjectContent } from '../project/project-store.ts'
import { createFaceNotes } from './face-notes.ts'

const face: Face = { x: 0.4, y: 0.2, width: 0.2, height: 0.2 }
const empty: ProjectContent = { values: {}, difference: {}, aspect: null }

/** An editor's store with photos that are decoded when the test says so; every photo has one face. */
function setUp(content: ProjectContent = empty) {
  const store = createProjectStore(content)
  const photos = new Map<string, ImageBitmap>()
  const detections: (() => Promise<void>)[] = []
  let counted = 0
  const notes = createFaceNotes({
    store,
    findPhoto: (assetId) => photos.get(assetId),
    detect: () => {
      counted += 1
      const { promise, resolve } = Promise.withResolvers<readonly Face[]>()
      detections.push(async () => {
        resolve([face])
        await promise
      })
      return promise
    },
  })
  return {
    store,
    notes,
    photos,
    countDetections: () => counted,
    decode(assetId: string) {
      photos.set(assetId, {} as ImageBitmap)
      notes.look()
    },
    async finish() {
      for (const done of detections.splice(0)) await done()
    },
  }
}

const mediaOf = (content: ProjectContent, id: string) => content.values[id] as MediaValue

describe('createFaceNotes', () => {
  it('notes the faces of a placed photo without a step of its own', async () => {
    const { store, decode, finish } = setUp()
    store.change({ fieldId: 'photo', value: { asset: 'u_1' } })
    decode('u_1')
    await finish()
    expect(mediaOf(store.getContent(), 'photo').faces).toEqual([face])
    expect(store.getHistory().past).toHaveLength(1)
    store.undo()
    expect(store.getContent().values).toEqual({})
    store.redo()
    expect(mediaOf(store.getContent(), 'photo').faces).toEqual([face])
  })

  it('leaves a photo alone that the customer cropped', async () => {
    const { store, decode, finish } = setUp()
    const crop = { x: 0.1, y: 0, zoom: 2, rotate: 0 }
    store.change({ fieldId: 'photo', value: { asset: 'u_1' } })
    decode('u_1')
    store.change({ fieldId: 'photo', value: { asset: 'u_1', crop } })
    await finish()
    expect(store.getContent().values.photo).toEqual({ asset: 'u_1', crop })
  })

  it('changes nothing of a project as it was opened', async () => {
    const { store, decode, countDetections } = setUp({ ...empty, values: { photo: { asset: 'u_1' } } })
    decode('u_1')
    expect(countDetections()).toBe(0)
    store.change({ fieldId: 'other', value: { asset: 'u_1' } })
    expect(countDetections()).toBe(1)
  })

  it('notes the faces of a photo whose upload ended in the meantime', async () => {
    const { store, photos, decode, finish } = setUp()
    store.change({ fieldId: 'photo', value: { asset: 'u_local-1' } })
    decode('u_local-1')
    photos.set('u_9', photos.get('u_local-1') as ImageBitmap)
    store.rewrite((content) => ({ ...content, values: { photo: { asset: 'u_9' } } }))
    await finish()
    expect(store.getContent().values.photo).toEqual({ asset: 'u_9', faces: [face] })
  })

  it('notes the faces of photos in added layers', async () => {
    const { store, decode, finish } = setUp()
    const layer = { id: 'own-1', type: 'media', source: { asset: 'u_1' }, box: [0, 0, 9, 9], in: 0, out: 1 }
    const difference = { added: [layer] } as unknown as ProjectContent['difference']
    store.edit({ ...store.getContent(), difference }, { label: 'Add photo' })
    decode('u_1')
    await finish()
    expect(store.getContent().difference.added?.[0]).toMatchObject({ source: { asset: 'u_1', faces: [face] } })
  })

  it('looks at a photo once, however often it is placed', async () => {
    const { store, decode, finish, countDetections } = setUp()
    store.change({ fieldId: 'one', value: { asset: 'u_1' } })
    decode('u_1')
    await finish()
    store.change({ fieldId: 'two', value: { asset: 'u_1' } })
    expect(mediaOf(store.getContent(), 'two').faces).toEqual([face])
    expect(countDetections()).toBe(1)
  })
})
