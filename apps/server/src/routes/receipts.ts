// Routes of receipts, invoices, credit and debit notes as PDF, through links that a browser can open without a token and that expire after some minutes.

import { ApiError } from '@vitrine/contract/api-error'
import { receiptsRoutes } from '@vitrine/contract/routes/payments'
import { findUserDocument, type StoredDocument, toFileName } from '@vitrine/store/billing/document'
import { getReceipt, writeReceipt } from '@vitrine/store/purchases/receipt'
import { textsFor } from '@vitrine/store/settings'
import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../deps/deps.ts'
import { type ApiScope, serve } from '../http/serve.ts'
import { getSession } from '../session/authentication.ts'
import { openSheetDrawing, sendPdf } from './billing-file.ts'

const LINK_LIFE_SECONDS = 10 * 60

export function addReceiptLinkRoutes(api: ApiScope, { db, receiptLinks }: AppDeps): void {
  serve(api, receiptsRoutes, {
    'POST /api/receipts/:receiptNumber/link': async (request) => {
      const { userId } = getSession(request)
      const { receiptNumber } = request.params
      if (!(await findUserDocument(db, userId, receiptNumber))) await getReceipt(db, userId, receiptNumber)
      return { url: receiptLinks.sign(`${userId}/${receiptNumber}`, { expiresInSeconds: LINK_LIFE_SECONDS }) }
    },
  })
}

/** Outside the API, because a browser sends no token with these links. */
export function addReceiptRoutes(app: FastifyInstance, deps: AppDeps): void {
  const { receiptLinks } = deps
  app.get<{ Params: { userId: string; receiptNumber: string }; Querystring: Record<string, unknown> }>(
    '/receipts/:userId/:receiptNumber',
    { compress: false, schema: { hide: true } },
    async (request, reply) => {
      const { userId, receiptNumber } = request.params
      const check = receiptLinks.check(`${userId}/${receiptNumber}`, request.query)
      if (check.outcome === 'forged') throw new ApiError('receipt-not-found')
      if (check.outcome === 'expired') {
        throw new ApiError('forbidden', { expired: true }, 'This link has expired. Ask for the receipt again.')
      }
      const { kind, sheet } = await findSheet(deps, userId, receiptNumber)
      const draw = await openSheetDrawing(deps)
      return sendPdf(reply, toFileName({ kind, number: receiptNumber }), await draw(sheet))
    },
  )
}

/**
 * What a document of this user prints. An issued one keeps its sheet. The receipts of templates, which are in credits, and those
 * of packs paid before documents were stored are written when they are asked for. Throws `receipt-not-found`.
 */
async function findSheet(
  { db, settings }: AppDeps,
  userId: string,
  number: string,
): Promise<Pick<StoredDocument, 'kind' | 'sheet'>> {
  const stored = await findUserDocument(db, userId, number)
  if (stored) return stored
  const receipt = await getReceipt(db, userId, number)
  const texts = textsFor(receipt.language, settings.get())
  return { kind: 'receipt', sheet: writeReceipt(receipt, await settings.readAt(receipt.issuedAt), texts) }
}
