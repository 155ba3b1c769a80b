// Buying credits in a store that charges tax: who is billed is asked once, and the tax is shown before paying.
import type { BillingDetails } from '@vitrine/contract/billing'
import type { PackTax } from '@vitrine/contract/payments'
import type { Region } from '@vitrine/contract/routes/store'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../testing/accessible.ts'
import { type FakeServer, ok, startFakeServer } from '../../../testing/fake-server.ts'
import { atDesk, press } from '../../../testing/press.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signIn } from '../../../testing/signed-in.ts'
import BuyCredits from './buy-credits.tsx'

const services = { hasTextMessages: true, hasGoogle: true, sellsPacks: true }
const region: Region = {
  ...{ country_code2: 'IN', isIndianUser: true, minorUnitsPer1000Credits: 79_800, paisePer1000Credits: 79_800 },
  currencyCode: 'INR',
  currencySymbol: '₹',
}
const gst: PackTax = {
  ...{ profile: 'gst', taxPoint: 'sold', pricesIncludeTax: true, taxName: 'GST' },
  ...{ terms: null, missing: 'country' },
}
const intra: PackTax = { ...gst, terms: { supply: 'intra', rateBp: 1800 }, missing: null }
const pune: BillingDetails = { country: 'IN', state: '27', taxNumber: '', legalName: '', address: [] }
const gstin = '27AAPFU0939F1ZV'

const pack = { credits: 500, amountPaise: 39_900, price: 399, currency: 'INR', popular: true, savings: null }
const packsWith = (tax: PackTax, payablePaise = 39_900) =>
  ok({ packs: [{ ...pack, payablePaise, id: 'popular', isAvailable: true }], tax })

/** A store whose prices are those of `tax`, until details have been saved, and then those of `known`. */
function open(tax: PackTax, { details = null, known = intra }: { details?: object | null; known?: PackTax } = {}) {
  signIn({ credits: 500 })
  const server: FakeServer = startFakeServer({
    'GET /api/credit-packs': packsWith(tax),
    'GET /api/payment-config': ok({ keyId: 'k', scriptUrl: 'data:text/javascript,0', isSandbox: false }),
    'GET /api/billing-details': ok({ details }),
    'PUT /api/billing-details': ({ body }) => {
      server.answer('GET /api/credit-packs', packsWith(known))
      return ok({ details: body })
    },
  })
  globalThis.Razorpay = class {
    open() {}
    on() {}
  }
  onTestFinished(() => {
    globalThis.Razorpay = undefined
  })
  renderPage(<BuyCredits />, { at: '/buy-credits?pack=popular', path: '/buy-credits', root: { services, region } })
  const sent = (route: string) => server.requests.filter(({ method, path }) => `${method} ${path}` === route)
  return { server, sent }
}

const dialog = page.getByRole('dialog')
const save = dialog.getByRole('button', { name: 'Save' })
const goOn = page.getByRole('button', { name: 'Continue with 500 credits' })
const pay = page.getByRole('button', { name: 'Pay ₹399.00 for 500 credits' })
const factsOf = () => document.querySelector('main dl')?.textContent

test('the state is asked before the first payment; then the page shows who is billed, and the tax', async () => {
  const { sent } = open(gst)
  await expect.element(page.getByText('Prices include GST.')).toBeVisible()
  await press(goOn)
  await expect.element(dialog.getByRole('heading', { name: 'Billing details' })).toBeVisible()
  await expect.element(dialog.getByLabelText('Country')).toHaveValue('IN')
  await userEvent.selectOptions(dialog.getByLabelText('State'), 'Maharashtra')
  await press(save)
  await expect.element(pay).toBeVisible()
  expect(document.querySelector('dialog[open]')).toBeNull()
  expect(sent('PUT /api/billing-details').map(({ body }) => body)).toEqual([pune])
  expect(sent('POST /api/create-razorpay-order')).toEqual([])
  await expect.element(page.getByText('Billed to Maharashtra')).toBeVisible()
  await expect.element(page.getByText('Including 18% GST')).toBeVisible()
  expect(factsOf()).toBe('Taxable value₹338.14CGST 9%₹30.43SGST 9%₹30.43Total₹399.00')
  await expectAccessible()
})

test('nothing is saved without a state, and the field says so', async () => {
  const { sent } = open(gst)
  await press(goOn)
  await press(save)
  await expect.element(dialog.getByText('Choose a state')).toBeVisible()
  await expectAccessible()
  expect(sent('PUT /api/billing-details')).toEqual([])
})

atDesk('a GSTIN is checked as soon as it is complete, and sets the state; another state is refused', async () => {
  const { sent } = open(intra, { details: pune })
  await press(page.getByRole('button', { name: 'Change the billing details' }))
  await userEvent.selectOptions(dialog.getByLabelText('State'), 'Karnataka')
  await press(dialog.getByLabelText('I buy for a business'))
  const number = dialog.getByLabelText('GSTIN')
  await userEvent.fill(number, '27aapfu0939f1zw')
  await expect.element(dialog.getByText('This GSTIN does not exist: please check each letter and digit')).toBeVisible()
  await userEvent.fill(number, '27aapfu0939f1zv')
  await expect.element(number).toHaveValue(gstin)
  await expect.element(dialog.getByLabelText('State')).toHaveValue('27')
  await userEvent.selectOptions(dialog.getByLabelText('State'), 'Karnataka')
  await press(save)
  await expect.element(dialog.getByText('This GSTIN is of another state')).toBeVisible()
  await expect.element(dialog.getByText('Enter the name of the business')).toBeVisible()
  await expectAccessible()
  await userEvent.selectOptions(dialog.getByLabelText('State'), 'Maharashtra')
  await userEvent.fill(dialog.getByLabelText('Legal name'), 'Lamp House')
  await userEvent.fill(dialog.getByLabelText('Address', { exact: true }), '12 Lamp Street')
  await userEvent.fill(dialog.getByLabelText('Address, line 2'), 'Pune')
  await press(save)
  await expect.element(page.getByText(`GSTIN ${gstin}`)).toBeVisible()
  const stored = { ...pune, taxNumber: gstin, legalName: 'Lamp House', address: ['12 Lamp Street', 'Pune'] }
  expect(sent('PUT /api/billing-details').map(({ body }) => body)).toEqual([stored])
})

atDesk('what was typed stays when the answer is lost, and when the box is unticked for a while', async () => {
  const { server, sent } = open(gst)
  server.answer('PUT /api/billing-details', 'offline')
  await press(goOn)
  const box = dialog.getByLabelText('I buy for a business')
  await press(box)
  await userEvent.fill(dialog.getByLabelText('GSTIN'), gstin)
  await userEvent.fill(dialog.getByLabelText('Legal name'), 'Lamp House')
  await press(save)
  await expect.element(dialog.getByText('Network error. Please check your connection and try again.')).toBeVisible()
  await press(box)
  await expect.element(dialog.getByLabelText('GSTIN')).not.toBeInTheDocument()
  await press(box)
  await expect.element(dialog.getByLabelText('GSTIN')).toHaveValue(gstin)
  await expect.element(dialog.getByLabelText('Legal name')).toHaveValue('Lamp House')
  server.answer('PUT /api/billing-details', ({ body }) => ok({ details: body }))
  await press(save)
  await expect.element(save).not.toBeInTheDocument()
  expect(sent('PUT /api/billing-details').at(-1)?.body).toMatchObject({ taxNumber: gstin, legalName: 'Lamp House' })
})

test('tax on top of the price is in what the button says; a price that changed is shown before another attempt', async () => {
  const added: PackTax = { ...intra, pricesIncludeTax: false, terms: { supply: 'inter', rateBp: 1800 } }
  const { server, sent } = open(added, { details: { ...pune, state: '29' } })
  server.answer('GET /api/credit-packs', packsWith(added, 47_082))
  const error = 'The price of this pack has changed. Please check it and try again.'
  server.answer('POST /api/create-razorpay-order', () => {
    server.answer('GET /api/credit-packs', packsWith(intra))
    // Another tab has changed where the buyer is.
    server.answer('GET /api/billing-details', ok({ details: pune }))
    return { status: 409, body: { code: 'price-changed', error, amountPaise: 39_900 } }
  })
  await expect.element(page.getByText('+ GST', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Plus 18% GST')).toBeVisible()
  expect(factsOf()).toBe('Taxable value₹399.00IGST 18%₹71.82Total₹470.82')
  await press(page.getByRole('button', { name: 'Pay ₹470.82 for 500 credits' }))
  await expect.element(page.getByText(error)).toBeVisible()
  await expect.element(pay).toBeVisible()
  await expect.element(page.getByRole('radio')).toBeChecked()
  await expect.element(page.getByText('Billed to Maharashtra')).toBeVisible()
  expect(sent('POST /api/create-razorpay-order').map(({ body }) => body)).toMatchObject([{ expectedPaise: 47_082 }])
})

test.each([
  [{ ...intra, taxPoint: 'spent' }, 'No tax is charged now; it is charged when you spend the credits.'],
  [{ ...intra, terms: { supply: 'export', rateBp: 0 } }, 'No GST is charged on sales to other countries.'],
  [
    { ...intra, profile: 'eu', taxName: 'VAT', terms: { supply: 'eu-reverse', rateBp: 0 } },
    'Reverse charge: your business pays the VAT in its country.',
  ],
] as [PackTax, string][])('where nothing is charged that is said (%#)', async (tax, text) => {
  open(tax, { details: pune })
  await expect.element(page.getByText(text)).toBeVisible()
  expect(factsOf()).toBeUndefined()
})
