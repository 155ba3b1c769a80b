// Converts unknown JSON to a template document, or lists its problems with their paths.

import { checkSize, isRecord, type Problem, Report } from '@vitrine/document/check'
import {
  checkDocument,
  MAX_NESTING,
  MAX_VALUES,
  migrateDocument,
  readSurroundings,
} from '@vitrine/document/check-document'
import { type Canvas, canvas, DOCUMENT_VERSION, type TemplateDocument } from '@vitrine/document/document'
import { lottieLayer, MAX_GROUP_DEPTH } from '@vitrine/document/layer'
import { expandLottie } from './expand-lottie.ts'

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
