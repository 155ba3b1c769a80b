// Routes of the books: what an accountant closes a month with.
import { booksPeriodQuery, monthEnd, monthPayments, monthPaymentsQuery } from '../books.ts'
import { defineRoutes } from '../route.ts'

export const adminBooksRoutes = defineRoutes({
  'GET /api/admin/month-end': {
    tag: 'admin',
    summary: 'A month, quarter or year of the books: credits, sales and tax, money, and whether they agree',
    permission: 'exports',
    query: booksPeriodQuery,
    responses: { 200: monthEnd },
    errors: [400, 401],
  },

  'GET /api/admin/month-end/payments': {
    tag: 'admin',
    summary: 'Payments with money that came or went in the period, newest first, with fee and settlement',
    permission: 'exports',
    query: monthPaymentsQuery,
    responses: { 200: monthPayments },
    errors: [400, 401],
  },

  'GET /api/admin/month-end/credits.csv': {
    tag: 'admin',
    summary: 'The roll-forward of credits as CSV',
    permission: 'exports',
    query: booksPeriodQuery,
  },

  'GET /api/admin/month-end/sales.csv': {
    tag: 'admin',
    summary: 'Sales and tax by supply, rate and place as CSV',
    permission: 'exports',
    query: booksPeriodQuery,
  },

  'GET /api/admin/month-end/payments.csv': {
    tag: 'admin',
    summary: 'Payments with money that came or went in the period as CSV: all rows',
    permission: 'exports',
    query: booksPeriodQuery,
  },
})
