// The control page: lists the gateway's store and sends the actions that are clicked.

const LOOK_AGAIN_MS = 2000
const API = '/sandbox/payment/api/'

/** @param {string} id */
function byId(id) {
  const element = document.getElementById(id)
  if (!element) throw new Error(`the page has no ${id}`)
  return element
}
const result = byId('result')
/** The answer that is shown now, as text. */
let shown = ''

/**
 * @param {string} path
 * @param {unknown} [body]
 */
async function ask(path, body) {
  const response = await fetch(API + path, {
    ...(body !== undefined && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.error?.description ?? answer.error ?? 'The gateway could not be reached')
  return answer
}

/** @param {() => Promise<string>} work resolves to the message to show */
async function attempt(work) {
  try {
    result.textContent = await work()
  } catch (error) {
    result.textContent = error instanceof Error ? error.message : String(error)
  }
  await look()
}

/**
 * An element with attributes and content.
 * @param {string} name
 * @param {Record<string, string>} attributes
 * @param {(Node | string)[]} content
 */
function make(name, attributes, ...content) {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  element.append(...content)
  return element
}

/** @param {number} paise */
const rupees = (paise) => new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }).format(paise / 100)
/** @param {number} seconds */
const timeOf = (seconds) => new Date(seconds * 1000).toLocaleString('en-GB')

/**
 * @param {string} label
 * @param {string} action
 * @param {string} id
 * @param {() => number | undefined} [amount] in paise
 */
function button(label, action, id, amount = () => undefined) {
  const made = make('button', { type: 'button', 'data-key': `${action} ${id}` }, label)
  made.addEventListener('click', () =>
    attempt(async () => {
      const paise = amount()
      await ask('actions', { action, id: String(id), ...(paise !== undefined && { amount: paise }) })
      return `${label}: done.`
    }),
  )
  return made
}

/** @param {any} entry */
function showPayment({ payment, plan, next, refunds, disputes, deliveries }) {
  const { id, status } = payment
  const left = payment.amount - payment.amount_refunded
  const buttons = []
  if (status === 'created' || status === 'failed') buttons.push(button('Authorise', 'authorize', id))
  if (status === 'created') buttons.push(button('Decline', 'fail', id))
  if (status === 'authorized') buttons.push(button('Capture', 'capture', id))
  if (payment.captured && left > 0) {
    const input = /** @type {HTMLInputElement} */ (
      make('input', { type: 'number', min: '1', max: String(left / 100), step: '0.01', value: String(left / 100) })
    )
    input.setAttribute('aria-label', `Rupees to refund of ${id}`)
    input.setAttribute('data-key', `amount ${id}`)
    buttons.push(make('span', { class: 'money' }, '₹ ', input))
    buttons.push(button('Refund', 'refund', id, () => Math.round(Number(input.value) * 100)))
    const isDisputed = disputes.some((/** @type {any} */ d) => d.status === 'open' || d.status === 'lost')
    if (!isDisputed) buttons.push(button('Open dispute', 'open-dispute', id))
  }
  const facts = [
    `${payment.method} ${payment.vpa ?? payment.bank ?? (payment.card ? `•••• ${payment.card.last4}` : '')}`,
    payment.amount_refunded > 0 ? `${rupees(payment.amount_refunded)} refunded` : '',
    payment.error_description ?? '',
    next ? `${next.step}s automatically at ${new Date(next.dueAt).toLocaleTimeString('en-GB')}` : '',
    plan.webhooks === 'at-once' ? '' : `webhooks ${plan.webhooks}`,
  ].filter(Boolean)
  return make(
    'li',
    {},
    make('p', { class: 'line' }, make('code', {}, id), ' ', make('strong', { class: status }, status)),
    make('p', { class: 'facts' }, facts.join(' · ')),
    make('div', { class: 'buttons' }, ...buttons),
    ...refunds.map((/** @type {any} */ r) =>
      make('p', { class: 'facts' }, `Refund ${r.id}: ${rupees(r.amount)}, ${r.status}`),
    ),
    ...disputes.map(showDispute),
    showDeliveries(id, deliveries),
  )
}

/** @param {any} dispute */
function showDispute({ id, amount, status }) {
  const line = make('div', { class: 'buttons' }, `Dispute over ${rupees(amount)}: ${status}`)
  if (status !== 'open') return line
  line.append(
    button('Shop wins', 'win-dispute', id),
    button('Shop loses', 'lose-dispute', id),
    button('Close dispute', 'close-dispute', id),
  )
  return line
}

/**
 * @param {string} paymentId
 * @param {any[]} deliveries
 */
function showDeliveries(paymentId, deliveries) {
  const rows = deliveries.map(({ id, event, state, attempts, lastAnswer }) =>
    make(
      'li',
      {},
      `${event}: ${state}${attempts > 0 ? ` after ${attempts} ${attempts === 1 ? 'try' : 'tries'}` : ''}`,
      lastAnswer && state !== 'delivered' ? make('small', {}, ` ${lastAnswer}`) : '',
      ' ',
      button('Resend', 'resend', id),
    ),
  )
  const summary = make('summary', { 'data-key': `calls ${paymentId}` }, `Webhook calls (${deliveries.length})`)
  return make('details', { 'data-open': paymentId }, summary, make('ul', {}, ...rows))
}

/** @param {any} overview */
function show({ isWebhookOn, orders }) {
  const webhook = byId('webhook')
  webhook.replaceChildren(
    isWebhookOn ? 'Webhooks are on. ' : 'Webhooks are off: new calls are held until you resend them. ',
    isWebhookOn ? button('Switch off', 'switch-off', '') : button('Switch on', 'switch-on', ''),
  )
  byId('nothing').hidden = orders.length > 0
  byId('orders').replaceChildren(
    ...orders.map((/** @type {any} */ { order, payments }) =>
      make(
        'li',
        { class: 'order' },
        make('h3', {}, rupees(order.amount), ' ', make('strong', { class: order.status }, order.status)),
        make(
          'p',
          { class: 'facts' },
          make('code', {}, order.id),
          ` · ${order.receipt ?? 'no receipt'} · ${timeOf(order.created_at)}`,
        ),
        make('ul', {}, ...payments.map(showPayment)),
      ),
    ),
  )
}

/** Redraws when something has changed, and leaves the focus and what was opened as they are. */
async function look() {
  const overview = await ask('overview').catch(() => undefined)
  const text = JSON.stringify(overview)
  if (!overview || text === shown) return
  shown = text
  const key = document.activeElement?.getAttribute('data-key')
  const open = new Set([...document.querySelectorAll('details[open]')].map((d) => d.getAttribute('data-open')))
  show(overview)
  for (const details of document.querySelectorAll('details')) {
    details.open = open.has(details.getAttribute('data-open'))
  }
  const focused = key && document.querySelector(`[data-key="${CSS.escape(key)}"]`)
  if (focused instanceof HTMLElement) focused.focus()
}

byId('test-order').addEventListener('submit', (event) => {
  event.preventDefault()
  void attempt(async () => {
    const amount = Math.round(Number(/** @type {HTMLInputElement} */ (byId('rupees')).value) * 100)
    const { keyId, orderId } = await ask('test-orders', { amount })
    const checkout = new window.Razorpay({
      key: keyId,
      order_id: orderId,
      name: 'Vitrine',
      description: 'Test order',
      handler(response) {
        result.textContent = `Paid: ${response.razorpay_payment_id}`
        void look()
      },
      modal: {
        ondismiss() {
          result.textContent = 'The checkout was closed.'
          void look()
        },
      },
    })
    checkout.on('payment.failed', ({ error }) => {
      result.textContent = `Payment failed: ${error.description}`
    })
    checkout.open()
    return 'The checkout is open.'
  })
})

setInterval(() => {
  if (!document.hidden) void look()
}, LOOK_AGAIN_MS)
void look()
