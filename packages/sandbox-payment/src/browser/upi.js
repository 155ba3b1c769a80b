// The UPI app of the sandbox: pays the order that a scanned QR code names, in the way that is chosen.
import { ask, byId } from './page-api.js'

const form = byId('upi', HTMLFormElement)
const submit = byId('submit', HTMLButtonElement)
const answered = byId('answered', HTMLElement)
const problem = byId('problem', HTMLElement)
const address = new URLSearchParams(location.search)
const [orderId, keyId] = [address.get('order') ?? '', address.get('key') ?? '']

const STATES = {
  created: 'Your bank will answer later.',
  failed: 'Nothing was paid.',
  authorized: 'Paid.',
  captured: 'Paid.',
  refunded: 'Paid, and refunded.',
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  void pay()
})
byId('again', HTMLButtonElement).addEventListener('click', () => {
  answered.hidden = true
  form.hidden = false
  byId('upi-app', HTMLSelectElement).focus()
})
void begin()

async function begin() {
  const order = await ask(`orders/${encodeURIComponent(orderId)}?${new URLSearchParams({ keyId })}`)
  if (!order.amount) {
    problem.textContent = order.error?.description ?? 'The gateway could not be reached.'
    return
  }
  const money = new Intl.NumberFormat('en-IN', { style: 'currency', currency: order.currency })
  byId('amount-text', HTMLElement).textContent = money.format(order.amount / 100)
  submit.disabled = false
}

async function pay() {
  problem.textContent = ''
  submit.disabled = true
  const account = byId('upi-app', HTMLSelectElement).value
  const paid = await ask('payments', { keyId, orderId, method: 'upi', account, email: '', contact: '' })
  submit.disabled = false
  if (!paid.paymentId) {
    problem.textContent = paid.error?.description ?? 'The gateway could not be reached. Nothing was paid.'
    return
  }
  byId('answer', HTMLElement).textContent =
    paid.error?.description ?? STATES[/** @type {keyof typeof STATES} */ (paid.status)]
  form.hidden = true
  answered.hidden = false
  answered.querySelector('h2')?.focus()
}
