// Routes for buying and liking templates, of the cart, and of what the caller has bought.
import { z } from 'zod'
import { template } from '../catalogue.ts'
import {
  acquireTemplateRequest,
  acquireTemplateResponse,
  addToCartRequest,
  addToCartResponse,
  cart,
  changeCartRequest,
  changeCartResponse,
  checkoutRequest,
  checkoutResponse,
  likeRequest,
  likeResponse,
  purchasePage,
  purchasesQuery,
} from '../library.ts'
import { paymentHistory, paymentHistoryQuery } from '../payments.ts'
import { defineRoutes } from '../route.ts'

/** The first of these requests charges the price. */
const acquire = {
  tag: 'library',
  summary: 'Makes a template the caller’s own; charges its price once and never again',
  auth: 'required',
  body: acquireTemplateRequest,
  responses: { 200: acquireTemplateResponse },
  errors: [401, 402, 404, 409],
} as const

export const libraryRoutes = defineRoutes({
  'POST /api/download-template': acquire,

  'POST /api/purchase-template': acquire,

  'POST /api/add-to-liked': {
    tag: 'library',
    summary: 'Likes a template; liking it again changes nothing',
    auth: 'required',
    body: likeRequest,
    responses: { 200: likeResponse },
    errors: [401, 404],
  },

  'DELETE /api/unlike-template/:templateId': {
    tag: 'library',
    summary: 'Takes a like back; one that is not there is no error',
    auth: 'required',
    params: z.object({ templateId: z.string().min(1).max(200) }),
    responses: { 200: likeResponse },
    errors: [401],
  },
})

// The cart and its checkout.

const byTemplate = z.object({ templateId: z.string().min(1).max(200) })

export const cartRoutes = defineRoutes({
  'GET /api/cart': {
    tag: 'cart',
    summary: 'The cart, at the prices of now',
    auth: 'required',
    responses: { 200: cart },
    errors: [401],
  },

  'POST /api/add-to-cart': {
    tag: 'cart',
    summary: 'Puts licences of a template into the cart, on top of those there',
    auth: 'required',
    body: addToCartRequest,
    responses: { 200: addToCartResponse },
    errors: [401, 404, 409],
  },

  'PATCH /api/cart/:templateId': {
    tag: 'cart',
    summary: 'Changes how many licences of a template are in the cart; none left takes it out',
    auth: 'required',
    params: byTemplate,
    body: changeCartRequest,
    responses: { 200: changeCartResponse },
    errors: [401, 404, 409],
  },

  'DELETE /api/cart/:templateId': {
    tag: 'cart',
    summary: 'Takes a template out of the cart; one that is not there is no error',
    auth: 'required',
    params: byTemplate,
    responses: { 200: changeCartResponse },
    errors: [401],
  },

  'POST /api/cart/checkout': {
    tag: 'cart',
    summary: 'Buys what is in the cart, all of it or nothing; the same key always answers the first result',
    auth: 'required',
    body: checkoutRequest,
    responses: { 200: checkoutResponse },
    errors: [401, 402, 409],
  },
})

/** The caller's purchases: the library, and every payment in credits and in money. */
export const purchasesRoutes = defineRoutes({
  'GET /api/purchases': {
    tag: 'purchases',
    summary: 'The library: the caller’s templates, each with its newest video',
    auth: 'required',
    query: purchasesQuery,
    responses: { 200: purchasePage },
    errors: [400, 401],
  },

  'GET /api/payment-history': {
    tag: 'purchases',
    summary: 'Templates bought with credits and packs bought with money',
    auth: 'required',
    query: paymentHistoryQuery,
    responses: { 200: paymentHistory },
    errors: [400, 401],
  },
})

/** Templates that are not on sale, for users who may still use them. */
export const ownTemplatesRoutes = defineRoutes({
  'GET /api/own-templates/:templateId': {
    tag: 'projects',
    summary: 'A template on sale, or one that the caller has bought or begun a project with while it was',
    auth: 'required',
    params: z.object({ templateId: z.string().min(1).max(200) }),
    responses: { 200: template },
    errors: [401, 404],
  },
})
