// The payment form inside the frame: sends the outcome that is pressed, and reports to the page what came of it. It sends the
// form itself, because a frame's navigation would be a step of the page's history.

const MESSAGE = 'vitrine-payment'
const status = document.querySelector('[role=status]')
const choices = document.querySelector('fieldset')

/**
 * @param {'success' | 'failed' | 'dismiss'} event
 * @param {unknown} [detail]
 */
const notifyPage = (event, detail) => parent.postMessage({ type: MESSAGE, event, detail }, location.origin)

document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') notifyPage('dismiss')
})
document.querySelector('form')?.addEventListener('submit', (event) => {
  event.preventDefault()
  const { submitter, currentTarget } = event
  const sent = Object.fromEntries(new FormData(/** @type {HTMLFormElement} */ (currentTarget), submitter))
  void pay(sent, submitter)
})

/**
 * @param {object} sent
 * @param {HTMLElement | null} pressed
 */
async function pay(sent, pressed) {
  setBusy(true)
  const { paymentId, response, error } = await ask(sent)
  if (response) return notifyPage('success', response)
  if (paymentId && !error) return say('Waiting for the bank. You may close this window.')
  setBusy(false)
  pressed?.focus()
  say(error?.description ?? error ?? 'The gateway did not answer. If you have paid, the credits come by themselves.')
  if (paymentId) notifyPage('failed', error)
}

/**
 * @param {object} body
 * @returns {Promise<any>} `{}` when there was no answer
 */
async function ask(body) {
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  try {
    return await (await fetch('/sandbox/payment/api/payments', request)).json()
  } catch {
    return {}
  }
}

/** @param {boolean} isBusy */
function setBusy(isBusy) {
  if (choices) choices.disabled = isBusy
  if (isBusy) say('Asking the bank…')
}

/** @param {string} words */
function say(words) {
  if (!status) return
  status.textContent = words
  status.scrollIntoView({ block: 'nearest' })
}
