// Routes of one customer: account, statement, purchases and renders; adjusting credits and blocking.
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
} from '@vitrine/contract/admin'
import { apiErrorBody } from '@vitrine/contract/api-error-body'
import { transaction } from '@vitrine/database/connection'
import { adjustCredits, blockAccount, unblockAccount } from '@vitrine/shop/admin/customer-action'
import { getPerson, listPersonStatement, requirePerson } from '@vitrine/shop/admin/person'
import { pageRenders } from '@vitrine/shop/admin/render-action'
import { pageEntitlements } from '@vitrine/shop/library'
import { z } from 'zod'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/api-scope.ts'
import { actorOf } from '../session/admin-session.ts'

const tags = ['admin']
const params = z.object({ userId: z.string().max(100) })
const refused = { 400: apiErrorBody, 401: apiErrorBody, 404: apiErrorBody }

export function addAdminPeopleRoutes(scope: ApiScope, deps: AppDeps): void {
  addReading(scope, deps)
  addActing(scope, deps)
}

function addReading(scope: ApiScope, { db }: AppDeps): void {
  scope.get(
    '/users/:userId',
    {
      // A refund shows how many credits its buyer has left.
      config: { permission: ['people-read', 'refunds'] },
      schema: { tags, summary: 'One user', params, response: { 200: adminUserDetail, ...refused } },
    },
    (request) => getPerson(db, request.params.userId),
  )

  scope.get(
    '/users/:userId/statement',
    {
      config: { permission: 'people-read' },
      schema: {
        tags,
        summary: 'Every movement of a user’s balance, newest first, with the owner’s reasons',
        params,
        querystring: adminPageQuery,
        response: { 200: adminStatement, ...refused },
      },
    },
    (request) => listPersonStatement(db, request.params.userId, request.query),
  )

  scope.get(
    '/users/:userId/purchases',
    {
      config: { permission: 'people-read' },
      schema: {
        tags,
        summary: 'The templates a user owns, newest first',
        params,
        querystring: adminPageQuery,
        response: { 200: adminEntitlements, ...refused },
      },
    },
    async (request) => {
      const { userId } = request.params
      await requirePerson(db, userId)
      const { items, nextCursor } = await pageEntitlements(db, userId, request.query)
      return {
        items: items.map(({ templateId, templateName, licences, creditsCharged, receiptNumber, createdAt }) => ({
          templateId,
          templateName,
          licences,
          creditsCharged,
          receiptNumber,
          purchasedAt: createdAt.toISOString(),
        })),
        nextCursor,
      }
    },
  )

  scope.get(
    '/users/:userId/renders',
    {
      config: { permission: 'people-read' },
      schema: {
        tags,
        summary: 'The renders of a user, newest first',
        params,
        querystring: adminRendersQuery,
        response: { 200: adminRenders, ...refused },
      },
    },
    async (request) => {
      const { userId } = request.params
      await requirePerson(db, userId)
      return pageRenders(db, request.query, userId)
    },
  )
}

function addActing(scope: ApiScope, { db }: AppDeps): void {
  scope.post(
    '/users/:userId/credits',
    {
      config: { permission: 'credits' },
      schema: {
        tags,
        summary: 'Gives a user credits, or takes some',
        params,
        body: adjustCreditsRequest,
        response: { 200: adjustCreditsResponse, 402: apiErrorBody, ...refused },
      },
    },
    async (request) => {
      const { credits, reason, idempotencyKey: requestKey } = request.body
      const adjustment = { userId: request.params.userId, credits, reason, requestKey }
      const { total } = await transaction(db, (tx) => adjustCredits(tx, actorOf(request), adjustment))
      return { credits: total }
    },
  )

  for (const [path, act, isBlocked] of [
    ['block', blockAccount, true],
    ['unblock', unblockAccount, false],
  ] as const) {
    scope.post(
      `/users/:userId/${path}`,
      {
        config: { permission: 'people-change' },
        schema: {
          tags,
          summary: isBlocked ? 'Ends a user’s sessions and lets nobody sign in to the account' : 'Takes a block back',
          params,
          body: blockRequest,
          response: { 200: blockResponse, 403: apiErrorBody, ...refused },
        },
      },
      async (request) => {
        await transaction(db, (tx) => act(tx, actorOf(request), request.params.userId, request.body.reason))
        return { isBlocked }
      },
    )
  }
}
