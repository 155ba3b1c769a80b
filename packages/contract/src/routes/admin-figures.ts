// Routes of the dashboard's figures.
import {
  adminFunnel,
  adminPayments,
  adminPaymentsQuery,
  adminPeriodQuery,
  adminRevenue,
  adminRevenueQuery,
  adminTemplates,
  adminTemplatesQuery,
  adminUsers,
  adminUsersQuery,
} from '../admin.ts'
import { defineRoutes } from '../route.ts'

export const adminFiguresRoutes = defineRoutes({
  'GET /api/admin/users': {
    tag: 'admin',
    summary: 'The totals, and users with what they bought; with a period those who bought something in it',
    permission: ['figures', 'people-read'],
    query: adminUsersQuery,
    answers: { 200: adminUsers },
    errors: [400, 401],
  },

  'GET /api/admin/templates': {
    tag: 'admin',
    summary: 'The totals, and all templates with their sales',
    permission: 'figures',
    query: adminTemplatesQuery,
    answers: { 200: adminTemplates },
    errors: [400, 401],
  },

  'GET /api/admin/revenue': {
    tag: 'admin',
    summary: 'The totals, revenue over time, and the ten who spent most',
    permission: 'figures',
    query: adminRevenueQuery,
    answers: { 200: adminRevenue },
    errors: [400, 401],
  },

  'GET /api/admin/funnel': {
    tag: 'admin',
    summary: 'How far those who signed up in the period have come',
    permission: 'figures',
    query: adminPeriodQuery,
    answers: { 200: adminFunnel },
    errors: [400, 401],
  },

  'GET /api/admin/payments': {
    tag: 'admin',
    summary: 'Payments, newest first, whatever they came to',
    permission: 'payments-read',
    query: adminPaymentsQuery,
    answers: { 200: adminPayments },
    errors: [400, 401],
  },
})
