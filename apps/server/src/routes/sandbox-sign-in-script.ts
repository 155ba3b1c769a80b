// The two scripts of the sandbox's Google sign-in, as sent to browsers: plain JavaScript without dependencies.

/**
 * The counterpart of Google's client library: `google.accounts.id` with the calls that stores use. The button and the prompt open
 * the consent page in a window; the credential arrives by message and is passed to the callback.
 */
export const CLIENT_LIBRARY = `(() => {
  'use strict'
  let settings
  let consent
  let card

  function initialize(options) {
    if (!options || !options.client_id) throw new Error('google.accounts.id.initialize needs a client_id')
    settings = options
  }

  function openConsent() {
    if (!settings) return console.warn('google.accounts.id.initialize was not called')
    const query = new URLSearchParams({ client_id: settings.client_id, nonce: settings.nonce || '' })
    consent = window.open('/sandbox/sign-in?' + query, 'vitrine-sandbox-sign-in', 'popup,width=480,height=680')
  }

  window.addEventListener('message', (event) => {
    if (event.origin !== location.origin || !consent || event.source !== consent) return
    const message = event.data
    if (!message || message.type !== 'vitrine-sandbox-credential') return
    consent = undefined
    cancel()
    const callback = settings.callback
    if (callback) callback({ credential: message.credential, select_by: 'btn', clientId: settings.client_id })
  })

  const TEXTS = {
    signin_with: 'Sign in with Google',
    signup_with: 'Sign up with Google',
    continue_with: 'Continue with Google',
    signin: 'Sign in',
  }

  function makeButton(label, isDark) {
    const button = document.createElement('button')
    button.type = 'button'
    button.style.cssText =
      'display:inline-flex;align-items:center;justify-content:center;gap:10px;min-height:44px;padding:0 16px;max-width:100%;' +
      'border-radius:10px;font:500 16px/1.2 inherit;font-family:inherit;cursor:pointer;border:1px solid ' +
      (isDark ? '#8e918f;background:#131314;color:#e3e3e3' : '#747775;background:#ffffff;color:#1f1f1f')
    const mark = document.createElement('span')
    mark.setAttribute('aria-hidden', 'true')
    mark.textContent = 'G'
    mark.style.cssText = 'font:700 18px/1 Arial,sans-serif;color:' + (isDark ? '#8ab4f8' : '#1a56c4')
    const words = document.createElement('span')
    words.textContent = label
    button.append(mark, words)
    button.addEventListener('click', openConsent)
    return button
  }

  function renderButton(parent, options) {
    const { text = 'signin_with', theme = 'outline', width, click_listener } = options || {}
    const button = makeButton(TEXTS[text] || TEXTS.signin_with, theme === 'filled_black')
    if (width) button.style.width = parseInt(width, 10) + 'px'
    if (click_listener) button.addEventListener('click', click_listener)
    parent.replaceChildren(button)
  }

  function moment(type, reason) {
    return {
      getMomentType: () => type,
      isDisplayMoment: () => type === 'display',
      isDisplayed: () => type === 'display',
      isNotDisplayed: () => false,
      isSkippedMoment: () => type === 'skipped',
      isDismissedMoment: () => type === 'dismissed',
      getDismissedReason: () => reason,
      getSkippedReason: () => reason,
    }
  }

  function prompt(listener) {
    if (!settings) return console.warn('google.accounts.id.initialize was not called')
    cancel()
    card = document.createElement('div')
    card.setAttribute('role', 'dialog')
    card.setAttribute('aria-label', 'Sign in with Google')
    card.style.cssText =
      'position:fixed;top:16px;right:16px;z-index:9999;display:flex;gap:8px;padding:12px;border-radius:12px;' +
      'background:#ffffff;box-shadow:0 4px 24px rgb(0 0 0 / 25%)'
    const close = makeButton('Close', false)
    close.firstChild.remove()
    close.removeEventListener('click', openConsent)
    close.addEventListener('click', () => {
      cancel()
      if (listener) listener(moment('skipped', 'user_cancel'))
    })
    card.append(makeButton(TEXTS.continue_with, false), close)
    document.body.append(card)
    if (listener) listener(moment('display'))
  }

  function cancel() {
    if (card) card.remove()
    card = undefined
  }

  window.google = window.google || {}
  window.google.accounts = Object.assign(window.google.accounts || {}, {
    id: { initialize, renderButton, prompt, cancel, disableAutoSelect() {} },
  })
})()
`

/** The consent page's own script: sends the choice to the issuer and passes the credential to the opener. */
export const CONSENT_SCRIPT = `(() => {
  'use strict'
  const find = (id) => document.getElementById(id)
  const form = find('consent')
  const query = new URLSearchParams(location.search)
  const chosen = () => form.querySelector('input[name=person]:checked')
  form.addEventListener('change', () => {
    const isOther = chosen().value === ''
    find('other').hidden = !isOther
    find('email').required = isOther
  })
  find('deny').addEventListener('click', () => window.close())
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const person = chosen()
    const email = person.value || find('email').value
    const name = person.value ? person.dataset.name : find('name').value
    find('allow').disabled = true
    find('problem').textContent = ''
    try {
      const answer = await fetch('/sandbox/sign-in/consent', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          clientId: query.get('client_id'),
          nonce: query.get('nonce') || undefined,
          email,
          name,
        }),
      })
      const body = await answer.json()
      if (!answer.ok) throw new Error((body.issues && body.issues[0] && body.issues[0].message) || body.error)
      if (!window.opener) throw new Error('The page that opened this window was closed')
      window.opener.postMessage({ type: 'vitrine-sandbox-credential', credential: body.credential }, location.origin)
      window.close()
    } catch (error) {
      find('problem').textContent = error.message
      find('allow').disabled = false
    }
  })
})()
`
