// The shapes of templates: those of a version, and those of them that the owner offers.

import { ApiError } from '@vitrine/contract/api-error'
import type { TemplateKind, TemplateShape } from '@vitrine/contract/catalogue'
import { type Db, type Tx, transaction } from '@vitrine/database/connection'
import type { TemplateDocument } from '@vitrine/document/document'
import { LAYOUT_VERSION, listAspects } from '@vitrine/project/variant'
import { eq, sql } from 'drizzle-orm'
import { announceCatalogueChange } from './edit.ts'
import { templates, templateVersions, type VersionShape } from './tables.ts'

/** Number of versions whose documents are read at once. */
const BATCH = 20

type ShapeColumns = Pick<typeof templateVersions.$inferInsert, 'shapes' | 'layoutVersion'>

/** The other shapes of a document. */
export function toShapeColumns(document: TemplateDocument): ShapeColumns {
  const shapes = listAspects(document).flatMap(({ aspect, width, height }) =>
    aspect === undefined ? [] : [{ aspect, width, height }],
  )
  return { shapes, layoutVersion: LAYOUT_VERSION }
}

/**
 * Computes missing shapes of current versions, and those of an earlier layout version. Idempotent, even when several programs run
 * it at once. Returns how many it computed.
 */
export async function computeMissingShapes(db: Db): Promise<number> {
  const isMissing = sql`${templateVersions.layoutVersion} is distinct from ${LAYOUT_VERSION}`
  let computed = 0
  for (;;) {
    const found = await db
      .select({ id: templateVersions.id, document: templateVersions.document })
      .from(templateVersions)
      .innerJoin(templates, eq(templates.currentVersionId, templateVersions.id))
      .where(isMissing)
      .limit(BATCH)
    if (found.length === 0) return computed
    for (const { id, document } of found) {
      const shapes = toShapeColumns(document as unknown as TemplateDocument)
      await db.update(templateVersions).set(shapes).where(eq(templateVersions.id, id))
    }
    await transaction(db, announceCatalogueChange)
    computed += found.length
  }
}

type ShapedRow = {
  readonly kind: TemplateKind
  readonly width: number
  readonly height: number
  readonly shapes: readonly VersionShape[] | null
}

/** The shapes that a template is offered in, its own first. A ready-made template has only its own. */
export function offeredShapes(
  { kind, width, height, shapes }: ShapedRow,
  disabled: readonly string[],
): TemplateShape[] {
  const others = kind === 'direct-sell' ? [] : (shapes ?? []).filter(({ aspect }) => !disabled.includes(aspect))
  return [{ aspect: null, width, height }, ...others]
}

/**
 * Sets the disabled shapes of a template; those already disabled keep their time. Returns the list before and after. Throws
 * `template-not-found`.
 */
export async function disableShapes(
  tx: Tx,
  templateId: string,
  requested: readonly string[],
): Promise<{ before: { disabledShapes: string[] }; after: { disabledShapes: string[] } }> {
  const [row] = await tx
    .select({ disabledShapes: templates.disabledShapes })
    .from(templates)
    .where(eq(templates.id, templateId))
    .for('no key update')
  if (!row) throw new ApiError('template-not-found')
  const now = new Date().toISOString()
  const disabledShapes = Object.fromEntries(
    requested.toSorted().map((aspect) => [aspect, row.disabledShapes[aspect] ?? now]),
  )
  await tx.update(templates).set({ disabledShapes, updatedAt: sql`now()` }).where(eq(templates.id, templateId))
  await announceCatalogueChange(tx)
  const listDisabledShapes = (shapes: object) => ({ disabledShapes: Object.keys(shapes).sort() })
  return { before: listDisabledShapes(row.disabledShapes), after: listDisabledShapes(disabledShapes) }
}
