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
const formatTime = (seconds) => new Date(seconds * 1000).toLocaleString('en-GB')

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

/** @param {string} paymentId */
function enteredPaise(paymentId) {
  const input = document.querySelector(`[data-amount="${CSS.escape(paymentId)}"]`)
  return input instanceof HTMLInputElement ? Math.round(Number(input.value) * 100) : undefined
}

/** @param {any} entry */
function showPayment({ payment, refunds, disputes, settlement, deliveries }) {
  const { id, status } = payment
  const left = payment.amount - payment.amount_refunded
  const buttons = []
  if (status === 'created' || status === 'failed') buttons.push(button('Authorise', 'authorize', id))
  if (status === 'created') buttons.push(button('Decline', 'fail', id))
  if (status === 'authorized') buttons.push(button('Capture', 'capture', id))
  if (payment.captured && left > 0) {
    const rest = String(left / 100)
    const field = { type: 'number', min: '1', max: rest, step: '0.01', value: rest, 'data-amount': id }
    const input = make('input', { ...field, 'aria-label': `Rupees to refund of ${id}` })
    // Where less is left than before, the field is another one, which begins with the rest.
    buttons.push(make('span', { class: 'money', 'data-key': `amount ${id} ${left}` }, '₹ ', input))
    buttons.push(button('Refund', 'refund', id, () => enteredPaise(id)))
    const isDisputed = disputes.some((/** @type {any} */ d) => d.status === 'open' || d.status === 'lost')
    if (!isDisputed) buttons.push(button('Open dispute', 'open-dispute', id))
  }
  const facts = [
    payment.amount_refunded > 0 ? `${rupees(payment.amount_refunded)} refunded` : '',
    settlement
      ? `${rupees(settlement.credit)} paid out as ${settlement.settlement_id}, fee ${rupees(settlement.fee)}`
      : '',
    payment.error_description ?? '',
  ].filter(Boolean)
  return make(
    'li',
    { 'data-key': id },
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
    button('Store wins', 'win-dispute', id),
    button('Store loses', 'lose-dispute', id),
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
      { 'data-key': id },
      `${event}: ${state}${attempts > 0 ? ` after ${attempts} ${attempts === 1 ? 'try' : 'tries'}` : ''}`,
      lastAnswer && state !== 'delivered' ? make('small', {}, ` ${lastAnswer}`) : '',
      ' ',
      button('Resend', 'resend', id),
    ),
  )
  const summary = make('summary', {}, `Webhook calls (${deliveries.length})`)
  return make('details', { 'data-key': `calls ${paymentId}` }, summary, make('ul', {}, ...rows))
}

/** @param {any} overview */
function show({ isWebhookOn, orders }) {
  const webhook = make(
    'p',
    {},
    isWebhookOn ? 'Webhooks are on. ' : 'Webhooks are off: new calls are held until you resend them. ',
    isWebhookOn ? button('Switch off', 'switch-off', '') : button('Switch on', 'switch-on', ''),
  )
  update(byId('webhook'), webhook)
  update(byId('settle'), make('p', {}, button('Settle captured payments', 'settle', '')))
  byId('nothing').hidden = orders.length > 0
  update(byId('orders'), make('ul', {}, ...orders.map(showOrder)))
}

/** @param {any} entry */
function showOrder({ order, payments }) {
  return make(
    'li',
    { class: 'order', 'data-key': order.id },
    make('h3', {}, rupees(order.amount), ' ', make('strong', { class: order.status }, order.status)),
    make(
      'p',
      { class: 'facts' },
      make('code', {}, order.id),
      ` · ${order.receipt ?? 'no receipt'} · ${formatTime(order.created_at)}`,
    ),
    make('ul', {}, ...payments.map(showPayment)),
  )
}

/**
 * Gives an element the attributes and the content of another one and keeps every part that stands for the same thing:
 * what has the focus, was typed or opened stays so, and a button that is being pressed is not replaced below the pointer.
 * @param {Element} element
 * @param {Element} fresh
 */
function update(element, fresh) {
  for (const { name, value } of fresh.attributes) {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value)
  }
  let next = element.firstChild
  for (const child of [...fresh.childNodes]) {
    let kept = next
    while (kept && !isSame(kept, child)) kept = kept.nextSibling
    if (!kept) {
      element.insertBefore(child, next)
      continue
    }
    removeBetween(next, kept)
    next = kept.nextSibling
    if (kept instanceof Element && child instanceof Element) update(kept, child)
    else if (kept.nodeValue !== child.nodeValue) kept.nodeValue = child.nodeValue
  }
  removeBetween(next, null)
}

/**
 * @param {Node} one
 * @param {Node} other
 */
function isSame(one, other) {
  if (one.nodeName !== other.nodeName) return false
  if (!(one instanceof Element && other instanceof Element)) return true
  return one.getAttribute('data-key') === other.getAttribute('data-key')
}

/**
 * Removes the siblings from `first` up to `end`, which stays; all of them without an end.
 * @param {ChildNode | null} first
 * @param {ChildNode | null} end
 */
function removeBetween(first, end) {
  for (let node = first; node && node !== end; ) {
    const gone = node
    node = node.nextSibling
    gone.remove()
  }
}

/** Shows what has changed. */
async function look() {
  const overview = await ask('overview').catch(() => undefined)
  const text = JSON.stringify(overview)
  if (!overview || text === shown) return
  shown = text
  show(overview)
}

byId('test-order').addEventListener('submit', (event) => {
  event.preventDefault()
  void attempt(async () => {
    const amount = Math.round(Number(/** @type {HTMLInputElement} */ (byId('rupees')).value) * 100)
    const { keyId, orderId } = await ask('test-orders', { amount })
    const checkout = new window.Razorpay({
      key: keyId,
      order_id: orderId,
      name: 'Sandbox',
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

// Before this script runs, a press would send the form itself: the browser refuses that, and loads nothing any more.
byId('open-checkout').removeAttribute('disabled')

setInterval(() => {
  if (!document.hidden) void look()
}, LOOK_AGAIN_MS)
void look()
