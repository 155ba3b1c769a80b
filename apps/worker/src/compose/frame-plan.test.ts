import { createCanvas } from '@napi-rs/canvas'
import type { Drawable } from '@vitrine/document/host'
import type { Layer } from '@vitrine/document/layer'
import { createNodeHost } from '@vitrine/painter/node-host'
import { createPainter } from '@vitrine/painter/painter'
import { loadShaper } from '@vitrine/painter/shaper'
import { resolveDocument } from '@vitrine/project/resolve'
import { expect, it } from 'vitest'
import { createDocument } from '../../testing/video.ts'
import { type FramePlan, FramePlanner } from './frame-plan.ts'

const SIZE = { width: 320, height: 180 }
const span = { in: 0, out: 45 } as const

const box = (id: string, place: [number, number, number, number], changes: Partial<Layer> = {}): Layer =>
  ({ ...span, id, type: 'solid', color: '#7a4b5d', box: place, ...changes }) as Layer
const moving = (id: string, place: [number, number, number, number]) =>
  box(id, place, {
    ks: {
      p: {
        a: 1,
        k: [
          { t: 20, s: [0, 0] },
          { t: 40, s: [60, 0] },
        ],
      },
    },
  })
const video = (id: string): Layer => ({ ...span, id, type: 'media', source: 'sha256:video', box: [0, 0, 320, 180] })

/** The planner of these layers, top first. */
async function createPlanner(layers: Layer[]): Promise<FramePlanner> {
  const document = resolveDocument(createDocument(layers, { duration: 45 }), {})
  const picture = { source: createCanvas(320, 180) as unknown as Drawable, ...SIZE }
  const painter = createPainter({
    document,
    host: createNodeHost(),
    shaper: await loadShaper(),
    fonts: new Map(),
    pictures: { image: () => undefined, video: () => picture, videoSeconds: () => 2 },
  })
  return new FramePlanner({ document, painter, scale: 1, ...SIZE, isVideo: () => true })
}

/** The parts of the plan, bottom first; layers of one run are joined by `+`. */
function listNames({ base, parts }: FramePlan): (string | undefined)[] {
  return [base, ...parts.map((part) => (part.kind === 'run' ? part.ids.join('+') : `(${part.id})`))]
}

it('draws the layers between two videos together, and those below the first as the base', async () => {
  const layers = [box('e', [0, 0, 20, 20]), video('second'), box('d', [40, 0, 9, 9]), box('c', [0, 0, 9, 9])]
  const below = [video('first'), box('b', [0, 0, 9, 9]), box('a', [0, 0, 320, 180])]
  const planner = await createPlanner([...layers, ...below])
  expect(listNames(planner.plan(1))).toEqual(['b', '(first)', 'c+d', '(second)', 'e'])
  expect(listNames((await createPlanner(layers)).plan(1))).toEqual(['d', '(second)', 'e'])
  expect(listNames((await createPlanner([video('alone')])).plan(1))).toEqual(['', '(alone)'])
})

it('makes a run as small as its layers are, and tells when they change', async () => {
  const planner = await createPlanner([moving('b', [100, 60, 20, 20]), box('a', [40, 60, 30, 10]), video('video')])
  const runAt = (frame: number) => planner.plan(frame).parts.find((part) => part.kind === 'run')
  expect(runAt(0)?.area).toEqual({ x: 36, y: 58, width: 88, height: 24 })
  expect(runAt(10)?.key).toBe(runAt(0)?.key)
  expect(runAt(30)?.key).not.toBe(runAt(0)?.key)
})

it('keeps what stands still below and above a small layer that moves', async () => {
  const planner = await createPlanner([moving('b', [0, 60, 20, 20]), box('a', [200, 0, 90, 90]), video('video')])
  expect(listNames(planner.plan(10))).toEqual(['', '(video)', 'a+b'])
  expect(listNames(planner.plan(30))).toEqual(['', '(video)', 'a', 'b'])
  const bottom = await createPlanner([moving('b', [0, 60, 20, 20]), box('a', [0, 0, 320, 180])])
  expect(listNames(bottom.plan(10))).toEqual(['b'])
  expect(listNames(bottom.plan(30))).toEqual(['a', 'b'])
  const between = await createPlanner([
    box('c', [0, 0, 90, 90]),
    moving('b', [0, 60, 20, 20]),
    box('a', [0, 0, 320, 180]),
  ])
  expect(listNames(between.plan(30))).toEqual(['a', 'b', 'c'])
  const large = await createPlanner([moving('b', [0, 0, 300, 180]), box('a', [0, 0, 320, 180])])
  expect(listNames(large.plan(30))).toEqual(['b'])
})

it('draws everything up to a layer that blends on one canvas', async () => {
  const tint = box('tint', [0, 0, 320, 180], { bm: 'multiply' })
  const planner = await createPlanner([box('b', [0, 0, 9, 9]), video('second'), tint, video('first')])
  expect(listNames(planner.plan(1))).toEqual(['tint', '(second)', 'b'])
})
