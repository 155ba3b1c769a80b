// Checks unknown JSON against the template document format, and single layers against a document.

import {
  type Check,
  type Infer,
  isRecord,
  type JsonSchema,
  type Problem,
  Report,
  type Surroundings,
} from '../schema/check.ts'
import { BLEND_MODES } from '../schema/color.ts'
import { DOCUMENT_VERSION, type TemplateDocument, templateDocument } from './document.ts'
import type { Field } from './field.ts'
import { anyLayer, type Layer } from './layer.ts'

export const MAX_NESTING = 60
export const MAX_VALUES = 2_000_000

/**
 * Checks a document of the current format. The result is normalised: blend modes by name, fields in order, empty lists where
 * parts are missing. Undefined when the report contains a problem.
 */
export function checkDocument(json: unknown, report: Report): TemplateDocument | undefined {
  if (!templateDocument(json, report.within({ layerIds: new Set() })) || report.problems.length > 0) return undefined
  const document = normalise(json)
  checkVariants(document, report.at('variants'))
  checkTimelineSettings(document, report.at('timeline'))
  return report.problems.length > 0 ? undefined : document
}

/**
 * Lists the problems of one layer in a document that is valid itself.
 * @param neighbours the list that contains it or will; found by its id when omitted
 */
export function validateLayer(layer: unknown, document: TemplateDocument, neighbours?: readonly Layer[]): Problem[] {
  const own = isRecord(layer) ? layer.id : undefined
  const list = neighbours ?? findSiblings(document.layers, own) ?? document.layers
  return new LayerValidator(document).validate(layer, new Set(list.map(({ id }) => id)))
}

/**
 * Checks layers against one valid document, one after the other. Parts that a layer shares with an earlier one (the same
 * objects) are not checked again.
 */
export class LayerValidator {
  /** How many values were checked so far. */
  work = 0
  readonly #context: Surroundings
  readonly #sizes = new WeakMap<object, Size>()

  constructor(document: Pick<TemplateDocument, 'fields' | 'assets' | 'fonts'>) {
    this.#context = { ...readSurroundings(document), proven: new WeakMap() }
  }

  /** @param siblings the ids of the list that contains the layer or will */
  validate(layer: unknown, siblings: Surroundings['siblings']): Problem[] {
    const report = new Report({ ...this.#context, siblings })
    const { depth, values } = this.#measureLayer(layer)
    if (depth > MAX_NESTING) report.fail('too-deep', `The document is nested more than ${MAX_NESTING} deep`)
    else if (values > MAX_VALUES) report.fail('too-many', `The document holds more than ${MAX_VALUES} values`)
    else anyLayer(layer, report)
    return report.problems
  }

  /** Counts the values of a layer, including those of the layers in it. */
  countValues(layer: Layer): number {
    return this.#measureLayer(layer).values
  }

  #measureLayer(layer: unknown, around = 0): Size {
    if (around > MAX_NESTING) return ENDLESS
    if (!isRecord(layer)) return this.#measure(layer)
    return this.#sum(Object.entries(layer), ([key, value]) =>
      key === 'layers' && Array.isArray(value)
        ? this.#sum(value, (item) => this.#measureLayer(item, around + 2))
        : this.#measure(value),
    )
  }

  #sum<Item>(items: readonly Item[], measure: (item: Item) => Size): Size {
    const total = { depth: 0, values: items.length }
    this.work += items.length
    for (const item of items) {
      const { depth, values } = measure(item)
      total.depth = Math.max(total.depth, depth + 1)
      total.values += values
    }
    return total
  }

  /** Memoises each property of a layer, and each property of that one, such as the position of a transform. */
  #measure(value: unknown, level = 0): Size {
    if (typeof value !== 'object' || value === null) return NOTHING
    const known = this.#sizes.get(value)
    if (known) return known
    const isWhole = level > 0 || Array.isArray(value)
    const size = isWhole ? measure(value) : this.#sum(Object.values(value), (item) => this.#measure(item, level + 1))
    if (isWhole) this.work += size.values
    this.#sizes.set(value, size)
    return size
  }
}

interface Size {
  /** Depth of the deepest value inside; 0 for a value without content. */
  depth: number
  values: number
}

const NOTHING: Size = { depth: 0, values: 0 }
const ENDLESS: Size = { depth: Infinity, values: 0 }

/** Works level by level, so that deep nesting cannot exhaust the stack; beyond the limits, counting stops. */
function measure(root: unknown): Size {
  let level: unknown[] = [root]
  let values = 0
  for (let depth = 0; ; depth++) {
    const next: unknown[] = []
    for (const one of level) {
      if (typeof one !== 'object' || one === null) continue
      for (const inner of Object.values(one)) next.push(inner)
    }
    if (next.length === 0) return { depth, values }
    values += next.length
    if (depth > MAX_NESTING || values > MAX_VALUES) return { depth, values }
    level = next
  }
}

function findSiblings(layers: readonly Layer[], id: unknown): readonly Layer[] | undefined {
  if (layers.some((layer) => layer.id === id)) return layers
  for (const layer of layers) {
    const found = layer.type === 'group' ? findSiblings(layer.layers, id) : undefined
    if (found) return found
  }
  return undefined
}

/** Collects what layers may refer to. Reads unchecked JSON, so it ignores values of the wrong type. */
export function readSurroundings(document: unknown): Surroundings {
  const parts = isRecord(document) ? document : {}
  const items = (value: unknown) => (Array.isArray(value) ? value.filter(isRecord) : [])
  // Nothing is converted: the toString or valueOf of a foreign object may throw.
  const asText = (value: unknown) => (typeof value === 'string' ? value : '')
  return {
    fields: new Map(items(parts.fields).map((item) => [asText(item.id), item.type as Field['type']])),
    assets: new Set(isRecord(parts.assets) ? Object.keys(parts.assets) : []),
    fonts: new Set(items(parts.fonts).map((item) => asText(item.family))),
    siblings: new Set(),
  }
}

/** Every layer of a variant must exist in the document, and be valid with the variant's changes. */
function checkVariants(document: TemplateDocument, report: Report): void {
  for (const [aspect, { layers = {} }] of Object.entries(document.variants ?? {})) {
    for (const [id, changes] of Object.entries(layers)) {
      const at = report.at(aspect).at('layers').at(id)
      const list = findSiblings(document.layers, id)
      const layer = list?.find((entry) => entry.id === id)
      if (!layer) {
        at.fail('unknown-reference', `There is no layer "${id}"`)
        continue
      }
      for (const { path, code, message } of validateLayer({ ...layer, ...changes }, document, list))
        at.under(path).fail(code, message)
    }
  }
}

function checkTimelineSettings({ timeline, canvas, layers }: TemplateDocument, report: Report): void {
  const { layer, stretch } = timeline ?? {}
  const named = layer === undefined ? undefined : findSiblings(layers, layer)?.find(({ id }) => id === layer)
  if (layer !== undefined && named?.type !== 'media')
    report.at('layer').fail('unknown-reference', `There is no media layer "${layer}"`)
  if (stretch && stretch.intro + stretch.outro > canvas.duration)
    report.at('stretch').fail('out-of-range', 'The protected ends are longer than the template')
}

function normalise(document: Infer<typeof templateDocument>): TemplateDocument {
  const fields = (document.fields ?? []).map((field, place) => ({ field, place }))
  // Fields with an order are placed by it; the others stay at their index.
  fields.sort((a, b) => (a.field.order ?? a.place) - (b.field.order ?? b.place) || a.place - b.place)
  // Only edits may set `unlocked`; a template cannot.
  const { unlocked: _unlocked, ...rest } = document
  return {
    ...rest,
    fields: fields.map(({ field }) => field),
    fonts: (document.fonts ?? []).map(({ added: _added, ...face }) => face),
    assets: document.assets ?? {},
    layers: document.layers.map(normaliseLayer),
  }
}

function normaliseLayer(layer: Layer): Layer {
  const { hd, ks, ...rest } = layer as Layer & { hd?: boolean }
  const mode: unknown = layer.bm
  const named = {
    ...rest,
    ...(ks && Object.keys(ks).length > 0 ? { ks } : {}),
    ...(typeof mode === 'number' ? { bm: BLEND_MODES[mode] ?? 'normal' } : {}),
    ...(hd ? { visible: false } : {}),
  } as Layer
  return named.type === 'group' ? { ...named, layers: named.layers.map(normaliseLayer) } : named
}

// Migrates documents of older formats on read; stored documents are never rewritten.

/** Converts a document of version n to version n + 1. */
type Migration = (document: Record<string, unknown>) => Record<string, unknown>

/** Keyed by the version that they start from. Version 1 is the first, so there are none yet. */
const MIGRATIONS: Readonly<Record<number, Migration>> = {}

type Migrated = { version: 'current'; document: unknown } | { version: 'unknown'; found: unknown }

/** Applies the migrations that a document needs. Documents of unknown versions are returned unchanged; the caller rejects them. */
export function migrateDocument(json: unknown, migrations = MIGRATIONS, current: number = DOCUMENT_VERSION): Migrated {
  if (!isRecord(json)) return { version: 'current', document: json }
  let document = json
  for (let version = json.tdoc; version !== current; ) {
    const migration =
      typeof version === 'number' && Object.hasOwn(migrations, version) ? migrations[version] : undefined
    if (!migration || typeof version !== 'number') return { version: 'unknown', found: version }
    document = { ...migration(document), tdoc: version + 1 }
    version = version + 1
  }
  return { version: 'current', document }
}

// The JSON Schema of a template document, generated from the validator's own checks. It is less strict (it ignores references,
// cycles and totals), but never rejects what they accept.

/** The schema, in JSON Schema's draft 2020-12. */
export function documentSchema(): { readonly [keyword: string]: unknown } {
  const definitions: Record<string, JsonSchema> = {}
  const of = (check: Check): JsonSchema => {
    if (check.schemaName === undefined) return check.schema?.(of) ?? true
    const { schemaName } = check
    if (!Object.hasOwn(definitions, schemaName)) {
      // Reserves the name first, because the schema may refer to itself.
      definitions[schemaName] = true
      definitions[schemaName] = check.schema?.(of) ?? true
    }
    return { $ref: `#/$defs/${schemaName}` }
  }
  const root = of(templateDocument) as { readonly [keyword: string]: unknown }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Vitrine template document',
    ...root,
    $defs: Object.fromEntries(Object.entries(definitions).sort(([one], [other]) => (one < other ? -1 : 1))),
  }
}
