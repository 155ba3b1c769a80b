// Routes of receipts, invoices, credit and debit notes as PDF, through links that a browser can open without a token and that expire after some minutes.

import type { BillingSheet } from '@vitrine/billing-pdf/sheet'
import { ApiError } from '@vitrine/contract/api-error'
import { receiptsRoutes } from '@vitrine/contract/routes/payments'
import type { BrandSettings, SellerSettings } from '@vitrine/contract/settings'
import { type Texts, writeRupees } from '@vitrine/language/texts'
import { readContact } from '@vitrine/store/accounts'
import { findDocument, type StoredDocument, toFileName } from '@vitrine/store/billing/document'
import {
  billingTextsFor,
  toSellerParty,
  writeBillingLabels,
  writeCredits,
  writePaymentMethod,
  writeQuantity,
  writeSheetHead,
} from '@vitrine/store/billing/sheet'
import { getReceipt, type Receipt } from '@vitrine/store/purchases/purchase-history'
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
      if (!(await findDocument(db, receiptNumber, { userId }))) await getReceipt(db, userId, receiptNumber)
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
  const stored = await findDocument(db, number, { userId })
  if (stored) return stored
  const receipt = await getReceipt(db, userId, number)
  const { language } = await readContact(db, userId)
  const texts = billingTextsFor(language, settings.get())
  return { kind: 'receipt', sheet: describeReceipt(receipt, await settings.readAt(receipt.issuedAt), texts) }
}

// The text of a receipt: turns a purchase into what is printed.

interface Store {
  readonly brand: BrandSettings
  readonly seller: SellerSettings
}

type Body = Pick<BillingSheet, 'table' | 'sums' | 'facts' | 'notes'>

/** The receipt of a template, in credits, or of a pack, in money. */
function describeReceipt(receipt: Receipt, { brand, seller }: Store, texts: Texts): BillingSheet {
  const { receiptNumber: number, issuedAt, buyer } = receipt
  const body = receipt.kind === 'template' ? describeTemplate(receipt, texts) : describePack(receipt, texts)
  const head = writeSheetHead(
    {
      title: 'receipt',
      number,
      issuedAt,
      brand,
      seller: toSellerParty(brand, seller),
      buyer: { lines: [buyer.name, buyer.email], small: [] },
      goods: body.table.rows.map(({ title }) => title).join(', '),
    },
    texts,
  )
  return { ...head, ...body }
}

function describeTemplate(receipt: Receipt & { kind: 'template' }, texts: Texts): Body {
  const { templateName, templateId, licences, credits, license } = receipt
  const { translate } = texts
  const { description, licences: quantity, each, amount, paidWith } = writeBillingLabels(texts)
  const total = writeCredits(credits, texts)
  const row = {
    title: templateName,
    small: [translate('Template {template}', { template: templateId })],
    quantity: writeQuantity(licences, texts),
    each: writeCredits(credits / licences, texts),
    amount: total,
  }
  return {
    table: { headings: { title: description, quantity, each, amount }, rows: [row] },
    sums: untaxedSums(total, texts),
    facts: [{ label: paidWith, value: translate('Credits of this account') }],
    // The licence at the time of purchase.
    notes: [{ title: translate('Licence: {licence}', { licence: license.name }), text: license.summary }],
  }
}

function describePack(receipt: Receipt & { kind: 'pack' }, texts: Texts): Body {
  const { credits, amountPaise, refundedPaise, currency, transactionId, orderId, method } = receipt
  const labels = writeBillingLabels(texts)
  const { description, packs: quantity, each, amount } = labels
  const total = writeRupees(amountPaise, texts)
  const row = {
    title: writeCredits(credits, texts),
    small: [labels.creditPack],
    quantity: writeQuantity(1, texts),
    each: total,
    amount: total,
  }
  return {
    table: { headings: { title: description, quantity, each, amount }, rows: [row] },
    sums: untaxedSums(total, texts),
    facts: [
      ...(method ? [{ label: labels.paidWith, value: writePaymentMethod(method, texts) }] : []),
      { label: labels.currency, value: currency },
      { label: labels.transactionId, value: transactionId },
      { label: labels.orderId, value: orderId },
      ...(refundedPaise > 0 ? [{ label: labels.refunded, value: writeRupees(refundedPaise, texts) }] : []),
    ],
    notes: [],
  }
}

function untaxedSums(value: string, texts: Texts): BillingSheet['sums'] {
  const { subtotal, tax, total } = writeBillingLabels(texts)
  return [
    { label: subtotal, value, isTotal: false },
    { label: tax, value: '-', isTotal: false },
    { label: total, value, isTotal: true },
  ]
}
