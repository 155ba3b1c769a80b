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
} from '@vitrine/contract/admin'
import { apiErrorBody } from '@vitrine/contract/api-error-body'
import { getFunnel, getRevenue, getTemplateFigures, getUserFigures, listPayments } from '@vitrine/shop/analytics'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/api-scope.ts'

const tags = ['admin']
const refused = { 400: apiErrorBody, 401: apiErrorBody }

export function addAdminFigureRoutes(scope: ApiScope, { db }: AppDeps): void {
  scope.get(
    '/users',
    {
      config: { permission: ['figures', 'people-read'] },
      schema: {
        tags,
        summary: 'The totals, and users with what they bought; with a period those who bought something in it',
        querystring: adminUsersQuery,
        response: { 200: adminUsers, ...refused },
      },
    },
    (request) => getUserFigures(db, request.query),
  )

  scope.get(
    '/templates',
    {
      config: { permission: 'figures' },
      schema: {
        tags,
        summary: 'The totals, and all templates with their sales',
        querystring: adminTemplatesQuery,
        response: { 200: adminTemplates, ...refused },
      },
    },
    (request) => getTemplateFigures(db, request.query),
  )

  scope.get(
    '/revenue',
    {
      config: { permission: 'figures' },
      schema: {
        tags,
        summary: 'The totals, revenue over time, and the ten who spent most',
        querystring: adminRevenueQuery,
        response: { 200: adminRevenue, ...refused },
      },
    },
    (request) => getRevenue(db, request.query),
  )

  scope.get(
    '/funnel',
    {
      config: { permission: 'figures' },
      schema: {
        tags,
        summary: 'How far those who signed up in the period have come',
        querystring: adminPeriodQuery,
        response: { 200: adminFunnel, ...refused },
      },
    },
    (request) => getFunnel(db, request.query),
  )

  scope.get(
    '/payments',
    {
      config: { permission: 'payments-read' },
      schema: {
        tags,
        summary: 'Payments, newest first, whatever they came to',
        querystring: adminPaymentsQuery,
        response: { 200: adminPayments, ...refused },
      },
    },
    (request) => listPayments(db, request.query),
  )
}
