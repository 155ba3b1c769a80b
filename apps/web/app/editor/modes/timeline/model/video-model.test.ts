import { MAX_SOUNDS } from '@vitrine/document/clip'
import { expect, it, vi } from 'vitest'
import { createObservable } from '../../../../api/observable.ts'
import type { EditorModel } from '../../../model/editor-model.ts'
import { createProjectStore } from '../../../project/project-store.ts'
import type { CanvasModel } from '../../canvas/model/canvas-model.ts'
import { createVideoModel } from './video-model.ts'

const none = () => () => undefined

/** A project of some songs, in an editor that is as small as can be. */
function openWith(count: number) {
  const songs = Array.from({ length: count }, (_, n) => ({
    id: `own-${n}`,
    asset: 'song',
    at: 0,
    frames: 30,
    startSeconds: 0,
  }))
  const store = createProjectStore({
    values: {},
    difference: {},
    aspect: null,
    timeline: { clips: [], sounds: songs } as never,
  })
  const document = {
    canvas: { width: 100, height: 100, fps: 30, duration: 300 },
    fields: [],
    layers: [],
    fonts: [],
    assets: {},
  }
  const player = { durationFrames: 300, framesPerSecond: 30, getFrame: () => 0, onTransport: none, onFrame: none }
  const library = { find: (assetId: string) => ({ assetId, kind: 'audio', durationSeconds: 5 }) }
  const refuse = vi.fn()
  const canvas = { selection: createObservable<readonly string[]>([]), select: () => undefined, refuse }
  const editor = {
    store,
    document,
    player,
    library,
    announcement: createObservable(''),
    selection: createObservable(undefined),
  }
  return { refuse, model: createVideoModel(editor as unknown as EditorModel, canvas as unknown as CanvasModel) }
}

it('adds music as far as there is room, and says what was left out', () => {
  const { model, refuse } = openWith(MAX_SOUNDS - 1)
  model.addParts(['one', 'two', 'three'] as never)
  expect(model.getTimeline().sounds).toHaveLength(MAX_SOUNDS)
  expect(refuse.mock.calls).toEqual([['A video can have up to 40 audio tracks: 1 of 3 were added.']])
  model.addParts(['four'] as never)
  expect(refuse).toHaveBeenLastCalledWith('A video can have up to 40 audio tracks: 0 of 1 were added.')
})

it('says nothing where all of it fits', () => {
  const { model, refuse } = openWith(0)
  model.addParts(['one', 'two'] as never)
  expect(model.getTimeline().sounds).toHaveLength(2)
  expect(refuse).not.toHaveBeenCalled()
})
