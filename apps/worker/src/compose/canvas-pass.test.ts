import type { Layer } from '@vitrine/composition/layer'
import { expect, it } from 'vitest'
import { type PassPlan, planPasses, type Step } from './canvas-pass.ts'
import type { LayerPlan } from './layer-plan.ts'
import type { Area } from './sprite.ts'

const FRAME = { pixels: 1920 * 1080 }
const WHOLE: Area = { x: 0, y: 0, width: 1920, height: 1080 }
const CORNER: Area = { x: 0, y: 0, width: 100, height: 100 }
const FAR_CORNER: Area = { x: 1800, y: 960, width: 100, height: 100 }

function layerOf(id: string, changes: Partial<Layer> = {}): Layer {
  return { id, type: 'text', in: 0, out: 9, ...changes } as Layer
}

function drawn(id: string, area: Area): Step {
  return { layer: layerOf(id), plan: { kind: 'drawn', ids: [id], area }, rests: false, outlineLength: 0 }
}

function resting(id: string, area: Area, changes: Partial<Layer> = {}, outlineLength = 0): Step {
  const plan: LayerPlan = { kind: 'sprite', id, area, opacity: 255, key: id, nudge: [0, 0], isStill: true, rests: true }
  return { layer: layerOf(id, changes), plan, rests: true, outlineLength }
}

function blending(id: string, rests: boolean): Step {
  return { layer: layerOf(id), plan: undefined, rests, outlineLength: 0 }
}

function video(id: string): Step {
  const plan: LayerPlan = {
    kind: 'video',
    id,
    area: WHOLE,
    opacity: 255,
    video: { assetId: id, layerId: id, seconds: 0 },
    place: '',
  }
  return { layer: layerOf(id), plan, rests: false, outlineLength: 0 }
}

/** What is blended, bottom first: layers of one pass joined by `+`, sprites and videos by their own ids. */
function namesOf({ sectionLength, layers }: PassPlan): (string | number)[] {
  return [sectionLength, ...layers.map((plan) => (plan.kind === 'drawn' ? `(${plan.ids.join('+')})` : plan.id))]
}

it('draws layers that overlap on one canvas, and those far from each other on two small ones', () => {
  const ground = [video('video')]
  expect(namesOf(planPasses([...ground, drawn('a', WHOLE), drawn('b', WHOLE)], 0, FRAME))).toEqual([
    0,
    'video',
    '(a+b)',
  ])
  expect(namesOf(planPasses([...ground, drawn('a', CORNER), drawn('b', FAR_CORNER)], 0, FRAME))).toEqual([
    0,
    'video',
    '(a)',
    '(b)',
  ])
})

it('draws layers between two large layers along with them, unless they are expensive themselves', () => {
  const between = (step: Step) =>
    namesOf(planPasses([video('f'), drawn('a', WHOLE), step, drawn('b', WHOLE)], 0, FRAME))
  expect(between(resting('label', CORNER))).toEqual([0, 'f', '(a+label+b)'])
  const blur = { effects: [{ type: 'blur', radius: 9 }] } as Partial<Layer>
  expect(between(resting('mist', WHOLE, blur))).toEqual([0, 'f', '(a)', 'mist', '(b)'])
})

it('does not draw detailed ornaments again that lie between two large layers', () => {
  const between = (outlineLength: number) => {
    const steps = [video('f'), drawn('a', WHOLE), resting('frame', WHOLE, {}, outlineLength), drawn('b', WHOLE)]
    return namesOf(planPasses(steps, 0, FRAME))
  }
  expect(between(1_000)).toEqual([0, 'f', '(a+frame+b)'])
  expect(between(150_000)).toEqual([0, 'f', '(a)', 'frame', '(b)'])
})

it('caches static layers at the bottom, and blends static layers on top', () => {
  const steps = [resting('ground', WHOLE), drawn('a', CORNER), resting('title', CORNER)]
  expect(namesOf(planPasses(steps, 0, FRAME))).toEqual([0, 'ground', '(a)', 'title'])
})

it('draws layers above a changing section in it rather than on a canvas of their own', () => {
  expect(namesOf(planPasses([blending('light', false), drawn('a', WHOLE)], 1, FRAME))).toEqual([2])
  // A static section costs nothing as long as it contains nothing else.
  expect(namesOf(planPasses([blending('light', true), drawn('a', CORNER)], 1, FRAME))).toEqual([1, '(a)'])
  // A video stays out of RGB when it may.
  expect(namesOf(planPasses([blending('light', false), video('video'), drawn('a', CORNER)], 1, FRAME))).toEqual([
    1,
    'video',
    '(a)',
  ])
})

it('draws every layer once and in order, however many there are', () => {
  const steps = Array.from({ length: 300 }, (_, n) => (n % 3 === 0 ? resting(`s${n}`, CORNER) : drawn(`d${n}`, WHOLE)))
  const { sectionLength, layers } = planPasses(steps, 0, FRAME)
  const done = layers.flatMap((plan) => (plan.kind === 'drawn' ? plan.ids : [plan.id]))
  expect(done).toEqual(steps.slice(sectionLength).map(({ layer }) => layer.id))
})
