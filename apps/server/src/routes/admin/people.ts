// Routes of customers, their payments and their renders, and the staff's actions on them.

import { adminPeopleRoutes } from '@vitrine/contract/routes/admin-people'
import { transaction } from '@vitrine/database/connection'
import {
  adjustCredits,
  blockAccount,
  getPerson,
  listPersonStatement,
  refundPayment,
  requirePerson,
  unblockAccount,
} from '@vitrine/store/admin/customer'
import { pageRenders, restartRender, stopRender } from '@vitrine/store/admin/render-action'
import { getPayment } from '@vitrine/store/analytics/payment-list'
import { pageEntitlements } from '@vitrine/store/library'
import type { AppDeps } from '../../deps/deps.ts'
import { type ApiScope, defineHandlers, serve } from '../../http/serve.ts'
import { getActor } from '../../session/admin-session.ts'

const handle = defineHandlers<typeof adminPeopleRoutes>()

export function addAdminPeopleRoutes(scope: ApiScope, deps: AppDeps): void {
  serve(scope, adminPeopleRoutes, {
    ...readingHandlers(deps),
    ...actingHandlers(deps),
    ...paymentHandlers(deps),
    ...renderHandlers(deps),
  })
}

function readingHandlers({ db }: AppDeps) {
  return handle({
    'GET /api/admin/users/:userId': (request) => getPerson(db, request.params.userId),

    'GET /api/admin/users/:userId/statement': (request) =>
      listPersonStatement(db, request.params.userId, request.query),

    'GET /api/admin/users/:userId/purchases': async (request) => {
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

    'GET /api/admin/users/:userId/renders': async (request) => {
      const { userId } = request.params
      await requirePerson(db, userId)
      return pageRenders(db, request.query, userId)
    },
  })
}

function actingHandlers({ db }: AppDeps) {
  return handle({
    'POST /api/admin/users/:userId/credits': async (request) => {
      const { credits, reason, idempotencyKey: requestKey } = request.body
      const adjustment = { userId: request.params.userId, credits, reason, requestKey }
      const { total } = await transaction(db, (tx) => adjustCredits(tx, getActor(request), adjustment))
      return { credits: total }
    },

    'POST /api/admin/users/:userId/block': async (request) => {
      await transaction(db, (tx) => blockAccount(tx, getActor(request), request.params.userId, request.body.reason))
      return { isBlocked: true }
    },

    'POST /api/admin/users/:userId/unblock': async (request) => {
      await transaction(db, (tx) => unblockAccount(tx, getActor(request), request.params.userId, request.body.reason))
      return { isBlocked: false }
    },
  })
}

function paymentHandlers({ db, providers }: AppDeps) {
  return handle({
    'GET /api/admin/payments/:paymentId': (request) => getPayment(db, request.params.paymentId),

    'POST /api/admin/payments/:paymentId/refund': async (request) => {
      const { paymentId } = request.params
      const { amountPaise, reason, idempotencyKey: requestKey } = request.body
      const requested = { paymentId, amountPaise, reason, requestKey }
      const refund = await refundPayment(db, providers.get().payments, getActor(request), requested)
      const { refundId, status } = refund
      return { refundId, status, amountPaise: refund.amountPaise, payment: await getPayment(db, paymentId) }
    },
  })
}

function renderHandlers({ db }: AppDeps) {
  return handle({
    'GET /api/admin/renders': (request) => pageRenders(db, request.query),

    'POST /api/admin/renders/:jobId/retry': async (request) => {
      const { reason } = request.body
      const { jobId } = request.params
      return { render: await transaction(db, (tx) => restartRender(tx, getActor(request), jobId, reason)) }
    },

    'POST /api/admin/renders/:jobId/stop': async (request) => {
      const { reason } = request.body
      const { jobId } = request.params
      return { render: await transaction(db, (tx) => stopRender(tx, getActor(request), jobId, reason)) }
    },
  })
}
