// Routes that export the dashboard's figures as CSV, streamed at any length.

import { Readable } from 'node:stream'
import type {
  AdminPayment,
  AdminPeriodQuery,
  AdminRender,
  AdminRendersQuery,
  AdminRevenuePoint,
  AdminTemplate,
  AdminUser,
} from '@vitrine/contract/admin'
import { writeDecimal } from '@vitrine/contract/paise'
import type { AdminRefund } from '@vitrine/contract/payments'
import { adminExportRoutes } from '@vitrine/contract/routes/admin-figures'
import type { Db } from '@vitrine/database/connection'
import { attachmentNamed } from '@vitrine/providers/storage'
import { pageRenders } from '@vitrine/store/admin/render-action'
import { exportPayments, exportRefunds, exportTemplates, exportUsers } from '@vitrine/store/analytics/export'
import { resolvePeriod } from '@vitrine/store/analytics/period'
import { readSeries } from '@vitrine/store/analytics/revenue'
import type { FastifyReply } from 'fastify'
import type { AppDeps } from '../../deps/deps.ts'
import { type ApiScope, serve } from '../../http/serve.ts'

const USER_COLUMNS: readonly Column<AdminUser>[] = [
  ['userId', (user) => user.userId],
  ['username', (user) => user.username],
  ['actualName', (user) => user.actualName],
  ['email', (user) => user.email],
  ['signIn', (user) => (user.isGoogleUser ? 'Google' : 'Email')],
  ['blocked', (user) => user.isBlocked],
  ['createdAt', (user) => user.createdAt],
  ['credits', (user) => user.credits],
  ['creditsPurchased', (user) => user.creditsPurchased],
  ['moneySpent', (user) => user.moneySpent],
  ['templatesPurchased', (user) => user.templatesPurchased.length],
  ['creditsPurchasedInPeriod', (user) => user.filteredCreditsPurchased],
  ['moneySpentInPeriod', (user) => user.filteredMoneySpent],
  ['templatesPurchasedInPeriod', (user) => user.filteredTemplatesPurchased.length],
]

const TEMPLATE_COLUMNS: readonly Column<AdminTemplate>[] = [
  ['templateId', (template) => template.templateId],
  ['templateName', (template) => template.templateName],
  ['kind', (template) => template.kind],
  ['status', (template) => template.status],
  ['videoLayout', (template) => template.videoLayout],
  ['templatePrice', (template) => template.templatePrice],
  ['templatePriceIND', (template) => template.templatePriceIND],
  ['sections', (template) => template.templateSection.join('; ')],
  ['categories', (template) => template.templateCategory.join('; ')],
  ['createdAt', (template) => template.createdAt],
  ['purchaseCount', (template) => template.purchaseCount],
  ['purchaseCountInPeriod', (template) => template.filteredPurchaseCount],
  ['creditsEarnedInPeriod', (template) => template.filteredCreditsEarned],
  ['viewsInPeriod', (template) => template.filteredViews],
]

const REVENUE_COLUMNS: readonly Column<AdminRevenuePoint>[] = [
  ['date', (point) => point.date],
  ['revenue', (point) => point.revenue],
  ['refunded', (point) => point.refunded],
  ['packs', (point) => point.packs],
  ['creditsPurchased', (point) => point.creditsPurchased],
  ['purchases', (point) => point.purchases],
  ['creditsSpent', (point) => point.creditsSpent],
  ['newUsers', (point) => point.newUsers],
]

export const toRupees = (paise: number | null) => (paise === null ? null : paise / 100)

const PAYMENT_COLUMNS: readonly Column<AdminPayment>[] = [
  ['paymentId', (payment) => payment.paymentId],
  ['orderId', (payment) => payment.orderId],
  ['receiptNumber', (payment) => payment.receiptNumber],
  ['createdAt', (payment) => payment.createdAt],
  ['userId', (payment) => payment.userId],
  ['email', (payment) => payment.email],
  ['amount', (payment) => payment.amountPaise / 100],
  ['returned', (payment) => payment.returnedPaise / 100],
  ['currency', (payment) => payment.currency],
  ['method', (payment) => payment.method],
  ['status', (payment) => payment.status],
  ['errorReason', (payment) => payment.errorReason],
  ['outcome', (payment) => payment.outcome],
  ['unappliedReason', (payment) => payment.unappliedReason],
  ['creditsGranted', (payment) => payment.creditsGranted],
  ['creditsClawedBack', (payment) => payment.creditsClawedBack],
  ['creditsShort', (payment) => payment.creditsShort],
  ['fee', (payment) => toRupees(payment.feePaise)],
  ['feeTax', (payment) => toRupees(payment.feeTaxPaise)],
  ['settlementId', (payment) => payment.settlementId],
  ['settledAt', (payment) => payment.settledByBankAt],
]

const REFUND_COLUMNS: readonly Column<AdminRefund>[] = [
  ['refundId', (refund) => refund.refundId],
  ['refundedAt', (refund) => refund.createdAt],
  ['amount', (refund) => refund.amountPaise / 100],
  ['currency', (refund) => refund.currency],
  ['status', (refund) => refund.status],
  ['reason', (refund) => refund.reason],
  ['paymentId', (refund) => refund.paymentId],
  ['receiptNumber', (refund) => refund.receiptNumber],
  ['paidAt', (refund) => refund.paidAt],
  ['userId', (refund) => refund.userId],
  ['email', (refund) => refund.email],
]

const RENDER_COLUMNS: readonly Column<AdminRender>[] = [
  ['jobId', (render) => render.jobId],
  ['createdAt', (render) => render.createdAt],
  ['completedAt', (render) => render.completedAt],
  ['kind', (render) => render.kind],
  ['status', (render) => render.status],
  ['stuck', (render) => render.isStuck],
  ['attempts', (render) => render.attempts],
  ['errorCode', (render) => render.errorCode],
  ['errorMessage', (render) => render.errorMessage],
  ['templateId', (render) => render.templateId],
  ['templateName', (render) => render.templateName],
  ['userId', (render) => render.userId],
  ['email', (render) => render.email],
]

export function addAdminExportRoutes(scope: ApiScope, { db }: AppDeps): void {
  serve(scope, adminExportRoutes, {
    'GET /api/admin/users.csv': async (request, reply) => {
      const period = await resolvePeriod(db, request.query)
      return sendCsv(
        reply,
        createFileName('users', request.query),
        USER_COLUMNS,
        exportUsers(db, period, request.query),
      )
    },

    'GET /api/admin/templates.csv': async (request, reply) => {
      const period = await resolvePeriod(db, request.query)
      return sendCsv(
        reply,
        createFileName('templates', request.query),
        TEMPLATE_COLUMNS,
        exportTemplates(db, period, request.query),
      )
    },

    'GET /api/admin/revenue.csv': async (request, reply) => {
      const period = await resolvePeriod(db, request.query)
      const { series } = await readSeries(db, period, request.query.interval)
      return sendCsv(reply, createFileName('revenue', request.query), REVENUE_COLUMNS, inOnePiece(series))
    },

    'GET /api/admin/payments.csv': async (request, reply) => {
      const period = await resolvePeriod(db, request.query)
      return sendCsv(
        reply,
        createFileName('payments', request.query),
        PAYMENT_COLUMNS,
        exportPayments(db, period, request.query),
      )
    },

    'GET /api/admin/refunds.csv': async (request, reply) => {
      const period = await resolvePeriod(db, request.query)
      return sendCsv(
        reply,
        createFileName('refunds', request.query),
        REFUND_COLUMNS,
        exportRefunds(db, period, request.query),
      )
    },

    'GET /api/admin/renders.csv': (request, reply) =>
      sendCsv(reply, 'renders.csv', RENDER_COLUMNS, exportRenders(db, request.query)),
  })
}

async function* exportRenders(
  db: Db,
  query: Pick<AdminRendersQuery, 'search' | 'status'>,
): AsyncGenerator<readonly AdminRender[]> {
  let cursor: string | null | undefined
  do {
    const page = await pageRenders(db, { ...query, limit: 1000, ...(cursor && { cursor }) })
    yield page.items
    cursor = page.nextCursor
  } while (cursor)
}

export async function* inOnePiece<Item>(items: readonly Item[]): AsyncGenerator<readonly Item[]> {
  yield items
}

/** Such as `users-2026-03-01-2026-03-31.csv`, or `users-week.csv`. */
function createFileName(what: string, { period, from, to }: AdminPeriodQuery): string {
  return `${what}-${period === 'custom' ? `${from}-${to}` : period}.csv`
}

export async function sendCsv<Item>(
  reply: FastifyReply,
  name: string,
  columns: readonly Column<Item>[],
  pieces: AsyncIterable<readonly Item[]>,
): Promise<FastifyReply> {
  const whole = await startReading(pieces)
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', attachmentNamed(name))
    .send(streamCsv(columns, whole))
}

/** Waits for the first piece, so that a query that the database refuses becomes an error response and not half a file. */
export async function startReading<Piece>(pieces: AsyncIterable<Piece>): Promise<AsyncGenerator<Piece>> {
  const reading = pieces[Symbol.asyncIterator]()
  const first = await reading.next()
  async function* whole() {
    try {
      for (let piece = first; !piece.done; piece = await reading.next()) yield piece.value
    } finally {
      await reading.return?.()
    }
  }
  return whole()
}

// Writes CSV (RFC 4180) for spreadsheets: UTF-8 with a byte order mark, and no cell that a spreadsheet would evaluate as a
// formula.

/** `paise`: an amount of money, written in rupees. */
export type Cell = string | number | boolean | null | { readonly paise: number }

/** A column: its heading and how to read a cell. */
export type Column<Item> = readonly [heading: string, read: (item: Item) => Cell]

/** Spreadsheets interpret a text with this beginning as a formula, and customers choose their own names. */
const FORMULA = /^[=+\-@\t\r]/
const NEEDS_QUOTES = /[",\r\n]/

/** One row with its line end. */
export function writeRow(cells: readonly Cell[]): string {
  return `${cells.map(writeCell).join(',')}\r\n`
}

function writeCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'object') return writeDecimal(cell.paise)
  if (typeof cell !== 'string') return String(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The whole table, written piece by piece as it is read. Stops reading when the client disconnects. */
export function streamCsv<Item>(columns: readonly Column<Item>[], pieces: AsyncIterable<readonly Item[]>): Readable {
  async function* write() {
    yield `\ufeff${writeRow(columns.map(([heading]) => heading))}`
    for await (const piece of pieces) {
      yield piece.map((item) => writeRow(columns.map(([, read]) => read(item)))).join('')
    }
  }
  return Readable.from(write(), { objectMode: false })
}
