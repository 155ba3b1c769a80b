// A whole animation as one layer of a document: expanded into a group of ordinary layers on every read, by the import's
// conversion. There is therefore only one painter, and the stored document remains as its designer wrote it.

import type { Problem } from '@vitrine/document/check'
import { cleanse, isRecord } from '@vitrine/document/cleanse'
import type { Canvas } from '@vitrine/document/document'
import type { GroupLayer, Layer, LottieLayer } from '@vitrine/document/layer'
import { Lint } from '@vitrine/document/lint'
import type { Box, Property } from '@vitrine/document/property'
import { convertAnimation, isAnimation } from '../bodymovin/animation.ts'
import { boxRest } from '../bodymovin/transform.ts'

/**
 * The group that draws the layer. Problems have paths relative to it. Content that the painter does not draw is a problem, and
 * so are pictures and fonts, which an animation inside a document cannot include. A slot takes its value from the layer's
 * `slots`, otherwise from the document's field with the same id, otherwise from the animation.
 */
export function expandLottie(
  layer: LottieLayer,
  { canvas, fieldIds }: { canvas: Canvas; fieldIds: ReadonlySet<string> },
): { group: GroupLayer; problems: Problem[] } {
  const lint = new Lint()
  const json = cleanse(layer.animation, lint)
  const { animation: _animation, slots, box, st: start = layer.in, loop, type: _type, ...base } = layer
  if (!isRecord(json) || !isAnimation(json)) {
    const problem: Problem = { path: 'animation', code: 'wrong-type', message: 'A Bodymovin animation is needed' }
    return { group: { ...base, type: 'group', layers: [] }, problems: [problem] }
  }
  const inner = convertAnimation(
    json,
    new Map(),
    { bundledFonts: [], idPrefix: `${layer.id}.`, slotBindings: slots ?? {} },
    lint,
  )
  const rate = (fps: Canvas['fps']) => (typeof fps === 'number' ? fps : fps[0] / fps[1])
  const stretch = rate(canvas.fps) / rate(inner.canvas.fps)
  const frames = inner.canvas.duration
  const content: GroupLayer = {
    id: `${layer.id}.animation`,
    type: 'group',
    in: layer.in,
    out: layer.out,
    size: [inner.canvas.width, inner.canvas.height],
    layers: withOwnValues(inner, fieldIds) as readonly Layer[],
    ...(loop ? { tm: repeated(start, frames, stretch, rate(canvas.fps)) } : { st: start, sr: stretch }),
    ...(box ? { ks: { s: [(box[2] / inner.canvas.width) * 100, (box[3] / inner.canvas.height) * 100] } } : {}),
  }
  const placed = box ? { ks: boxRest({ ...layer.ks }, box satisfies Box) as GroupLayer['ks'] & object } : {}
  const problems = lint.lines
    // A stored document remains readable: it shows the keyframes, as before expressions were run.
    .filter(({ severity, code }) => severity === 'error' && code !== 'expression-removed')
    .map(
      ({ path, message }): Problem => ({
        path: `animation${path === '' ? '' : `.${path}`}`,
        code: 'unsupported',
        message,
      }),
    )
  return { group: { ...base, ...placed, type: 'group', layers: [content] }, problems }
}

/** The layers of an animation, with values instead of bindings to fields that only the animation has. */
function withOwnValues(
  { layers, fields }: ReturnType<typeof convertAnimation>,
  fieldIds: ReadonlySet<string>,
): unknown {
  const own = new Map(fields.filter(({ id }) => !fieldIds.has(id)).map((field) => [field.id, field.default]))
  const bound = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(bound)
    if (!isRecord(value)) return value
    const ownValue = typeof value.$field === 'string' ? own.get(value.$field) : undefined
    return ownValue ?? Object.fromEntries(Object.entries(value).map(([key, inside]) => [key, bound(inside)]))
  }
  return own.size === 0 ? layers : bound(layers)
}

/** Repeats the animation's own time. Remapped time counts seconds of the document's frame rate. */
function repeated(start: number, frames: number, stretch: number, rate: number): Property<number> {
  return {
    a: 1,
    k: [
      { t: start, s: [0] },
      { t: start + frames * stretch, s: [frames / rate] },
    ],
    loop: 'cycle',
  }
}
