// The sandbox's Google sign-in: a client library with the calls of Google Identity Services, its consent page, and the issuer's
// public keys. It lets a store without a Google client try social sign-in in any browser.
import { randomBytes } from 'node:crypto'
import { sandboxConsentRequest, sandboxConsentResponse } from '@vitrine/contract/accounts'
import { ApiError } from '@vitrine/contract/api-error'
import type { SandboxIssuer } from '@vitrine/providers/sign-in/sandbox'
import { z } from 'zod'
import type { ApiScope } from '../http/serve.ts'

/** URL of the client library. */
export const SANDBOX_SCRIPT = '/sandbox/sign-in/client.js'

/** Preset people; any other can be typed in. */
const PEOPLE = [
  { name: 'Asha Rao', email: 'asha.rao@gmail.test' },
  { name: 'Daniel Meyer', email: 'daniel.meyer@gmail.test' },
  { name: 'Grace Okafor', email: 'grace.okafor@gmail.test' },
]

export function addSandboxSignInRoutes(app: ApiScope, issuer: SandboxIssuer): void {
  app.get(SANDBOX_SCRIPT, { config: { sandbox: 'everybody' }, schema: { hide: true } }, (_request, reply) =>
    reply
      .headers({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' })
      .send(CLIENT_LIBRARY),
  )

  app.get('/sandbox/sign-in/certs', { config: { sandbox: 'everybody' }, schema: { hide: true } }, (_request, reply) =>
    reply.send(issuer.keySet),
  )

  app.get(
    '/sandbox/sign-in',
    {
      schema: {
        hide: true,
        querystring: z.object({ client_id: z.string().max(200).default('') }),
      },
    },
    (request, reply) => {
      const nonce = randomBytes(16).toString('base64')
      reply.headers({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
        'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`,
      })
      return reply.send(writePage(nonce, request.query.client_id === issuer.clientId))
    },
  )

  app.post(
    '/sandbox/sign-in/consent',
    { schema: { hide: true, body: sandboxConsentRequest, response: { 200: sandboxConsentResponse } } },
    async (request, reply) => {
      if (request.body.clientId !== issuer.clientId)
        throw new ApiError('forbidden', {}, 'This client is not known here')
      reply.header('cache-control', 'no-store')
      return { credential: await issuer.issue(request.body) }
    },
  )
}

function writePage(nonce: string, isKnownClient: boolean): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in – sandbox accounts</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<main>
<h1>Choose an account</h1>
<p>to continue to the store</p>
${isKnownClient ? FORM : '<p role="alert">Only the store’s sign-in button can open this page. Its client id is unknown.</p>'}
<p class="note">This is the sandbox in place of Google: nothing is checked here, and nothing leaves this machine.</p>
</main>
${isKnownClient ? `<script nonce="${nonce}">${CONSENT_SCRIPT}</script>` : ''}
</body>
</html>
`
}

const FORM = `<form id="consent">
<fieldset>
<legend>Account</legend>
${PEOPLE.map(
  (
    { name, email },
    index,
  ) => `<label class="person"><input type="radio" name="person" value="${email}" data-name="${name}"${index === 0 ? ' checked' : ''}>
<span>${name}<small>${email}</small></span></label>`,
).join('\n')}
<label class="person"><input type="radio" name="person" value=""><span>Use another account</span></label>
</fieldset>
<div id="other" hidden>
<label>Email <input id="email" type="email" maxlength="254" autocomplete="off"></label>
<label>Name <input id="name" maxlength="100" autocomplete="off"></label>
</div>
<p>The store will receive your name and email address.</p>
<p role="alert" id="problem"></p>
<div class="buttons"><button type="button" id="deny">Deny</button><button id="allow">Allow</button></div>
</form>`

const STYLE = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#fbfaf7, #14110e); --ink: light-dark(#16130f, #f4f0e8);
  --line: light-dark(#8f897d, #6b655b); --muted: light-dark(#6b655b, #a79f92); --accent: #f5a400;
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 Inter, system-ui, sans-serif; }
main { max-width: 420px; margin: 0 auto; padding: 24px 16px; }
h1 { font: 400 32px/1.1 Fraunces, Georgia, serif; margin: 8px 0; }
p { margin: 0 0 16px; }
fieldset { border: 0; margin: 0 0 16px; padding: 0; }
legend { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.person { display: flex; gap: 12px; align-items: center; min-height: 56px; border-bottom: 1px solid var(--line); cursor: pointer; }
.person small { display: block; color: var(--muted); font-size: 14px; overflow-wrap: anywhere; }
#other { display: grid; gap: 12px; margin-bottom: 16px; }
#other[hidden] { display: none; }
#other label { display: grid; gap: 4px; }
input:not([type=radio]), button { font: inherit; min-height: 44px; border-radius: 10px; padding: 0 16px; border: 1px solid var(--line); background: transparent; color: inherit; width: 100%; }
.buttons { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; }
button { cursor: pointer; }
#allow { background: var(--accent); color: #16130f; border-color: var(--accent); }
:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
[role=alert] { color: light-dark(#a3261b, #ff9d91); }
.note { color: var(--muted); font-size: 14px; margin-top: 24px; }
`

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
const CONSENT_SCRIPT = `(() => {
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
