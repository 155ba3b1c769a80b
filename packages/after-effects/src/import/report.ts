// Composes the report of an import for people, the same on the command line and in the admin area: each line names layer and
// property as in After Effects, repeated causes become one line with a count, and what the designer accepts is no error.
import { isRecord } from '@vitrine/document/check'
import type { LintCode, LintLine } from '@vitrine/document/lint'

/** Maximum number of lines; errors may take up to as many in addition. */
const MAX_LINES = 400

/** Faults that only change the picture, so the designer may accept them. */
const ACCEPTABLE: ReadonlySet<LintCode> = new Set<LintCode>([
  'effect',
  'layer-style',
  'blend-mode',
  'three-d',
  'layer-kind',
  'shape-item',
  'mask-mode',
  'motion-blur',
  'text-on-path',
  'text-feature',
])

/**
 * Names, combines and rates the lines of an import.
 * @param json the input, to which the lines' paths refer
 * @param accepted names of layers, effects and other properties whose difference the designer accepts
 */
export function composeReport(
  lines: readonly LintLine[],
  json: unknown,
  accepted: readonly string[] = [],
): readonly LintLine[] {
  const causes = new Map<string, LintLine>()
  for (const line of lines) {
    const { layers, properties } = namesOnPath(json, line.path)
    const isAcceptable = line.severity === 'error' && ACCEPTABLE.has(line.code)
    const isAccepted = isAcceptable && [...layers, ...properties].some((name) => accepted.includes(name))
    const severity = isAccepted ? 'warning' : line.severity
    const key = `${severity} ${line.code} ${line.message}`
    const known = causes.get(key)
    if (known) {
      causes.set(key, { ...known, count: (known.count ?? 1) + 1 })
      continue
    }
    if (causes.size >= (line.severity === 'error' ? 2 * MAX_LINES : MAX_LINES)) continue
    causes.set(key, {
      ...line,
      severity,
      ...(layers.length > 0 ? { layer: layers.join(' / ') } : {}),
      ...(properties.length > 0 ? { property: properties.join(' › ') } : {}),
      ...(isAccepted ? { accepted: true } : isAcceptable ? { acceptable: true } : {}),
    })
  }
  return [...causes.values()]
}

/** Bodymovin's keys of a layer's transform with their names in After Effects' timeline. */
const TRANSFORM: Readonly<Record<string, string>> = {
  a: 'Anchor Point',
  p: 'Position',
  s: 'Scale',
  r: 'Rotation',
  rz: 'Z Rotation',
  rx: 'X Rotation',
  ry: 'Y Rotation',
  or: 'Orientation',
  o: 'Opacity',
  sk: 'Skew',
  sa: 'Skew Axis',
}

/** Bodymovin's keys of a layer's groups with their names in the timeline. */
const GROUPS: Readonly<Record<string, string>> = {
  ks: 'Transform',
  ef: 'Effects',
  sy: 'Layer Styles',
  masksProperties: 'Masks',
  shapes: 'Contents',
  t: 'Text',
  tm: 'Time Remap',
  au: 'Audio',
  sc: 'Color',
}

interface Names {
  /** The comp, and the layers inside it. */
  readonly layers: readonly string[]
  /** From the timeline group to the property. */
  readonly properties: readonly string[]
}

function namesOnPath(json: unknown, path: string): Names {
  const layers: string[] = []
  const properties: string[] = []
  let present = json
  let list = ''
  let isInLayer = false
  const steps = path.match(/[^.[\]]+/g) ?? []
  let layerEnd = 0
  for (const [n, step] of steps.entries()) {
    if (!isRecord(present) && !Array.isArray(present)) break
    if (!Object.hasOwn(present, step)) break
    present = (present as Record<string, unknown>)[step]
    const name = findName(present)
    if (!isInLayer) {
      // The main comp, precomps (which are assets) and layers.
      if (n === 0 && step === 'layers') layers.push(...findName(json, ['nm']))
      if (list === 'layers' || list === 'assets') layers.push(...name)
      isInLayer = list === 'layers'
      layerEnd = n + 1
    } else if (list === 'layers') {
      // A group of our own documents.
      layers.push(...name)
      properties.length = 0
      layerEnd = n + 1
    } else if (list === 'ks' || list === 'tr') properties.push(...findLabel(TRANSFORM, step))
    else if (/^\d+$/.test(step)) properties.push(...findName(present, ['nm']))
    else if (properties.length === 0) properties.push(...findLabel(GROUPS, step))
    list = step
  }
  // Our own documents are written by hand and use their own terms.
  const isOurs = isRecord(json) && json.tdoc !== undefined
  if (isOurs && isInLayer && properties.length === 0 && steps.length > layerEnd)
    properties.push(steps.slice(layerEnd).join('.').slice(0, 100))
  return { layers, properties }
}

function findLabel(labels: Readonly<Record<string, string>>, key: string): string[] {
  const label = Object.hasOwn(labels, key) ? labels[key] : undefined
  return label === undefined ? [] : [label]
}

function findName(value: unknown, keys: readonly string[] = ['nm', 'name', 'id']): string[] {
  if (!isRecord(value)) return []
  const found = keys.map((key) => value[key]).find((text) => typeof text === 'string' && text !== '')
  return typeof found === 'string' ? [found.slice(0, 100)] : []
}
