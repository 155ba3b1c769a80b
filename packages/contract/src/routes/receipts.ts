// Routes of receipts as PDF, through links that a browser can open without a token and that expire after some minutes.
import { receiptLinkResponse, receiptParams } from '../payments.ts'
import { defineRoutes } from '../route.ts'

export const receiptsRoutes = defineRoutes({
  'POST /api/receipts/:receiptNumber/link': {
    tag: 'purchases',
    summary: 'An address that answers one of the caller’s receipts as PDF, for ten minutes',
    auth: 'required',
    params: receiptParams,
    answers: { 200: receiptLinkResponse },
    errors: [401, 404],
  },
})
