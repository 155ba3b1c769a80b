// The entry point for designers' files: converts four dialects to one document, with a report of every change. The input is
// untrusted: it must not make the import throw, hang or access other files.

import { isRecord } from '@vitrine/document/check'
import { cleanse } from '@vitrine/document/cleanse'
import type { TemplateDocument } from '@vitrine/document/document'
import { clause, Lint, type LintLine } from '@vitrine/document/lint'
import { convertAnimation, isAnimation, type Marker } from '../bodymovin/animation.ts'
import type { ConversionOptions, LayerJson } from '../bodymovin/conversion.ts'
import { addBodymovinReport } from '../source/bodymovin-report.ts'
import type { ImportFiles } from '../source/files.ts'
import { nameFilesById } from '../source/named-file.ts'
import { convertRecord, isTemplateRecord } from './record.ts'
import { composeReport } from './report.ts'
import { validateDocument } from './validate.ts'

type Dialect = 'document' | 'animation' | 'record' | 'unknown'

export interface ImportOptions extends ConversionOptions {
  /** The template's id and name. */
  readonly id: string
  readonly name: string
  /** Background colour `#rrggbb` for an animation without one; white by default. */
  readonly background?: string
  /** Bodymovin's report about the export (`report.json`). */
  readonly bodymovinReport?: unknown
  /** Names of layers and effects that may look different: unsupported parts of them are only warnings. */
  readonly accept?: readonly string[]
}

export interface ImportResult {
  readonly dialect: Dialect
  /** Undefined only when nothing can be drawn; the report says why. */
  readonly document: TemplateDocument | undefined
  readonly report: readonly LintLine[]
  readonly markers: readonly Marker[]
}

/**
 * Imports JSON of any of the four dialects: our own documents, Bodymovin animations, the store's older template records, and
 * records without any JSON. `files` are the facts of accompanying files, by name, and of the embedded ones that
 * `listEmbeddedFiles` lists. Never throws.
 */
export function importDocument(input: unknown, files: ImportFiles, options: ImportOptions): ImportResult {
  const lint = new Lint()
  const { json, ...read } = readDocument(input, files, options, lint)
  addBodymovinReport(options.bodymovinReport, lint)
  return { ...read, report: composeReport(lint.lines, json, options.accept) }
}

/** The converted document before its report is composed; the remarks' paths refer to `json`. */
interface Read extends Omit<ImportResult, 'report'> {
  readonly json: unknown
}

function readDocument(input: unknown, files: ImportFiles, options: ImportOptions, lint: Lint): Read {
  const json = cleanse(input, lint)
  const nothing: Read = { dialect: 'unknown', document: undefined, markers: [], json }
  if (!isRecord(json)) {
    if (!lint.hasErrors) lint.error('not-json', '', 'A template is a JSON object')
    return nothing
  }
  if (json.tdoc !== undefined)
    return { ...finish('document', nameFilesById(json, files, options.bundledFonts, lint), lint, []), json }
  if (isAnimation(json)) return importAnimation(json, files, options, lint)
  if (isTemplateRecord(json)) {
    const { document, animation } = convertRecord(json, files, options, lint)
    return animation
      ? importAnimation(animation, files, options, lint, 'record')
      : { ...finish('record', document, lint, []), json }
  }
  lint.error('unknown-dialect', '', 'This is no document, no Bodymovin animation and no template record')
  return nothing
}

function importAnimation(
  json: Record<string, unknown>,
  files: ImportFiles,
  options: ImportOptions,
  lint: Lint,
  dialect: Dialect = 'animation',
): Read {
  const converted = convertAnimation(json, files, options, lint)
  const { canvas, layers, fields, fonts, assets, markers, version, rig } = converted
  if (options.background === undefined)
    lint.info('no-background', '', 'Animations are transparent; white was put behind this one')
  if (fields.length === 0)
    lint.warn('field', '', 'Customers can change nothing: name layers such as {first} or {second}', {
      ...{ first: '{text: Name}', second: '{photo: Couple}' },
    })
  const poster = markers.find(({ name }) => /^poster$/i.test(name))?.frame
  const document = {
    tdoc: 1,
    id: options.id,
    name: options.name.slice(0, 200),
    canvas: { ...canvas, background: options.background ?? '#ffffff' },
    fields,
    fonts: usesFonts(layers) ? fonts : [],
    assets: Object.fromEntries(assets),
    layers,
    ...(rig ? { rig } : {}),
    ...(poster === undefined ? {} : { output: { poster: { frame: poster }, thumbnail: { frame: poster } } }),
    origin: { tool: 'bodymovin', version, ...(markers.length > 0 ? { markers } : {}) },
  }
  return { ...finish(dialect, document, lint, markers), json }
}

function usesFonts(layers: readonly LayerJson[]): boolean {
  return layers.some(
    (layer) => layer.type === 'text' || (Array.isArray(layer.layers) && usesFonts(layer.layers as LayerJson[])),
  )
}

/** Validates the result; individual invalid layers are omitted and reported. */
function finish(dialect: Dialect, json: unknown, lint: Lint, markers: readonly Marker[]): Omit<Read, 'json'> {
  const pruned = dialect === 'document' ? json : pruneInvalid(json, lint)
  const result = validateDocument(pruned)
  if (!result.ok) {
    for (const { path, message } of result.problems) lint.error('invalid-layer', path, message)
    return { dialect, document: undefined, markers }
  }
  return { dialect, document: result.document, markers }
}

/** Each round removes all layers that the validator rejects; only layers that referred to them can fail afterwards. */
const MAX_ROUNDS = 12

/** The document without invalid layers. */
function pruneInvalid(json: unknown, lint: Lint): unknown {
  let document = json
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const result = validateDocument(document)
    if (result.ok) return document
    const rejected = new Map(
      result.problems.flatMap(({ path, message }) => {
        const layer = /^(?:\.?layers\[\d+\])+/.exec(path)?.[0]
        return layer ? [[layer, `${path.slice(layer.length + 1)}: ${message}`] as const] : []
      }),
    )
    if (rejected.size === 0) return document
    for (const [path, message] of rejected)
      lint.error('invalid-layer', nameAt(document, path) ?? path, [clause('The layer is left out'), clause(message)])
    document = withoutLayers(document, new Set(rejected.keys()), '')
  }
  return document
}

function nameAt(document: unknown, path: string): string | undefined {
  let value: unknown = document
  for (const step of path.match(/layers|\d+/g) ?? [])
    value = isRecord(value) ? value[step] : Array.isArray(value) ? value[Number(step)] : undefined
  return isRecord(value) && typeof value.name === 'string' ? `layer "${value.name}"` : undefined
}

/** Removes layers and other layers' references to them. */
function withoutLayers(value: unknown, rejected: ReadonlySet<string>, path: string): unknown {
  if (!isRecord(value) || !Array.isArray(value.layers)) return value
  const at = (n: number) => `${path === '' ? '' : `${path}.`}layers[${n}]`
  const removedIds = new Set(
    value.layers.flatMap((layer, n) => (rejected.has(at(n)) && isRecord(layer) ? [layer.id] : [])),
  )
  const layers = value.layers.flatMap((layer, n) => {
    if (rejected.has(at(n))) return []
    if (!isRecord(layer)) return [layer]
    const { parent, matte, ...rest } = layer
    const remaining = {
      ...rest,
      ...(parent === undefined || removedIds.has(parent) ? {} : { parent }),
      ...(matte === undefined || (isRecord(matte) && removedIds.has(matte.layer)) ? {} : { matte }),
    }
    return [withoutLayers(remaining, rejected, at(n))]
  })
  return { ...value, layers }
}
