// Buying credits: for visitors, while the payment's script is loading, and where none are sold.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../testing/accessible.ts'
import { ok, startFakeServer } from '../../../testing/fake-server.ts'
import { press } from '../../../testing/press.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signIn } from '../../../testing/signed-in.ts'
import type { RootData } from '../../api/root-data.ts'
import BuyCredits from './buy-credits.tsx'

const services = { hasTextMessages: true, hasGoogle: true, sellsPacks: true }
const pack = {
  credits: 500,
  amountPaise: 39_900,
  payablePaise: 39_900,
  price: 399,
  currency: 'INR',
  popular: true,
  savings: '20% savings',
}
const packs = [
  {
    ...pack,
    id: 'starter',
    credits: 100,
    amountPaise: 100,
    payablePaise: 100,
    popular: false,
    savings: null,
    isAvailable: false,
  },
  { ...pack, id: 'popular', isAvailable: true },
]
const tax = {
  ...{ profile: 'none', taxPoint: 'none', pricesIncludeTax: true, taxName: '' },
  ...{ terms: { supply: 'none', rateBp: 0 }, missing: null },
}

function open(root: Partial<RootData> = { services }) {
  const script = Promise.withResolvers<{ status: number }>()
  const server = startFakeServer({
    'GET /api/credit-packs': ok({ packs, tax }),
    'GET /api/payment-config': () => script.promise,
  })
  renderPage(<BuyCredits />, { at: '/buy-credits?pack=popular', path: '/buy-credits', root })
  return { server, script }
}

test('a visitor is asked to sign in, and comes back', async () => {
  open()
  await expect.element(page.getByText('Please log in to purchase credits')).toBeVisible()
  const way = page.getByRole('link', { name: 'Sign In' })
  await expect.element(way).toHaveAttribute('href', '/login?next=%2Fbuy-credits%3Fpack%3Dpopular')
})

test('the button pays once its script is there; without it, that is said', async () => {
  signIn({ credits: 500 })
  const { script } = open()
  const pay = page.getByRole('button', { name: 'Pay ₹399.00 for 500 credits' })
  await expect.element(pay).toBeDisabled()
  await expectAccessible()
  script.resolve({ status: 404 })
  await press(pay)
  await expect.element(page.getByRole('heading', { name: 'Payment Error' })).toBeVisible()
  const words = 'Razorpay is not loaded. Please refresh the page and try again.'
  await expect.element(page.getByText(words)).toBeVisible()
})

test('a store that sells none says so', async () => {
  signIn({ credits: 0 })
  open({ services: { ...services, sellsPacks: false } })
  await expect.element(page.getByText('Credits cannot be bought at the moment')).toBeVisible()
  // A balance of 0 is not called free.
  expect(document.querySelector('main')?.innerText).toMatch(/Your credits\s+0\scredits/)
  await expectAccessible()
})
