// Routes of one customer: account, statement, purchases and renders; adjusting credits and blocking.
import { z } from 'zod'
import {
  adjustCreditsRequest,
  adjustCreditsResponse,
  adminEntitlements,
  adminPageQuery,
  adminRenders,
  adminRendersQuery,
  adminStatement,
  adminUserDetail,
  blockRequest,
  blockResponse,
} from '../admin.ts'
import { defineRoutes } from '../route.ts'

const params = z.object({ userId: z.string().max(100) })

export const adminPeopleRoutes = defineRoutes({
  'GET /api/admin/users/:userId': {
    tag: 'admin',
    summary: 'One user',
    permission: ['people-read', 'refunds'],
    params,
    answers: { 200: adminUserDetail },
    errors: [400, 401, 404],
  },

  'GET /api/admin/users/:userId/statement': {
    tag: 'admin',
    summary: 'Every movement of a user’s balance, newest first, with the owner’s reasons',
    permission: 'people-read',
    params,
    query: adminPageQuery,
    answers: { 200: adminStatement },
    errors: [400, 401, 404],
  },

  'GET /api/admin/users/:userId/purchases': {
    tag: 'admin',
    summary: 'The templates a user owns, newest first',
    permission: 'people-read',
    params,
    query: adminPageQuery,
    answers: { 200: adminEntitlements },
    errors: [400, 401, 404],
  },

  'GET /api/admin/users/:userId/renders': {
    tag: 'admin',
    summary: 'The renders of a user, newest first',
    permission: 'people-read',
    params,
    query: adminRendersQuery,
    answers: { 200: adminRenders },
    errors: [400, 401, 404],
  },

  'POST /api/admin/users/:userId/credits': {
    tag: 'admin',
    summary: 'Gives a user credits, or takes some',
    permission: 'credits',
    params,
    body: adjustCreditsRequest,
    answers: { 200: adjustCreditsResponse },
    errors: [400, 401, 402, 404],
  },

  'POST /api/admin/users/:userId/block': {
    tag: 'admin',
    summary: 'Ends a user’s sessions and lets nobody sign in to the account',
    permission: 'people-change',
    params,
    body: blockRequest,
    answers: { 200: blockResponse },
    errors: [400, 401, 403, 404],
  },

  'POST /api/admin/users/:userId/unblock': {
    tag: 'admin',
    summary: 'Takes a block back',
    permission: 'people-change',
    params,
    body: blockRequest,
    answers: { 200: blockResponse },
    errors: [400, 401, 403, 404],
  },
})
