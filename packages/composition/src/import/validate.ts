// Turns unknown JSON into a template document, or says with a path for each problem why it is none.
import { checkSize, type Problem, Report } from '../document/check.ts'
import { checkDocument, MAX_NESTING, MAX_VALUES, surroundingsOf } from '../document/check-document.ts'
import type { Surroundings } from '../document/check-property.ts'
import { DOCUMENT_VERSION, type TemplateDocument } from '../document/document.ts'
import { migrateDocument } from '../document/migrate.ts'
import { expandAnimations } from './expand.ts'

export type ValidationResult = { ok: true; document: TemplateDocument } | { ok: false; problems: Problem[] }

/**
 * Checks a document, migrating it first if it is of an older format, and makes groups of the Lottie animations in it. Never
 * throws. The result is normalised as by `checkDocument`.
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
  if (!checkSize(migrated.document, report, MAX_NESTING, MAX_VALUES)) return { ok: false, problems: report.problems }
  const document = checkDocument(expandAnimations(migrated.document, report), report)
  return document ? { ok: true, document } : { ok: false, problems: report.problems }
}
