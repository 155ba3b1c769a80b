// Routes of the templates of a user: buying, liking and listing them.

import { libraryRoutes, ownTemplatesRoutes, purchasesRoutes } from '@vitrine/contract/routes/library'
import { transaction } from '@vitrine/database/connection'
import { acquireTemplate, likeTemplate, unlikeTemplate } from '@vitrine/store/library'
import { getOwnTemplate } from '@vitrine/store/purchases/own-template'
import { listPaymentHistory, listPurchases } from '@vitrine/store/purchases/purchase-history'
import { requireOfferedShape } from '@vitrine/store/renders'
import type { AppDeps } from '../deps/deps.ts'
import { linksTo } from '../http/private-link.ts'
import { type ApiScope, type Handler, serve } from '../http/serve.ts'
import { findRegion } from '../http/visitor.ts'
import { getSession } from '../session/authentication.ts'

export function addLibraryRoutes(api: ApiScope, deps: AppDeps): void {
  const { db, countries, settings } = deps
  const acquire: Handler<(typeof libraryRoutes)['POST /api/purchase-template']> = async (request) => {
    const { templateId, expectedCredits, aspect = null } = request.body
    const { userId } = getSession(request)
    const region = findRegion(countries, request.ip, settings.get().pricing)
    const acquired = await transaction(db, async (tx) => {
      // A render in the browser makes no other request, so the shape is checked here.
      await requireOfferedShape(tx, { userId, templateId, aspect })
      return await acquireTemplate(tx, { userId, templateId, region, expectedCredits })
    })
    return {
      ...acquired,
      message: acquired.alreadyPurchased
        ? 'Template already purchased'
        : `Payment successful! Credits used: ${acquired.charged}, Remaining: ${acquired.remainingCredits}`,
    }
  }

  serve(api, libraryRoutes, {
    'POST /api/download-template': acquire,
    'POST /api/purchase-template': acquire,

    'POST /api/add-to-liked': async (request) => {
      const { userId } = getSession(request)
      const isNew = await transaction(db, (tx) => likeTemplate(tx, userId, request.body.templateId))
      return {
        liked: true,
        alreadyLiked: !isNew,
        message: isNew ? 'Template added to liked list successfully!' : 'You have already liked this template',
      }
    },

    'DELETE /api/unlike-template/:templateId': async (request) => {
      const { userId } = getSession(request)
      await transaction(db, (tx) => unlikeTemplate(tx, userId, request.params.templateId))
      return { liked: false, message: 'Template removed from liked list' }
    },
  })
  addOwnTemplateRoutes(api, deps)
  addPurchaseRoutes(api, deps)
}

/** Templates that are not on sale, for users who may still use them. */
function addOwnTemplateRoutes(api: ApiScope, { db }: AppDeps): void {
  serve(api, ownTemplatesRoutes, {
    'GET /api/own-templates/:templateId': (request) =>
      getOwnTemplate(db, getSession(request), request.params.templateId),
  })
}

/** The library, and every payment in credits and in money. */
function addPurchaseRoutes(api: ApiScope, { db, storage }: AppDeps): void {
  const links = linksTo(storage)

  serve(api, purchasesRoutes, {
    'GET /api/purchases': (request) => listPurchases(db, getSession(request).userId, request.query, links),

    'GET /api/payment-history': (request) => listPaymentHistory(db, getSession(request).userId, request.query),
  })
}
