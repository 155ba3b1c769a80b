// Figures of recent renders: completed, failed, and why.
import type { Db } from '@vitrine/database/connection'
import { sql } from 'drizzle-orm'
import { operations } from '../operations/tables.ts'
import { renders } from '../renders/tables.ts'

export interface RenderFigures {
  readonly completed: number
  readonly failed: number
  /** The most frequent first. */
  readonly reasons: readonly { readonly code: string; readonly templateId: string; readonly count: number }[]
}

const LATELY = sql`${operations.kind} = 'render' and ${operations.createdAt} > now() - interval '24 hours'`

/** Figures of the renders requested within the last 24 hours. */
export async function readRenderFigures(db: Db): Promise<RenderFigures> {
  const { rows: totals } = await db.execute<{ status: string; count: string }>(
    sql`select status, count(*) as count from ${operations} where ${LATELY} group by status`,
  )
  const { rows: reasons } = await db.execute<{ code: string; templateId: string; count: string }>(sql`
    select ${operations.errorCode} as code, ${renders.templateId} as "templateId", count(*) as count
      from ${operations} join ${renders} on ${renders.id} = ${operations.id}
     where ${LATELY} and ${operations.status} = 'failed'
     group by ${operations.errorCode}, ${renders.templateId}
     order by count(*) desc
     limit 10`)
  const total = (status: string) => Number(totals.find((row) => row.status === status)?.count ?? 0)
  return {
    completed: total('succeeded'),
    failed: total('failed'),
    reasons: reasons.map((reason) => ({ ...reason, count: Number(reason.count) })),
  }
}
