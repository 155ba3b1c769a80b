// Routes that export the dashboard's figures as CSV, streamed at any length.
import {
  adminPaymentsExportQuery,
  adminRendersQuery,
  adminRevenueQuery,
  adminTemplatesExportQuery,
  adminUsersExportQuery,
} from '../admin.ts'
import { defineRoutes } from '../route.ts'

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
