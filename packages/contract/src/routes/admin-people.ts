// Routes of customers, their payments and their renders, and the staff's actions on them.
import { z } from 'zod'
import {
  adjustCreditsRequest,
  adjustCreditsResponse,
  adminEntitlements,
  adminPageQuery,
  adminPayment,
  adminRenders,
  adminRendersQuery,
  adminStatement,
  adminUserDetail,
  blockRequest,
  blockResponse,
  refundRequest,
  refundResponse,
  renderActionResponse,
  renderActRequest,
} from '../admin.ts'
import { defineRoutes } from '../route.ts'

const byUser = z.object({ userId: z.string().max(100) })
const byPayment = z.object({ paymentId: z.string().max(100) })
const byJob = z.object({ jobId: z.string().max(100) })

export const adminPeopleRoutes = defineRoutes({
  'GET /api/admin/users/:userId': {
    tag: 'admin',
    summary: 'One user',
    permission: ['people-read', 'refunds'],
    params: byUser,
    responses: { 200: adminUserDetail },
    errors: [400, 401, 404],
  },

  'GET /api/admin/users/:userId/statement': {
    tag: 'admin',
    summary: 'Every movement of a user’s balance, newest first, with the owner’s reasons',
    permission: 'people-read',
    params: byUser,
    query: adminPageQuery,
    responses: { 200: adminStatement },
    errors: [400, 401, 404],
  },

  'GET /api/admin/users/:userId/purchases': {
    tag: 'admin',
    summary: 'The templates a user owns, newest first',
    permission: 'people-read',
    params: byUser,
    query: adminPageQuery,
    responses: { 200: adminEntitlements },
    errors: [400, 401, 404],
  },

  'GET /api/admin/users/:userId/renders': {
    tag: 'admin',
    summary: 'The renders of a user, newest first',
    permission: 'people-read',
    params: byUser,
    query: adminRendersQuery,
    responses: { 200: adminRenders },
    errors: [400, 401, 404],
  },

  'POST /api/admin/users/:userId/credits': {
    tag: 'admin',
    summary: 'Gives a user credits, or takes some',
    permission: 'credits',
    params: byUser,
    body: adjustCreditsRequest,
    responses: { 200: adjustCreditsResponse },
    errors: [400, 401, 402, 404],
  },

  'POST /api/admin/users/:userId/block': {
    tag: 'admin',
    summary: 'Ends a user’s sessions and lets nobody sign in to the account',
    permission: 'people-change',
    params: byUser,
    body: blockRequest,
    responses: { 200: blockResponse },
    errors: [400, 401, 403, 404],
  },

  'POST /api/admin/users/:userId/unblock': {
    tag: 'admin',
    summary: 'Takes a block back',
    permission: 'people-change',
    params: byUser,
    body: blockRequest,
    responses: { 200: blockResponse },
    errors: [400, 401, 403, 404],
  },

  'GET /api/admin/payments/:paymentId': {
    tag: 'admin',
    summary: 'One payment',
    permission: 'payments-read',
    params: byPayment,
    responses: { 200: adminPayment },
    errors: [400, 401, 404],
  },

  'POST /api/admin/payments/:paymentId/refund': {
    tag: 'admin',
    summary: 'Gives money of a payment back through the gateway, and takes its share of the credits back',
    permission: 'refunds',
    params: byPayment,
    body: refundRequest,
    responses: { 200: refundResponse },
    errors: [400, 401, 404, 409, 503],
  },

  'GET /api/admin/renders': {
    tag: 'admin',
    summary: 'The renders of all customers, newest first',
    permission: 'renders',
    query: adminRendersQuery,
    responses: { 200: adminRenders },
    errors: [400, 401],
  },

  'POST /api/admin/renders/:jobId/retry': {
    tag: 'admin',
    summary: 'Retries a failed or cancelled render, free of charge',
    permission: 'renders',
    params: byJob,
    body: renderActRequest,
    responses: { 200: renderActionResponse },
    errors: [400, 401, 404, 409, 429],
  },

  'POST /api/admin/renders/:jobId/stop': {
    tag: 'admin',
    summary: 'Cancels a queued or running render',
    permission: 'renders',
    params: byJob,
    body: renderActRequest,
    responses: { 200: renderActionResponse },
    errors: [400, 401, 404, 409, 429],
  },
})
