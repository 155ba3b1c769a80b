// Routes of the dashboard's figures, in pages and as CSV.
import {
  adminFunnel,
  adminPayments,
  adminPaymentsExportQuery,
  adminPaymentsQuery,
  adminPeriodQuery,
  adminRendersQuery,
  adminRevenue,
  adminRevenueQuery,
  adminTemplates,
  adminTemplatesExportQuery,
  adminTemplatesQuery,
  adminUsers,
  adminUsersExportQuery,
  adminUsersQuery,
} from '../admin.ts'
import { defineRoutes } from '../route.ts'

export const adminFiguresRoutes = defineRoutes({
  'GET /api/admin/users': {
    tag: 'admin',
    summary: 'The totals, and users with what they bought; with a period those who bought something in it',
    permission: ['figures', 'people-read'],
    query: adminUsersQuery,
    responses: { 200: adminUsers },
    errors: [400, 401],
  },

  'GET /api/admin/templates': {
    tag: 'admin',
    summary: 'The totals, and all templates with their sales',
    permission: 'figures',
    query: adminTemplatesQuery,
    responses: { 200: adminTemplates },
    errors: [400, 401],
  },

  'GET /api/admin/revenue': {
    tag: 'admin',
    summary: 'The totals, revenue over time, and the ten who spent most',
    permission: 'figures',
    query: adminRevenueQuery,
    responses: { 200: adminRevenue },
    errors: [400, 401],
  },

  'GET /api/admin/funnel': {
    tag: 'admin',
    summary: 'How far those who signed up in the period have come',
    permission: 'figures',
    query: adminPeriodQuery,
    responses: { 200: adminFunnel },
    errors: [400, 401],
  },

  'GET /api/admin/payments': {
    tag: 'admin',
    summary: 'Payments, newest first, whatever they came to',
    permission: 'payments-read',
    query: adminPaymentsQuery,
    responses: { 200: adminPayments },
    errors: [400, 401],
  },
})

// The figures as CSV, streamed at any length.

export const adminExportRoutes = defineRoutes({
  'GET /api/admin/users.csv': {
    tag: 'admin',
    summary: 'Users as CSV: all rows, in the order and period asked for',
    permission: 'exports',
    query: adminUsersExportQuery,
  },

  'GET /api/admin/templates.csv': {
    tag: 'admin',
    summary: 'Templates as CSV: all rows, in the order and period asked for',
    permission: 'exports',
    query: adminTemplatesExportQuery,
  },

  'GET /api/admin/revenue.csv': {
    tag: 'admin',
    summary: 'Revenue over time as CSV: all rows, in the order and period asked for',
    permission: 'exports',
    query: adminRevenueQuery,
  },

  'GET /api/admin/payments.csv': {
    tag: 'admin',
    summary: 'Payments as CSV: all rows, in the order and period asked for',
    permission: 'exports',
    query: adminPaymentsExportQuery,
  },

  'GET /api/admin/refunds.csv': {
    tag: 'admin',
    summary: 'Refunds made in the period as CSV: all rows, in the order and period asked for',
    permission: 'exports',
    query: adminPaymentsExportQuery,
  },

  'GET /api/admin/renders.csv': {
    tag: 'admin',
    summary: 'The renders of all customers as CSV: all rows that are asked for, newest first',
    permission: 'exports',
    query: adminRendersQuery.omit({ cursor: true, limit: true }),
  },
})
