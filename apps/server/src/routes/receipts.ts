// Routes of receipts as PDF, through links that a browser can open without a token and that expire after some minutes.

import { ApiError } from '@vitrine/contract/api-error'
import { receiptsRoutes } from '@vitrine/contract/routes/receipts'
import { attachmentNamed } from '@vitrine/providers/storage'
import { readContact } from '@vitrine/store/accounts'
import { getReceipt } from '@vitrine/store/purchases/purchase-history'
import { textsFor } from '@vitrine/store/settings/language-text'
import type { FastifyInstance } from 'fastify'
import { readBrandPicture } from '../deps/brand-picture.ts'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/api-scope.ts'
import { serve } from '../http/serve.ts'
import { describeReceipt } from '../receipt/receipt-sheet.ts'
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
