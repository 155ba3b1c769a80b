// Routes of the cart and its checkout.

import { z } from 'zod'
import {
  addToCartRequest,
  addToCartResponse,
  cart,
  changeCartRequest,
  changeCartResponse,
  checkoutRequest,
  checkoutResponse,
} from '../library.ts'
import { defineRoutes } from '../route.ts'

const params = z.object({ templateId: z.string().min(1).max(200) })

export const cartRoutes = defineRoutes({
  'GET /api/cart': {
    tag: 'cart',
    summary: 'The cart, at the prices of now',
    auth: 'required',
    answers: { 200: cart },
    errors: [401],
  },

  'POST /api/add-to-cart': {
    tag: 'cart',
    summary: 'Puts licences of a template into the cart, on top of those there',
    auth: 'required',
    body: addToCartRequest,
    answers: { 200: addToCartResponse },
    errors: [401, 404, 409],
  },

  'PATCH /api/cart/:templateId': {
    tag: 'cart',
    summary: 'Changes how many licences of a template are in the cart; none left takes it out',
    auth: 'required',
    params,
    body: changeCartRequest,
    answers: { 200: changeCartResponse },
    errors: [401, 404, 409],
  },

  'DELETE /api/cart/:templateId': {
    tag: 'cart',
    summary: 'Takes a template out of the cart; one that is not there is no error',
    auth: 'required',
    params,
    answers: { 200: changeCartResponse },
    errors: [401],
  },

  'POST /api/cart/checkout': {
    tag: 'cart',
    summary: 'Buys what is in the cart, all of it or nothing; the same key always answers the first result',
    auth: 'required',
    body: checkoutRequest,
    answers: { 200: checkoutResponse },
    errors: [401, 402, 409],
  },
})
