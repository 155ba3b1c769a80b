// Routes of the cart and its checkout.

import { cartRoutes } from '@vitrine/contract/routes/library'
import { type Tx, transaction } from '@vitrine/database/connection'
import { addToCart, changeCartQuantity, checkOutCart, getCart, removeFromCart } from '@vitrine/store/library/cart'
import type { FastifyRequest } from 'fastify'
import type { AppDeps } from '../deps/deps.ts'
import { type ApiScope, serve } from '../http/serve.ts'
import { findRegion } from '../http/visitor.ts'
import { getSession } from '../session/authentication.ts'

export function addCartRoutes(api: ApiScope, { db, countries, settings }: AppDeps): void {
  const readRegion = (request: FastifyRequest) => findRegion(countries, request.ip, settings.get().pricing)
  /** Every change returns the whole cart, so that no page calculates totals itself. */
  const change = async (request: FastifyRequest, work: (tx: Tx, userId: string) => Promise<void>) => {
    const { userId } = getSession(request)
    await transaction(db, (tx) => work(tx, userId))
    return getCart(db, userId, readRegion(request))
  }

  serve(api, cartRoutes, {
    'GET /api/cart': (request) => getCart(db, getSession(request).userId, readRegion(request)),

    'POST /api/add-to-cart': async (request) => ({
      message: 'Added to cart',
      cart: await change(request, (tx, userId) => addToCart(tx, userId, request.body)),
    }),

    'PATCH /api/cart/:templateId': async (request) => {
      const line = { templateId: request.params.templateId, delta: request.body.delta }
      return { cart: await change(request, (tx, userId) => changeCartQuantity(tx, userId, line)) }
    },

    'DELETE /api/cart/:templateId': async (request) => {
      const { templateId } = request.params
      return { cart: await change(request, (tx, userId) => removeFromCart(tx, userId, templateId)) }
    },

    'POST /api/cart/checkout': (request) => {
      const { userId } = getSession(request)
      return transaction(db, (tx) => checkOutCart(tx, { userId, ...request.body, region: readRegion(request) }))
    },
  })
}
