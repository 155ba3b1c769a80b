// Bodymovin's report about an export (`report.json`): what it could not export, which the animation itself does not mention.
// Its remarks about other players are ignored.
import { isRecord } from '@vitrine/document/check'
import { records, textOr } from '@vitrine/document/cleanse'
import { type Clause, clause, type Lint, remarkText } from '@vitrine/document/lint'

/** Messages for Bodymovin's causes that omit something from the file. */
const CAUSES: Readonly<Record<string, string>> = {
  'unhandled layer': remarkText('Bodymovin’s report: the layer "{layer}" is of a kind that is not exported'),
  'failed layer': remarkText('Bodymovin’s report: the layer "{layer}" could not be exported'),
  'unhandled shape': remarkText('Bodymovin’s report: the layer "{layer}" has a shape item that is not exported'),
  'unsupported style': remarkText('Bodymovin’s report: the layer "{layer}" has a layer style that is not exported'),
  'unsupported property': remarkText('Bodymovin’s report: the layer "{layer}" has a property that is not exported'),
  'unsupported mask mode': remarkText('Bodymovin’s report: the layer "{layer}" has a mask mode that is not exported'),
  'animator properties': remarkText(
    'Bodymovin’s report: the layer "{layer}" has text animator properties that are not exported',
  ),
  'text selector type': remarkText('Bodymovin’s report: the layer "{layer}" has a text selector that is not exported'),
  'text selector properties': remarkText(
    'Bodymovin’s report: the layer "{layer}" has properties of a text selector that are not exported',
  ),
  'preserve transparency': remarkText(
    'Bodymovin’s report: the layer "{layer}" preserves underlying transparency, which is not exported',
  ),
  'illustrator asset': remarkText(
    'Bodymovin’s report: the layer "{layer}" is an Illustrator file, which is not exported: convert it to shapes (Create Shapes from Vector Layer)',
  ),
}

const MAX_DEPTH = 40
const MAX_LINES = 400

/** Adds what was omitted according to the report; any other JSON adds nothing. */
export function addBodymovinReport(report: unknown, lint: Lint): void {
  if (!isRecord(report) || typeof report.version !== 'string') return
  const found = new Map<string, Clause>()
  for (const layer of records(report.layers)) collect(layer, textOr(layer.name, ''), 0, found)
  for (const remark of [...found.values()].slice(0, MAX_LINES)) lint.warn('bodymovin-report', '', [remark])
}

function collect(value: unknown, layer: string, depth: number, found: Map<string, Clause>): void {
  if (depth > MAX_DEPTH) return
  if (Array.isArray(value)) for (const item of value) collect(item, layer, depth + 1, found)
  if (!isRecord(value)) return
  const cause = textOr(value.builder, '')
  if (Array.isArray(value.renderers) && Object.hasOwn(CAUSES, cause))
    found.set(`${cause} ${layer}`, clause(CAUSES[cause] ?? '', { layer: layer.slice(0, 60) }))
  for (const [key, item] of Object.entries(value)) {
    // Precomps list their own layers.
    if (key === 'layers') for (const inner of records(item)) collect(inner, textOr(inner.name, layer), depth + 1, found)
    else collect(item, layer, depth + 1, found)
  }
}
