import type { AssetId } from '@vitrine/document/field'
import { describe, expect, it } from 'vitest'
import { documentWith } from '../../../testing/document.ts'
import { createAssetLibrary } from '../project/asset-library.ts'
import { createProjectStore } from '../project/project-store.ts'
import { findFiles } from './content-change.ts'

const document = documentWith([], {
  fields: [{ id: 'hero', type: 'media', label: 'Photo', accept: ['image'] }],
})

/** An editor that opens with steps that have shown these photos one after the other, and shows none. */
function openAfter(...photos: string[]) {
  const store = createProjectStore({ values: {}, difference: {}, aspect: null })
  for (const asset of [...photos, undefined])
    store.change({ fieldId: 'hero', value: asset === undefined ? undefined : { asset: asset as AssetId } })
  let asked = 0
  const library = createAssetLibrary({}, {}, [], async () => {
    asked += 1
    return []
  })
  findFiles(document, store, library)
  return { store, countAsked: () => asked }
}

describe('files of steps', () => {
  it('are asked for where the project does not use them any more', () => {
    const { store, countAsked } = openAfter('u_1')
    expect(countAsked()).toBe(1)
    store.undo()
    expect(store.getContent().values).toEqual({ hero: { asset: 'u_1' } })
  })

  it('are taken out where this device has lost them, and nothing is asked for', () => {
    const { store, countAsked } = openAfter('u_local-1')
    expect(countAsked()).toBe(0)
    store.undo()
    expect(store.getContent().values).toEqual({})
  })
})
