// Routes of receipts as PDF, through links that a browser can open without a token and that expire after some minutes.

import { buffer } from 'node:stream/consumers'
import { ApiError } from '@vitrine/contract/api-error'
import { receiptsRoutes } from '@vitrine/contract/routes/payments'
import type { SellerSettings } from '@vitrine/contract/settings'
import { type Texts, writeRupees } from '@vitrine/language/texts'
import { attachmentNamed } from '@vitrine/providers/storage'
import { readContact } from '@vitrine/store/accounts'
import { findPublicFiles } from '@vitrine/store/media'
import { getReceipt, type Receipt } from '@vitrine/store/purchases/purchase-history'
import { textsFor } from '@vitrine/store/settings'
import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../deps/deps.ts'
import { type ApiScope, serve } from '../http/serve.ts'
import type { ReceiptBrand, ReceiptParty, ReceiptSheet } from '../receipt/receipt-pdf.ts'
import { getSession } from '../session/authentication.ts'

const LINK_LIFE_SECONDS = 10 * 60

export function addReceiptLinkRoutes(api: ApiScope, { db, receiptLinks }: AppDeps): void {
  serve(api, receiptsRoutes, {
    'POST /api/receipts/:receiptNumber/link': async (request) => {
      const { userId } = getSession(request)
      const { receiptNumber } = await getReceipt(db, userId, request.params.receiptNumber)
      return { url: receiptLinks.sign(`${userId}/${receiptNumber}`, { expiresInSeconds: LINK_LIFE_SECONDS }) }
    },
  })
}

/** Outside the API, because a browser sends no token with these links. */
export function addReceiptRoutes(app: FastifyInstance, deps: AppDeps): void {
  const { db, receiptLinks, settings } = deps
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
      const receipt = await getReceipt(db, userId, receiptNumber)
      // Loaded on demand: the drawing library has some megabytes, which most processes never need.
      const { drawReceipt, openLogo } = await import('../receipt/receipt-pdf.ts')
      const { isDrawable } = await import('../receipt/receipt-font.ts')
      const { brand, seller } = await settings.readAt(receipt.issuedAt)
      const picture = await readBrandPicture(deps, brand.logo)
      const { name, accent } = brand
      const logo = picture && (await openLogo(picture))
      const { language } = await readContact(db, userId)
      const texts = textsFor(language && isDrawable(language) ? language : null, settings.get())
      const file = drawReceipt(describeReceipt(receipt, { brand: { name, accent, logo }, seller }, texts))
      return reply
        .headers({
          'content-type': 'application/pdf',
          'content-length': file.length,
          'content-disposition': attachmentNamed(`receipt-${receiptNumber}.pdf`),
          'cache-control': 'private, no-store',
          'x-robots-tag': 'noindex',
        })
        .send(file)
    },
  )
}

// Reads a published picture of the brand.

/** Undefined without a picture, and for one that was deleted or never public. */
async function readBrandPicture(
  { db, storage }: Pick<AppDeps, 'db' | 'storage'>,
  id: string | null,
): Promise<Buffer | undefined> {
  if (id === null) return undefined
  const key = (await findPublicFiles(db, 'image', [id])).get(id)?.storageKey
  if (!key || !(await storage.exists(key))) return undefined
  return buffer((await storage.open(key)).stream)
}

// The text of a receipt: turns a purchase into the printed lines.

/** The receipt of a template, in credits, or of a pack, in money. */
function describeReceipt(
  receipt: Receipt,
  store: { readonly brand: ReceiptBrand; readonly seller: SellerSettings },
  texts: Texts,
): ReceiptSheet {
  const { brand } = store
  const { receiptNumber: number, issuedAt, buyer } = receipt
  const head = { texts, number, issuedAt, brand, seller: sellerParty(store), buyer: [buyer.name, buyer.email] as const }
  const body = receipt.kind === 'template' ? describeTemplate(receipt, texts) : describePack(receipt, texts)
  return { ...head, ...body }
}

function sellerParty({ brand, seller }: { brand: ReceiptBrand; seller: SellerSettings }): ReceiptParty {
  return [seller.legalName || brand.name, ...seller.address, ...seller.taxNumbers]
}

type Body = Omit<ReceiptSheet, 'texts' | 'number' | 'issuedAt' | 'brand' | 'seller' | 'buyer'>

function writeCredits(credits: number, { translate }: Texts): string {
  return translate('{credits, plural, one {# credit} other {# credits}}', { credits })
}

function describeTemplate(receipt: Receipt & { kind: 'template' }, texts: Texts): Body {
  const { templateName, templateId, licences, credits, license } = receipt
  const { translate } = texts
  const total = writeCredits(credits, texts)
  return {
    quantityLabel: translate('Licences'),
    lines: [
      {
        title: templateName,
        detail: translate('Template {template}', { template: templateId }),
        quantity: licences,
        each: writeCredits(credits / licences, texts),
        total,
      },
    ],
    subtotal: total,
    total,
    facts: [[translate('Paid with'), translate('Credits of this account')]],
    // The licence at the time of purchase.
    notes: [{ title: translate('Licence: {licence}', { licence: license.name }), text: license.summary }],
  }
}

function methodName(method: string, { translate }: Texts): string {
  switch (method) {
    case 'card':
      return translate('Card')
    case 'upi':
      return 'UPI'
    case 'netbanking':
      return translate('Net banking')
    case 'wallet':
      return translate('Wallet')
    case 'emi':
      return translate('Instalments')
    default:
      return method
  }
}

function describePack(receipt: Receipt & { kind: 'pack' }, texts: Texts): Body {
  const { credits, amountPaise, refundedPaise, currency, transactionId, orderId, method } = receipt
  const { translate } = texts
  const total = writeRupees(amountPaise, texts)
  return {
    quantityLabel: translate('Packs'),
    lines: [{ title: writeCredits(credits, texts), detail: translate('Credit pack'), quantity: 1, each: total, total }],
    subtotal: total,
    total,
    facts: [
      ...(method ? [[translate('Paid with'), methodName(method, texts)] as const] : []),
      [translate('Currency'), currency],
      [translate('Transaction ID'), transactionId],
      [translate('Order ID'), orderId],
      ...(refundedPaise > 0 ? [[translate('Refunded'), writeRupees(refundedPaise, texts)] as const] : []),
    ],
    notes: [],
  }
}
