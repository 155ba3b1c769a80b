// Routes of the books, in pages and as CSV.
import type { BooksPeriodQuery, CreditLine, MonthPayment, SalesLine } from '@vitrine/contract/books'
import { writeIndianTime } from '@vitrine/contract/books-period'
import { adminBooksRoutes } from '@vitrine/contract/routes/admin-books'
import { type BooksPeriod, resolveBooksPeriod } from '@vitrine/store/analytics/books-period'
import { exportMonthPayments } from '@vitrine/store/analytics/export'
import { readMonthEnd } from '@vitrine/store/analytics/month-end'
import { pageMonthPayments } from '@vitrine/store/analytics/month-payments'
import type { AppDeps } from '../../deps/deps.ts'
import { type ApiScope, serve } from '../../http/serve.ts'
import { type Column, inOnePiece, sendCsv } from './export.ts'

const CREDIT_COLUMNS: readonly Column<CreditLine>[] = [
  ['line', (line) => line.line],
  ['promotionalCredits', (line) => line.promotional],
  ['paidCredits', (line) => line.paid],
  ['paidValue', (line) => ({ paise: line.paidPaise })],
  ['untaxedValue', (line) => ({ paise: line.untaxedPaise })],
]

const SALES_COLUMNS: readonly Column<SalesLine>[] = [
  ['supply', (line) => line.supply],
  ['ratePercent', (line) => line.rateBp / 100],
  ['place', (line) => line.place],
  ['documents', (line) => line.documents],
  ['taxable', (line) => ({ paise: line.taxablePaise })],
  ['cgst', (line) => ({ paise: line.cgstPaise })],
  ['sgst', (line) => ({ paise: line.sgstPaise })],
  ['igst', (line) => ({ paise: line.igstPaise })],
  ['otherTax', (line) => ({ paise: line.otherPaise })],
  ['rounding', (line) => ({ paise: line.roundingPaise })],
  ['total', (line) => ({ paise: line.grossPaise })],
]

const PAYMENT_COLUMNS: readonly Column<MonthPayment>[] = [
  ['paymentId', (payment) => payment.paymentId],
  ['receiptNumber', (payment) => payment.receiptNumber],
  ['capturedAt', (payment) => writeIndianTime(new Date(payment.capturedAt))],
  ['gross', (payment) => ({ paise: payment.grossPaise })],
  ['returned', (payment) => ({ paise: payment.returnedPaise })],
  ['fee', ({ feePaise }) => (feePaise === null ? null : { paise: feePaise })],
  ['feeTax', ({ feeTaxPaise }) => (feeTaxPaise === null ? null : { paise: feeTaxPaise })],
  ['settlementId', (payment) => payment.settlementId],
  ['settledAt', ({ settledAt }) => settledAt && writeIndianTime(new Date(settledAt))],
]

/** The GSTIN that the settings had at the end of a period; empty without one. */
export async function findGstin({ settings }: AppDeps, period: BooksPeriod): Promise<string> {
  const { tax } = period.isUnfinished ? settings.get() : await settings.readAt(period.to)
  return tax.profile === 'gst' ? tax.gstin : ''
}

export function addAdminBooksRoutes(scope: ApiScope, deps: AppDeps): void {
  const { db } = deps
  const read = async (query: BooksPeriodQuery) => {
    const period = resolveBooksPeriod(query)
    return readMonthEnd(db, period, await findGstin(deps, period))
  }
  serve(scope, adminBooksRoutes, {
    'GET /api/admin/month-end': async ({ query }) => read(query),

    'GET /api/admin/month-end/payments': async ({ query }) => pageMonthPayments(db, resolveBooksPeriod(query), query),

    'GET /api/admin/month-end/credits.csv': async ({ query }, reply) =>
      sendCsv(reply, `credits-${query.value}.csv`, CREDIT_COLUMNS, inOnePiece((await read(query)).credits)),

    'GET /api/admin/month-end/sales.csv': async ({ query }, reply) =>
      sendCsv(reply, `sales-${query.value}.csv`, SALES_COLUMNS, inOnePiece((await read(query)).sales)),

    'GET /api/admin/month-end/payments.csv': async ({ query }, reply) =>
      sendCsv(
        reply,
        `payments-${query.value}.csv`,
        PAYMENT_COLUMNS,
        exportMonthPayments(db, resolveBooksPeriod(query)),
      ),
  })
}
