import type { AssetId } from '@vitrine/document/field'
import type { Layer } from '@vitrine/document/layer'
import { describe, expect, it } from 'vitest'
import { documentWith } from '../../../testing/document.ts'
import { createLocalId } from './asset-library.ts'
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
const frame = (id: string, source: unknown, more: object = {}) =>
  ({ id, type: 'media', in: 0, out: 1, source, box: [0, 0, 50, 50], ...more }) as Layer
const placed = { asset: local, crop: { x: 0, y: 0, zoom: 1, rotate: 0 } }

const nothing: ProjectContent = { values: {}, difference: {}, aspect: null }
const content: ProjectContent = {
  values: { hero: { asset: local } },
  difference: {
    layers: { photo: { source: { asset: local }, 'ks.o': 50 } },
    added: [
      { id: 'own-g', type: 'group', in: 0, out: 1, layers: [] },
      frame('own-b', arrived, { ks: { o: 40 } }),
      frame('own-a', placed),
    ],
    order: { '': ['own-g'], 'own-g': ['own-b', 'own-a'] },
  },
  aspect: null,
}
const held: ProjectContent['difference'] = {
  layers: { photo: { 'ks.o': 50 } },
  added: content.difference.added?.slice(0, 2) ?? [],
  order: { '': ['own-g'], 'own-g': ['own-b'] },
}

describe('files that only this browser has', () => {
  it('keep a photo on the server while the mask of its cutout is still here alone', () => {
    const cut = { ...nothing, values: { hero: { asset: arrived, cutout: local } } }
    expect(withoutLocalFiles(document, cut, nothing).values).toEqual({ hero: { asset: arrived } })
    const mask: AssetId = 'u_019ab000-0000-7000-8000-000000000002'
    expect(withFileReplaced(document, cut, local, mask).values).toEqual({ hero: { asset: arrived, cutout: mask } })
    expect(withFileReplaced(document, cut, local, undefined).values).toEqual({ hero: { asset: arrived } })
  })

  it('are found in fields and in layers', () => {
    expect(listLocalFiles(content)).toEqual([local])
    expect(listLocalFiles({ ...nothing, difference: { added: [frame('own-a', local)] } })).toEqual([local])
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
    expect(sent.difference).toEqual(held)
    const known = { ...nothing, difference: { ...held, added: [frame('own-a', arrived)] } }
    const replaced = withoutLocalFiles(document, content, known).difference
    expect(replaced).toEqual({
      ...content.difference,
      ...(held.layers && { layers: held.layers }),
      added: [...(held.added ?? []), frame('own-a', arrived)],
    })
    expect(withoutLocalFiles(document, content, nothing).values).toEqual({})
    expect(withoutLocalFiles(document, nothing, nothing)).toBe(nothing)
  })

  it('get their own ids in every step of the history, which stays as long as it was', () => {
    const store = createProjectStore(nothing)
    store.edit(content, {})
    const turned = { ...content.difference, layers: { ground: { 'ks.r': 9 } } }
    store.edit({ ...content, difference: turned }, {})
    store.undo()
    store.rewrite((present) => withFileReplaced(document, present, local, arrived))
    expect(JSON.stringify(store.getHistory())).not.toContain(local)
    const { added } = store.getContent().difference
    expect(added?.[2]).toEqual(frame('own-a', { ...placed, asset: arrived }))
    // What does not change stays the very same, so that nothing is laid out or compared again.
    expect(added?.[1]).toBe(content.difference.added?.[1])
    store.redo()
    expect(store.getContent().difference.layers).toEqual({ ground: { 'ks.r': 9 } })
  })

  it('go with their layers when the upload is given up', () => {
    const left = withFileReplaced(document, content, local, undefined)
    expect(left).toEqual({ ...nothing, difference: held })
    expect(withFileReplaced(document, nothing, local, undefined)).toBe(nothing)
  })
})
