// Turns unknown JSON into a template document, or says with a path for each problem why it is none.
import {
  checkSize,
  described,
  integer,
  isRecord,
  list,
  matching,
  object,
  oneOf,
  type Problem,
  Report,
  record,
  text,
} from './check.ts'
import { asset, canvas, field, font, origin, output, pace, timelineSettings, variants } from './check-field.ts'
import { BLEND_MODES, checkLayer, checkLayers } from './check-layer.ts'
import type { DocumentCheck, Surroundings } from './check-property.ts'
import { DOCUMENT_VERSION, type Layer, type TemplateDocument } from './document.ts'
import { expandAnimations } from './expand.ts'
import type { Field } from './field.ts'
import { migrateDocument } from './migrate.ts'

export type { Problem, ProblemCode } from './check.ts'
export { CANVAS_MOST, DURATION_MOST } from './check-field.ts'

/** Layers of a document, those in groups included. */
export const LAYERS_MOST = 2000
const NESTING_MOST = 60
const VALUES_MOST = 2_000_000

export type ValidationResult = { ok: true; document: TemplateDocument } | { ok: false; problems: Problem[] }

/**
 * Checks a document, migrating it first if it is of an older format. Never throws. The result is normalised: blend modes
 * by name, fields in their order, empty lists where parts are missing.
 */
export function validateDocument(json: unknown): ValidationResult {
  const migrated = migrateDocument(json)
  const report = new Report<Surroundings>(
    surroundingsOf(migrated.version === 'current' ? migrated.document : undefined),
  )
  if (migrated.version === 'unknown') {
    report.at('tdoc').fail('unsupported-version', `This engine reads documents of version ${DOCUMENT_VERSION}`)
    return { ok: false, problems: report.problems }
  }
  if (!checkSize(migrated.document, report, NESTING_MOST, VALUES_MOST)) return { ok: false, problems: report.problems }
  const document = expandAnimations(migrated.document, report)
  checkDocument(document, report)
  if (report.problems.length > 0) return { ok: false, problems: report.problems }
  const normal = normalise(document as unknown as TemplateDocument)
  checkVariants(normal, report.at('variants'))
  checkTimelineSettings(normal, report.at('timeline'))
  return report.problems.length > 0 ? { ok: false, problems: report.problems } : { ok: true, document: normal }
}

/**
 * Problems of one layer in the surroundings of a document that is valid itself.
 * @param neighbours the list it stands in or will; found by its id when left out
 */
export function validateLayer(layer: unknown, document: TemplateDocument, neighbours?: readonly Layer[]): Problem[] {
  const report = new Report<Surroundings>(surroundingsOf(document))
  if (!checkSize(layer, report, NESTING_MOST, VALUES_MOST)) return report.problems
  const own = isRecord(layer) ? layer.id : undefined
  const list = neighbours ?? findSiblings(document.layers, own) ?? document.layers
  const siblings = new Set(list.map(({ id }) => id))
  const inner = new Report<Surroundings>({ ...report.context, siblings }, '', report.problems)
  checkLayer(layer, inner, () => true)
  return report.problems
}

function findSiblings(layers: readonly Layer[], id: unknown): readonly Layer[] | undefined {
  if (layers.some((layer) => layer.id === id)) return layers
  for (const layer of layers) {
    const found = layer.type === 'group' ? findSiblings(layer.layers, id) : undefined
    if (found) return found
  }
  return undefined
}

/** What layers may refer to. Reads unchecked JSON, so it takes only what has the right form. */
export function surroundingsOf(document: unknown): Surroundings {
  const parts = isRecord(document) ? document : {}
  const items = (value: unknown) => (Array.isArray(value) ? value.filter(isRecord) : [])
  // Nothing is converted: an object of somebody else's making may refuse to become a text or a number.
  const asText = (value: unknown) => (typeof value === 'string' ? value : '')
  const asNumber = (value: unknown) => (typeof value === 'number' ? value : 0)
  const size = isRecord(parts.canvas) ? parts.canvas : {}
  return {
    fields: new Map(items(parts.fields).map((one) => [asText(one.id), one.type as Field['type']])),
    assets: new Set(isRecord(parts.assets) ? Object.keys(parts.assets) : []),
    fonts: new Set(items(parts.fonts).map((one) => asText(one.family))),
    siblings: new Set(),
    width: asNumber(size.width),
    height: asNumber(size.height),
  }
}

function checkDocument(json: unknown, report: Report<Surroundings>): void {
  const seen = new Set<string>()
  const countLayer = (id: string, at: Report<Surroundings>): boolean => {
    if (seen.has(id)) return at.fail('duplicate', `There are two layers "${id}"`)
    seen.add(id)
    return seen.size <= LAYERS_MOST || at.fail('too-many', `At most ${LAYERS_MOST} layers are allowed`)
  }
  documentShape((value, at) => checkLayers(value, at, countLayer))(json, report)
}

/** A document with a check for its layers. */
export function documentShape(layers: DocumentCheck): DocumentCheck {
  return object<Surroundings>(
    {
      tdoc: oneOf(DOCUMENT_VERSION),
      id: text(100, 1),
      name: text(200, 1),
      canvas,
      layers,
    },
    {
      rev: integer(0, 1e9),
      fields: uniqueFields,
      fonts: list(font, 60),
      assets: record(assetKey, asset, 500),
      variants,
      output,
      unlocked: oneOf(true),
      timeline: timelineSettings,
      pace,
      origin,
    },
  )
}

const assetKey: DocumentCheck = matching(/^sha256:[0-9A-Za-z_-]{1,64}$/, 'An asset id such as "sha256:…"')

const uniqueFields: DocumentCheck = described((of) => of(list(field, 200)), checkFields)

function checkFields(value: unknown, report: Report<Surroundings>): boolean {
  if (!list(field, 200)(value, report)) return false
  const seen = new Set<unknown>()
  return (value as { id: string }[]).every(({ id }, n) => {
    if (seen.has(id)) return report.at(n).at('id').fail('duplicate', `There are two fields "${id}"`)
    seen.add(id)
    return true
  })
}

/** Every layer of a variant must be one of the document, and be valid with what the variant changes. */
function checkVariants(document: TemplateDocument, report: Report<Surroundings>): void {
  for (const [aspect, { canvas: size, layers = {} }] of Object.entries(document.variants ?? {})) {
    const shaped = { ...document, canvas: { ...document.canvas, ...size } }
    for (const [id, changes] of Object.entries(layers)) {
      const at = report.at(aspect).at('layers').at(id)
      const list = findSiblings(document.layers, id)
      const layer = list?.find((one) => one.id === id)
      if (!layer) {
        at.fail('unknown-reference', `There is no layer "${id}"`)
        continue
      }
      for (const { path, code, message } of validateLayer({ ...layer, ...changes }, shaped, list))
        at.under(path).fail(code, message)
    }
  }
}

function checkTimelineSettings({ timeline, canvas, layers }: TemplateDocument, report: Report<Surroundings>): void {
  const { layer, stretch } = timeline ?? {}
  const named = layer === undefined ? undefined : findSiblings(layers, layer)?.find(({ id }) => id === layer)
  if (layer !== undefined && named?.type !== 'media')
    report.at('layer').fail('unknown-reference', `There is no media layer "${layer}"`)
  if (stretch && stretch.intro + stretch.outro > canvas.duration)
    report.at('stretch').fail('out-of-range', 'The protected ends are longer than the template')
}

function normalise(document: TemplateDocument): TemplateDocument {
  const fields = (document.fields ?? []).map((one, place) => ({ one, place }))
  // Fields with an order come where it says; the others keep their place.
  fields.sort((a, b) => (a.one.order ?? a.place) - (b.one.order ?? b.place) || a.place - b.place)
  // What only operations bring about is not a template's own.
  const { unlocked: _unlocked, ...rest } = document
  return {
    ...rest,
    fields: fields.map(({ one }) => one),
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
