import type { AssetId } from '@vitrine/composition/field'
import { describe, expect, it } from 'vitest'
import { createLocalId } from './asset-library.ts'
import { documentWith } from './document-fixture.ts'
import { isFileUsed, listLocalFiles, withFileReplaced, withoutLocalFiles } from './local-file.ts'
import { createProjectStore, type ProjectContent, withTimeline } from './project-store.ts'

const document = documentWith(
  [
    { id: 'photo', type: 'media', in: 0, out: 1, source: { $field: 'hero' }, box: [0, 0, 400, 300] },
    { id: 'ground', type: 'solid', in: 0, out: 1, color: '#101010' },
  ],
  { fields: [{ id: 'hero', type: 'media', label: 'Photo', accept: ['image'] }] },
)
const local = createLocalId()
const arrived: AssetId = 'u_019ab000-0000-7000-8000-000000000001'
const frame = (id: string, source: unknown) => ({ id, type: 'media', in: 0, out: 1, source, box: [0, 0, 50, 50] })
const add = (id: string, source: unknown) => ({ op: 'add-media', layer: frame(id, source) })
const set = (layer: string, property: string, value: unknown) => ({ op: 'set', layer, property, value })

const nothing: ProjectContent = { values: {}, ops: [], aspect: null }
const content: ProjectContent = {
  values: { hero: { asset: local } },
  ops: [
    add('own-a', { asset: local, crop: { x: 0, y: 0, zoom: 1, rotate: 0 } }),
    set('own-a', 'ks.o', 50),
    add('own-b', arrived),
    { op: 'group', id: 'own-g', layers: ['own-b', 'own-a'] },
    set('own-b', 'ks.o', 40),
    set('own-b', 'source', { asset: local }),
  ],
  aspect: null,
}

describe('files that only this browser has', () => {
  it('are found in fields and in operations', () => {
    expect(listLocalFiles(content)).toEqual([local])
    expect(listLocalFiles({ ...nothing, ops: [add('own-a', local)] })).toEqual([local])
    expect(listLocalFiles(nothing)).toEqual([])
  })

  it('are used as long as a field, a layer or a clip names them', () => {
    expect(isFileUsed(content, arrived)).toBe(true)
    const clip = { id: 'own-c', asset: arrived, kind: 'video' as const, frames: 30, startSeconds: 0 }
    expect(isFileUsed({ ...nothing, timeline: { clips: [clip], sounds: [] } }, arrived)).toBe(true)
    expect(isFileUsed(nothing, arrived)).toBe(false)
  })

  it('stay in clips and sounds listed in the timeline, and are removed from the list when deleted', () => {
    const clip = { id: 'own-c', asset: local, kind: 'video' as const, frames: 30, startSeconds: 0 }
    const sound = { id: 'own-s', asset: createLocalId(), at: 0, frames: 30, startSeconds: 0 }
    const recorded = { asset: local, kind: 'video' as const, name: 'wide.mp4', seconds: 4 }
    const cut = { ...nothing, timeline: { clips: [clip], sounds: [sound], unsent: [recorded] } }
    const kept = withoutLocalFiles(document, cut, nothing)
    expect(kept.timeline).toEqual({ clips: [clip], sounds: [], unsent: [recorded] })
    expect(withFileReplaced(document, cut, local, arrived).timeline).toEqual({
      clips: [{ ...clip, asset: arrived }],
      sounds: [sound],
    })
    expect(withTimeline(nothing, { clips: [], sounds: [sound], unsent: [recorded] }).timeline).toEqual({
      clips: [],
      sounds: [sound],
    })
  })

  it('delay the layers that use them, while everything else is saved', () => {
    const sent = withoutLocalFiles(document, content, { ...nothing, values: { hero: { asset: arrived } } })
    expect(sent.values).toEqual({ hero: { asset: arrived } })
    expect(sent.ops).toEqual([add('own-b', arrived), set('own-b', 'ks.o', 40)])
    expect(withoutLocalFiles(document, content, nothing).values).toEqual({})
    expect(withoutLocalFiles(document, nothing, nothing)).toBe(nothing)
  })

  it('get their own ids in every step of the history, which stays as long as it was', () => {
    const store = createProjectStore(nothing)
    store.edit(content, {})
    store.edit({ ...content, ops: [...content.ops, set('own-a', 'ks.r', 9)] }, {})
    store.undo()
    store.rewrite((present) => withFileReplaced(document, present, local, arrived))
    expect(JSON.stringify(store.getHistory())).not.toContain(local)
    expect(store.getContent().ops).toHaveLength(content.ops.length)
    expect(store.getContent().ops[0]).toEqual(
      add('own-a', { asset: arrived, crop: { x: 0, y: 0, zoom: 1, rotate: 0 } }),
    )
    // What does not change stays the very same, so that nothing is laid out or compared again.
    expect(store.getContent().ops[2]).toBe(content.ops[2])
    store.redo()
    expect(store.getContent().ops.at(-1)).toEqual(set('own-a', 'ks.r', 9))
  })

  it('go with their layers when the upload is given up', () => {
    const left = withFileReplaced(document, content, local, undefined)
    expect(left).toEqual({ ...nothing, ops: [add('own-b', arrived), set('own-b', 'ks.o', 40)] })
    expect(withFileReplaced(document, nothing, local, undefined)).toBe(nothing)
  })
})
