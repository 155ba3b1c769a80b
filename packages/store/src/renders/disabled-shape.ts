// The shapes of a template that a customer may not use, because the owner has disabled them.
import { ApiError } from '@vitrine/contract/api-error'
import { sql } from 'drizzle-orm'
import { toTemplateId } from '../catalogue/row.ts'
import type { Reader } from '../prepared.ts'
import type { ProjectRecord } from '../projects/record.ts'

/**
 * The shapes that the owner has disabled for this customer. A customer who bought the template or began a project before that
 * keeps them, so that no project loses its shape.
 */
export async function listDisabledShapes(db: Reader, userId: string, templateId: string): Promise<string[]> {
  const { rows } = await db.execute<{ aspect: string }>(sql`
    select disabled.key as aspect
    from templates, jsonb_each_text(templates.disabled_shapes) as disabled
    where templates.id = ${templateId}
      and not exists (select from entitlements where user_id = ${userId}::uuid and template_id = templates.id
        and created_at <= disabled.value::timestamptz)
      and not exists (select from projects where user_id = ${userId}::uuid and template_id = templates.id
        and created_at <= disabled.value::timestamptz)
    order by disabled.key`)
  return rows.map(({ aspect }) => aspect)
}

/** Refuses shape-not-offered for a shape that the customer may not use; null is the template's own, which everyone may use. */
export async function refuseDisabledShape(
  db: Reader,
  { aspect, userId, templateId }: Pick<ProjectRecord['row'], 'aspect' | 'userId' | 'templateId'>,
): Promise<void> {
  if (aspect === null) return
  const disabled = await listDisabledShapes(db, userId, toTemplateId(templateId))
  if (disabled.includes(aspect)) throw new ApiError('shape-not-offered', { aspect })
}
