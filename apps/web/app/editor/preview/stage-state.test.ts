import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Painting } from './painting.ts'
import { createStage, createStageSettling, type Stage } from './stage-state.ts'

let photos: Map<string, 'loading' | 'small' | 'whole'>
let isPlaying: boolean
let painting: Painting | undefined
let followTransport: () => void
let painted: () => void
let wholes: (() => void)[]
let stages: Stage[] = []

const photoIds = ['sha256:1', 'sha256:2']
const layers = photoIds.map((source, n) => ({ type: 'media', id: source, in: n * 100, out: n * 100 + 100, source }))
const newPainting = () => ({ getResolved: () => ({ layers }) }) as unknown as Painting

const open = () => {
  const stage = createStage({
    player: {
      framesPerSecond: 30,
      getFrame: () => 10,
      getTransport: () => ({ isPlaying, isLooping: true, rate: 1, range: undefined }),
      invalidate: () => setTimeout(painted),
      onFrame(listener) {
        painted = () => listener(10)
        return () => {
          painted = () => undefined
        }
      },
      onTransport(listener) {
        followTransport = listener
        return () => undefined
      },
    },
    pictures: {
      isArriving: () => [...photos.values()].includes('loading'),
      expect(assetIds) {
        for (const assetId of assetIds) if (!photos.has(assetId)) photos.set(assetId, 'loading')
      },
      prepare(assetIds) {
        for (const assetId of assetIds) if (!photos.has(assetId)) photos.set(assetId, 'loading')
      },
      loadWhole: (assetId) =>
        new Promise((done) =>
          wholes.push(() => {
            photos.set(assetId, 'whole')
            done()
          }),
        ),
    },
    findPainting: () => painting,
  })
  stages.push(stage)
  return stage
}

beforeEach(() => {
  photos = new Map()
  wholes = []
  painted = () => undefined
  isPlaying = false
  painting = undefined
})

afterEach(() => {
  for (const stage of stages) stage.stop()
  stages = []
})

test('the first picture waits for the fonts and for the photos that it shows, not for others', () => {
  const stage = open()
  stage.look()
  expect(stage.state.get()).toBe('poster')
  painting = newPainting()
  stage.look()
  expect(stage.state.get()).toBe('poster')
  expect([...photos.keys()]).toEqual(['sha256:1'])
  photos.set('sha256:1', 'small')
  stage.look()
  expect(stage.state.get()).toBe('first')
})

test('whole files follow one after the other, and then the stage is settled until another photo is asked for', async () => {
  const stage = open()
  painting = newPainting()
  photos.set('sha256:1', 'small')
  stage.look()
  for (const assetId of photoIds) {
    await vi.waitFor(() => expect(wholes).toHaveLength(1))
    expect(stage.state.get()).toBe('filling')
    wholes.pop()?.()
    await vi.waitFor(() => expect(photos.get(assetId)).toBe('whole'))
  }
  await vi.waitFor(() => expect(stage.state.get()).toBe('settled'))
  photos.set('sha256:3', 'loading')
  stage.look()
  expect(stage.state.get()).toBe('filling')
})

test('playing waits for no photo and asks for all of them as soon as the first picture is painted', async () => {
  const stage = open()
  painting = newPainting()
  stage.look()
  isPlaying = true
  followTransport()
  expect(stage.state.get()).toBe('first')
  expect([...photos.keys()]).toEqual(['sha256:1'])
  await vi.waitFor(() => expect([...photos.keys()]).toEqual(photoIds))
})

test('a change shows what there is; so does time', () => {
  vi.useFakeTimers()
  try {
    for (const act of [(stage: ReturnType<typeof open>) => stage.show(), () => vi.advanceTimersByTime(3000)]) {
      photos.clear()
      const stage = open()
      painting = newPainting()
      stage.look()
      expect(stage.state.get()).toBe('poster')
      act(stage)
      expect(stage.state.get()).toBe('first')
    }
  } finally {
    vi.useRealTimers()
  }
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a stage is busy until its first fonts are there and a frame is painted with them', () => {
  const settling = createStageSettling(() => undefined)
  settling.painted()
  expect(settling.isBusy.get()).toBe(true)
  settling.setLoadingFonts(false)
  expect(settling.isBusy.get()).toBe(true)
  settling.painted()
  expect(settling.isBusy.get()).toBe(false)
})

test('a change is painted roughly at once and exactly after a pause; a font that arrives later is waited for', () => {
  const repaint = vi.fn()
  const settling = createStageSettling(repaint)
  settling.setLoadingFonts(false)
  settling.painted()

  settling.paintSoon()
  expect(settling.isRough()).toBe(true)
  settling.painted()
  expect(settling.isBusy.get()).toBe(true)

  settling.setLoadingFonts(true)
  vi.runAllTimers()
  expect(settling.isRough()).toBe(false)
  settling.painted()
  expect(settling.isBusy.get()).toBe(true)

  repaint.mockClear()
  settling.setLoadingFonts(false)
  expect(repaint).toHaveBeenCalledOnce()
  settling.painted()
  expect(settling.isBusy.get()).toBe(false)
})
