// A user's purchases: the library with the videos rendered from it, and the history of payments in credits and in money.

import assert from 'node:assert/strict'
import type { BillingDocumentRef } from '@vitrine/contract/billing'
import type { PurchasePage } from '@vitrine/contract/library'
import type { PaymentHistory, PaymentLine } from '@vitrine/contract/payments'
import type { Db } from '@vitrine/database/connection'
import { listPaymentDocuments, type PaymentDocument } from '../billing/document.ts'
import { getCatalogueRows } from '../catalogue/catalogue.ts'
import { toTemplate } from '../catalogue/wire.ts'
import { decodeCursor, encodeCursor } from '../cursor.ts'
import { listEntitlements, pageEntitlements } from '../library/library.ts'
import { listPaidPacks } from '../payments/order.ts'
import { listReturnedPayments } from '../payments/reversal.ts'
import { findLatestProjects } from '../projects/projects.ts'
import { findLatestRenders } from '../renders/renders.ts'
import { type SignUrl, toRender } from '../renders/state.ts'

interface PageRequest {
  readonly cursor?: string | undefined
  readonly limit: number
}

/**
 * The library: the user's templates that match `search`, newest first, including those no longer for sale, each with its newest
 * video and last edited project.
 */
export async function listPurchases(
  db: Db,
  userId: string,
  page: PageRequest & { readonly search?: string | undefined },
  signUrl: SignUrl,
): Promise<PurchasePage> {
  const { items, nextCursor } = await pageEntitlements(db, userId, page)
  const templateIds = items.map((item) => item.templateId)
  const [rows, renders, projects] = await Promise.all([
    getCatalogueRows(db, templateIds),
    findLatestRenders(db, userId, templateIds),
    findLatestProjects(db, userId, templateIds),
  ])
  return {
    items: items.map((item) => {
      const row = rows.get(item.templateId)
      assert(row, `template ${item.templateId} was bought and has no version`)
      const render = renders.get(item.templateId)
      return {
        templateId: item.templateId,
        template: toTemplate(row),
        templateName: item.templateName,
        licences: item.licences,
        creditsCharged: item.creditsCharged,
        purchasedAt: item.createdAt.toISOString(),
        receiptNumber: item.receiptNumber,
        license: { name: item.licenseName, summary: item.licenseSummary },
        isOnSale: row.status === 'published',
        latestVideo: render ? toRender(render, signUrl) : null,
        latestProject: projects.get(item.templateId) ?? null,
      }
    }),
    nextCursor,
  }
}

/**
 * Templates bought with credits, packs bought with money and unapplied payments, newest first. A user has at most some hundreds,
 * so they are merged in memory and cut into pages.
 */
export async function listPaymentHistory(db: Db, userId: string, page: PageRequest): Promise<PaymentHistory> {
  const [owned, packs, unapplied, documents] = await Promise.all([
    listEntitlements(db, userId),
    listPaidPacks(db, userId),
    listReturnedPayments(db, userId),
    listPaymentDocuments(db, userId),
  ])
  const rows = await getCatalogueRows(
    db,
    owned.map((item) => item.templateId),
  )
  const templates: PaymentLine[] = owned.map((item) => ({
    kind: 'template',
    templateId: item.templateId,
    templateName: item.templateName,
    templateType: rows.get(item.templateId)?.kind ?? 'video',
    licences: item.licences,
    creditsCost: item.creditsCharged,
    purchasedAt: item.createdAt.toISOString(),
    receiptNumber: item.receiptNumber,
    documents: documents.filter(({ receiptNumbers }) => receiptNumbers.includes(item.receiptNumber)).map(toReference),
  }))
  const paid: PaymentLine[] = packs.map(({ method: _method, paidAt, ...pack }) => ({
    kind: 'pack',
    ...pack,
    purchasedAt: paidAt.toISOString(),
    documents: documents.filter(({ paymentId }) => paymentId === pack.transactionId).map(toReference),
  }))
  const returned: PaymentLine[] = unapplied.map(({ settledAt, ...payment }) => ({
    kind: 'returned',
    ...payment,
    purchasedAt: settledAt.toISOString(),
  }))
  const lines = [...templates, ...paid, ...returned].sort((left, right) => comparePlaces(toPlace(right), toPlace(left)))
  const after = page.cursor === undefined ? undefined : decodeCursor('payment-history', page.cursor)
  const rest = after ? lines.filter((line) => comparePlaces(toPlace(line), after) < 0) : lines
  const items = rest.slice(0, page.limit)
  const last = rest.length > page.limit ? items.at(-1) : undefined
  return { items, nextCursor: last ? encodeCursor('payment-history', toPlace(last)) : null }
}

function toReference({ kind, number, issuedAt, totalPaise }: PaymentDocument): BillingDocumentRef {
  return { kind, number, issuedAt, totalPaise }
}

/** `name` is the receipt number, or the transaction of a payment without a receipt. */
type Place = [milliseconds: number, name: string]

function toPlace(line: PaymentLine): Place {
  return [Date.parse(line.purchasedAt), line.kind === 'returned' ? line.transactionId : line.receiptNumber]
}

function comparePlaces([time, name]: Place, [otherTime, otherName]: Place): number {
  return time - otherTime || name.localeCompare(otherName, 'en', { numeric: true })
}
