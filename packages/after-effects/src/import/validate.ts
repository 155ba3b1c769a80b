// Converts unknown JSON to a template document, or lists its problems with their paths.
import { checkSize, isRecord, type Problem, Report } from '@vitrine/document/check'
import {
  checkDocument,
  MAX_NESTING,
  MAX_VALUES,
  migrateDocument,
  readSurroundings,
} from '@vitrine/document/check-document'
import { cleanse } from '@vitrine/document/cleanse'
import {
  type Canvas,
  canvas,
  DOCUMENT_VERSION,
  framesPerSecond,
  type TemplateDocument,
} from '@vitrine/document/document'
import { type GroupLayer, type Layer, type LottieLayer, lottieLayer, MAX_GROUP_DEPTH } from '@vitrine/document/layer'
import { Lint } from '@vitrine/document/lint'
import type { Box, Property } from '@vitrine/document/property'
import { convertAnimation, isAnimation } from '../bodymovin/animation.ts'
import { boxRest } from '../bodymovin/transform.ts'

type ValidationResult = { ok: true; document: TemplateDocument } | { ok: false; problems: Problem[] }

/**
 * Validates a document: migrates older formats first, and converts Lottie animations in it to groups. Never throws. The result
 * is normalised as by `checkDocument`.
 */
export function validateDocument(json: unknown): ValidationResult {
  const migrated = migrateDocument(json)
  const report = new Report(readSurroundings(migrated.version === 'current' ? migrated.document : undefined))
  if (migrated.version === 'unknown') {
    report.at('tdoc').fail('unsupported-version', `This engine reads documents of version ${DOCUMENT_VERSION}`)
    return { ok: false, problems: report.problems }
  }
  if (!checkSize(migrated.document, report, MAX_NESTING, MAX_VALUES)) return { ok: false, problems: report.problems }
  const document = checkDocument(expandAnimations(migrated.document, report), report)
  return document ? { ok: true, document } : { ok: false, problems: report.problems }
}

/** Replaces each animation by a group. A faulty animation is reported and left unchanged. */
function expandAnimations(document: unknown, report: Report): unknown {
  if (!isRecord(document) || !Array.isArray(document.layers)) return document
  const quiet = report.aside()
  const { canvas: shown } = document
  if (!canvas(shown, quiet)) return document
  const fields: readonly unknown[] = Array.isArray(document.fields) ? document.fields : []
  const fieldIds = new Set(fields.flatMap((field) => (isRecord(field) && typeof field.id === 'string' ? field.id : [])))
  const around = { canvas: shown, fieldIds }
  return { ...document, layers: expandList(document.layers, around, report.at('layers'), 0) }
}

/** What an animation uses of its document. */
interface Around {
  canvas: Canvas
  fieldIds: ReadonlySet<string>
}

function expandList(layers: readonly unknown[], around: Around, report: Report, depth: number): unknown[] {
  const siblings = new Set(layers.flatMap((layer) => (isRecord(layer) && typeof layer.id === 'string' ? layer.id : [])))
  return layers.map((layer, n) => {
    if (!isRecord(layer)) return layer
    if (layer.type === 'lottie') return expandOne(layer, around, report.within({ siblings }).at(n))
    if (layer.type !== 'group' || !Array.isArray(layer.layers) || depth >= MAX_GROUP_DEPTH) return layer
    return { ...layer, layers: expandList(layer.layers, around, report.at(n).at('layers'), depth + 1) }
  })
}

function expandOne(layer: Record<string, unknown>, around: Around, report: Report): unknown {
  // The check of the whole document reports its problems.
  if (!lottieLayer(layer, report.aside())) return layer
  const { group, problems } = expandLottie(layer, around)
  for (const { path, code, message } of problems) report.under(path).fail(code, message)
  return group
}

// A whole animation as one layer of a document: expanded into a group of ordinary layers on every read, by the import's
// conversion. There is therefore only one painter, and the stored document remains as its designer wrote it.

/**
 * The group that draws the layer. Problems have paths relative to it. Content that the painter does not draw is a problem, and
 * so are pictures and fonts, which an animation inside a document cannot include. A slot takes its value from the layer's
 * `slots`, otherwise from the document's field with the same id, otherwise from the animation.
 */
function expandLottie(
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
  const rate = framesPerSecond(canvas.fps)
  const stretch = rate / framesPerSecond(inner.canvas.fps)
  const frames = inner.canvas.duration
  const content: GroupLayer = {
    id: `${layer.id}.animation`,
    type: 'group',
    in: layer.in,
    out: layer.out,
    size: [inner.canvas.width, inner.canvas.height],
    layers: withOwnValues(inner, fieldIds) as readonly Layer[],
    ...(loop ? { tm: createLoop(start, frames, stretch, rate) } : { st: start, sr: stretch }),
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
function createLoop(start: number, frames: number, stretch: number, rate: number): Property<number> {
  return {
    a: 1,
    k: [
      { t: start, s: [0] },
      { t: start + frames * stretch, s: [frames / rate] },
    ],
    loop: 'cycle',
  }
}
