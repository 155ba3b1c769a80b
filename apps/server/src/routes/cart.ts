// Routes of the cart and its checkout.
import { apiErrorBody } from '@vitrine/contract/api-error-body'
import {
  addToCartRequest,
  addToCartResponse,
  cart,
  changeCartRequest,
  changeCartResponse,
  checkoutRequest,
  checkoutResponse,
} from '@vitrine/contract/library'
import { type Tx, transaction } from '@vitrine/database/connection'
import { addToCart, changeCartQuantity, checkOutCart, getCart, removeFromCart } from '@vitrine/shop/library/cart'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/api-scope.ts'
import { findRegion } from '../http/region.ts'
import { sessionOf, signedIn } from '../session/authentication.ts'

const tags = ['cart']
const params = z.object({ templateId: z.string().min(1).max(200) })

export function addCartRoutes(api: ApiScope, { db, countries, settings }: AppDeps): void {
  const regionOf = (request: FastifyRequest) => findRegion(countries, request.ip, settings.get().pricing)
  /** Every change answers the whole cart, so that a page never adds up for itself. */
  const change = async (request: FastifyRequest, work: (tx: Tx, userId: string) => Promise<void>) => {
    const { userId } = sessionOf(request)
    await transaction(db, (tx) => work(tx, userId))
    return getCart(db, userId, regionOf(request))
  }

  api.get(
    '/cart',
    {
      config: signedIn,
      schema: { tags, summary: 'The cart, at the prices of now', response: { 200: cart, 401: apiErrorBody } },
    },
    (request) => getCart(db, sessionOf(request).userId, regionOf(request)),
  )

  api.post(
    '/add-to-cart',
    {
      config: signedIn,
      schema: {
        tags,
        summary: 'Puts licences of a template into the cart, on top of those there',
        body: addToCartRequest,
        response: { 200: addToCartResponse, 401: apiErrorBody, 404: apiErrorBody, 409: apiErrorBody },
      },
    },
    async (request) => ({
      message: 'Added to cart',
      cart: await change(request, (tx, userId) => addToCart(tx, userId, request.body)),
    }),
  )

  api.patch(
    '/cart/:templateId',
    {
      config: signedIn,
      schema: {
        tags,
        summary: 'Changes how many licences of a template are in the cart; none left takes it out',
        params,
        body: changeCartRequest,
        response: { 200: changeCartResponse, 401: apiErrorBody, 404: apiErrorBody, 409: apiErrorBody },
      },
    },
    async (request) => {
      const line = { templateId: request.params.templateId, delta: request.body.delta }
      return { cart: await change(request, (tx, userId) => changeCartQuantity(tx, userId, line)) }
    },
  )

  api.delete(
    '/cart/:templateId',
    {
      config: signedIn,
      schema: {
        tags,
        summary: 'Takes a template out of the cart; one that is not there is no error',
        params,
        response: { 200: changeCartResponse, 401: apiErrorBody },
      },
    },
    async (request) => {
      const { templateId } = request.params
      return { cart: await change(request, (tx, userId) => removeFromCart(tx, userId, templateId)) }
    },
  )

  api.post(
    '/cart/checkout',
    {
      config: signedIn,
      schema: {
        tags,
        summary: 'Buys what is in the cart, all of it or nothing; the same key always answers the first result',
        body: checkoutRequest,
        response: { 200: checkoutResponse, 401: apiErrorBody, 402: apiErrorBody, 409: apiErrorBody },
      },
    },
    (request) => {
      const { userId } = sessionOf(request)
      return transaction(db, (tx) => checkOutCart(tx, { userId, ...request.body, region: regionOf(request) }))
    },
  )
}
