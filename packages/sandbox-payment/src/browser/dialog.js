// The payment dialog inside the frame: takes the shop's options, sends the entered details to the gateway, shows the
// outcome, and reports it to the page.
import { ask, byId } from './page-api.js'

const MESSAGE = 'vitrine-payment'
const ASK_AGAIN_MS = 1000
const SHOW_SUCCESS_MS = 700
const SECTIONS = ['working', 'waiting', 'failed', 'done', 'silent', 'unusable']

const form = byId('pay', HTMLFormElement)
const problem = byId('problem', HTMLElement)
const submit = byId('submit', HTMLButtonElement)
/** @param {string} id */
const textOf = (id) => byId(id, HTMLInputElement).value.trim()
/** @param {string} id */
const choiceOf = (id) => byId(id, HTMLSelectElement).value

/** @type {(Pick<RazorpayOptions, 'key' | 'order_id' | 'name' | 'description' | 'prefill' | 'theme'> & { isEscapeAllowed: boolean }) | undefined} */
let options
/** The dialog does not close during a call: its response belongs to the page. */
let isBusy = false
let isOver = false

/**
 * @param {string} event
 * @param {unknown} [detail]
 */
const notifyPage = (event, detail) => parent.postMessage({ type: MESSAGE, event, detail }, location.origin)

const dismiss = () => {
  if (isBusy || isOver) return
  isOver = true
  notifyPage('dismiss')
}

window.addEventListener('message', ({ source, origin, data }) => {
  if (source !== parent || origin !== location.origin || data?.type !== MESSAGE) return
  if (data.event === 'close') dismiss()
  if (data.event === 'open' && !options) void begin(data.detail)
})
window.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape' && options?.isEscapeAllowed) dismiss()
})
for (const button of document.querySelectorAll('#close, [data-close]')) button.addEventListener('click', dismiss)
byId('again', HTMLElement).addEventListener('click', () => show('form'))
for (const radio of document.querySelectorAll('input[name=method]')) radio.addEventListener('change', showPanel)
form.addEventListener('submit', (event) => {
  event.preventDefault()
  void pay()
})
if (parent === window) refuse('Only the store can open this page.')
else notifyPage('ready')

/** @param {NonNullable<typeof options>} given */
async function begin(given) {
  options = given
  byId('shop', HTMLElement).textContent = given.name || 'Payment'
  byId('description', HTMLElement).textContent = given.description || ''
  useColour(given.theme?.color)
  const wished = document.querySelector(`input[name=method][value="${CSS.escape(given.prefill?.method ?? '')}"]`)
  if (wished instanceof HTMLInputElement) wished.checked = true
  showPanel()
  const answer = await ask(`orders/${encodeURIComponent(given.order_id)}?${new URLSearchParams({ keyId: given.key })}`)
  if (answer.error) return refuse(answer.error.description)
  if (answer.status === 'paid') return refuse('This order is already paid.')
  byId('qr', HTMLImageElement).src =
    `/sandbox/payment/api/orders/${encodeURIComponent(given.order_id)}/qr.svg?${new URLSearchParams({ keyId: given.key })}`
  void watchForScan(answer.newestPaymentId)
  const text = new Intl.NumberFormat('en-IN', { style: 'currency', currency: answer.currency }).format(
    answer.amount / 100,
  )
  byId('amount-text', HTMLElement).textContent = text
  submit.textContent = `Pay ${text}`
  // Before the amount is known, a press would be lost, and before this script runs it would send the form itself.
  submit.disabled = false
  show('form')
}

async function pay() {
  if (!options || isBusy) return
  problem.textContent = ''
  const method = methodOf()
  const account = method === 'upi' ? choiceOf('upi-app') : method === 'card' ? textOf('card-number') : choiceOf('bank')
  isBusy = true
  show('working')
  const answer = await ask('payments', {
    keyId: options.key,
    orderId: options.order_id,
    method,
    account,
    email: options.prefill?.email ?? '',
    contact: options.prefill?.contact ?? '',
    description: options.description ?? '',
    ...(choiceOf('outcome') && { outcome: choiceOf('outcome') }),
    ...(choiceOf('webhooks') && { webhooks: choiceOf('webhooks') }),
    delaySeconds: Number(textOf('delay') || 0),
  })
  isBusy = false
  if (!answer.paymentId) {
    show('form')
    problem.textContent = answer.error?.description ?? 'The gateway could not be reached. Nothing was paid.'
    return
  }
  await follow(answer)
}

/**
 * Follows a payment that a phone makes after it has scanned the QR code.
 * @param {string | null} known the newest payment so far
 */
async function watchForScan(known) {
  while (!isOver && options) {
    await new Promise((done) => setTimeout(done, ASK_AGAIN_MS))
    if (form.hidden || isBusy || methodOf() !== 'upi') continue
    const query = new URLSearchParams({ keyId: options.key })
    const { newestPaymentId } = await ask(`orders/${encodeURIComponent(options.order_id)}?${query}`)
    if (!newestPaymentId || newestPaymentId === known || form.hidden || isBusy) continue
    known = newestPaymentId
    await follow(await ask(`payments/${newestPaymentId}?${query}`))
  }
}

/** Shows a payment until it has succeeded or failed, or the dialog is closed. */
/** @param {any} answer */
async function follow(answer) {
  while (!isOver) {
    if (answer.response) return succeed(answer)
    if (answer.status === 'failed') return fail(answer.error)
    if (answer.status === 'created') show('waiting')
    await new Promise((done) => setTimeout(done, ASK_AGAIN_MS))
    const next = await ask(`payments/${answer.paymentId}?${new URLSearchParams({ keyId: options?.key ?? '' })}`)
    if (next.paymentId) answer = next
  }
}

/** @param {any} answer */
async function succeed({ response, isPageNotified }) {
  if (!isPageNotified) return show('silent')
  isOver = true
  show('done')
  await new Promise((done) => setTimeout(done, SHOW_SUCCESS_MS))
  notifyPage('success', response)
}

/** @param {RazorpayError} error */
function fail(error) {
  byId('failure', HTMLElement).textContent = error.description
  show('failed')
  notifyPage('failed', error)
}

/** @param {string} reason */
function refuse(reason) {
  byId('reason', HTMLElement).textContent = reason
  show('unusable')
}

function methodOf() {
  const chosen = form.querySelector('input[name=method]:checked')
  return chosen instanceof HTMLInputElement ? chosen.value : 'upi'
}

function showPanel() {
  for (const panel of document.querySelectorAll('[data-panel]')) {
    if (panel instanceof HTMLElement) panel.hidden = panel.dataset.panel !== methodOf()
  }
}

/** @param {string} name */
function show(name) {
  const wasHidden = name === 'form' ? form.hidden : byId(name, HTMLElement).hidden
  form.hidden = name !== 'form'
  for (const section of SECTIONS) byId(section, HTMLElement).hidden = section !== name
  if (name === 'form') form.querySelector('input')?.focus()
  // Moves the focus along, so that screen readers announce the change.
  else if (wasHidden) byId(name, HTMLElement).querySelector('h2')?.focus()
}

/** @param {string | undefined} colour */
function useColour(colour) {
  if (!colour || !/^#[0-9a-f]{6}$/i.test(colour)) return
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  const isLight = (red * 299 + green * 587 + blue * 114) / 1000 > 140
  document.documentElement.style.setProperty('--accent', colour)
  document.documentElement.style.setProperty('--on-accent', isLight ? '#16130f' : '#fff')
}
