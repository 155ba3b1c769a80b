import { BUNDLED_LANGUAGES } from '@vitrine/language/language'
import { type ActionFunction, createStaticHandler, RouterContextProvider, redirect } from 'react-router'
import { expect, test } from 'vitest'
import { readPaymentReturn } from '../features/credits/payment-library.ts'
import { reloadForm } from '../features/sign-in/account-page.tsx'
import { type Host, hostContext, readPageAddress } from './page-request.ts'

const payment = { razorpay_payment_id: 'pay_1', razorpay_order_id: 'order_1', razorpay_signature: 'f00' }
const buyCredits: ActionFunction = async (sent) => redirect(await readPaymentReturn(sent), 303)

/** Where a form leads to that a browser posts by itself. */
async function post(prefix: string, page: string, action: ActionFunction, fields: Record<string, string>) {
  const { query } = createStaticHandler([{ path: '*', action }], { basename: prefix || '/' })
  const requestContext = new RouterContextProvider()
  requestContext.set(hostContext, { languages: BUNDLED_LANGUAGES } as Host)
  const body = new URLSearchParams(fields)
  const request = new Request(`https://store.example${prefix}${page}`, { method: 'POST', body })
  return ((await query(request, { requestContext })) as Response).headers.get('location')
}

test.each(['', '/hi'])('a form posted without scripts leads back to its page below “%s”', async (prefix) => {
  const fields = { email: 'asha@example.test', password: 'secret' }
  expect(await post(prefix, '/login?next=%2FCart', reloadForm, fields)).toBe(`${prefix}/login?next=%2FCart`)
  const query = new URLSearchParams(payment)
  expect(await post(prefix, '/buy-credits', buyCredits, payment)).toBe(`${prefix}/buy-credits?${query}`)
  expect(await post(prefix, '/buy-credits', buyCredits, {})).toBe(`${prefix}/buy-credits`)
})

test('a page that follows a link asks for the data of the page, not of an address with “.data”', () => {
  const context = new RouterContextProvider()
  context.set(hostContext, { languages: BUNDLED_LANGUAGES } as Host)
  const request = new Request('https://store.example/hi/blog/lamps.data?_routes=written')
  expect(readPageAddress({ request, url: new URL('https://store.example/hi/blog/lamps'), context } as never)).toBe(
    '/blog/lamps',
  )
})
