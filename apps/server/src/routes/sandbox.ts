// The sandbox outbox: emails and SMS that were not sent, as a page and as JSON.
import { randomBytes } from 'node:crypto'
import { ApiError } from '@vitrine/contract/api-error'
import type { Outbox, OutboxMessage } from '@vitrine/providers/outbox'
import { attachmentNamed } from '@vitrine/providers/storage'
import { z } from 'zod'
import type { Providers } from '../deps/current-providers.ts'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/serve.ts'
import { checkAdmin } from '../session/admin-session.ts'

const outboxAnswer = z.object({
  messages: z
    .array(
      z.object({
        id: z.string(),
        channel: z.enum(['mail', 'sms']),
        to: z.string(),
        subject: z.string(),
        text: z.string(),
        html: z.string(),
        attachments: z.array(z.object({ name: z.string(), contentType: z.string() })).readonly(),
        createdAt: z.iso.datetime(),
      }),
    )
    .describe('Newest first'),
})

const filter = z.object({ to: z.string().trim().max(300).optional() })

/** `hasPayments`: whether the sandbox gateway, which has its own page, is in use as well. */
export function addSandboxRoutes(app: ApiScope, outbox: Outbox, hasPayments: () => boolean): void {
  const schema = { tags: ['sandbox'], querystring: filter }

  app.get(
    '/sandbox/outbox.json',
    {
      schema: {
        ...schema,
        summary: 'Emails and text messages that the sandbox kept, newest first',
        response: { 200: outboxAnswer },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return { messages: await outbox.list({ to: request.query.to || undefined }) }
    },
  )

  app.get(
    '/sandbox/outbox/:id/:place',
    { schema: { params: z.object({ id: z.uuid(), place: z.coerce.number().int().min(0) }), hide: true } },
    async (request, reply) => {
      const file = await outbox.findAttachment(request.params.id, request.params.place)
      if (!file) throw new ApiError('not-found')
      return reply
        .headers({
          'content-type': file.contentType,
          'content-disposition': attachmentNamed(file.name),
          'cache-control': 'no-store',
        })
        .send(file.content)
    },
  )

  app.get('/sandbox', { schema: { querystring: filter, hide: true } }, async (request, reply) => {
    const to = request.query.to || undefined
    const nonce = randomBytes(16).toString('base64')
    reply.headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      // The frames of the mails inherit this: their style attributes apply, but nothing loads and nothing runs.
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; style-src-attr 'unsafe-inline'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    })
    return reply.send(writePage(await outbox.list({ to }), { to, nonce, hasPayments: hasPayments() }))
  })
}

interface PageOptions {
  readonly to: string | undefined
  readonly nonce: string
  readonly hasPayments: boolean
}

function writePage(messages: readonly OutboxMessage[], { to, nonce, hasPayments }: PageOptions): string {
  const nothing = to ? `Nothing for ${escapeHtml(to)} yet.` : 'Nothing was sent yet.'
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Outbox – sandbox</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<header>
<h1>Outbox</h1>
<p>This store runs with sandbox providers: emails and text messages appear here instead of being sent.</p>
${hasPayments ? '<p>Payments move no money either: <a href="/sandbox/payment">act as the bank</a>.</p>\n' : ''}<form method="get" role="search">
<label for="to">Sent to</label>
<input id="to" name="to" value="${escapeHtml(to ?? '')}" placeholder="address or phone number" autocomplete="off">
<button>Show</button>
<a href="/sandbox">Show all</a>
</form>
</header>
<main>
${messages.length > 0 ? messages.map(writeMessage).join('\n') : `<p class="nothing">${nothing}</p>`}
</main>
</body>
</html>
`
}

function writeMessage({ id, channel, to, subject, text, html, attachments, createdAt }: OutboxMessage): string {
  const title = channel === 'mail' ? subject : 'Text message'
  const time = `${createdAt.slice(0, 10)} ${createdAt.slice(11, 19)} UTC`
  const asSent = html
    ? `<details><summary>HTML view</summary><iframe sandbox title="${escapeHtml(title)}" srcdoc="${escapeHtml(html)}"></iframe></details>`
    : ''
  const files = attachments.map(
    ({ name }, place) => `<li><a href="/sandbox/outbox/${id}/${place}" download>${escapeHtml(name)}</a></li>`,
  )
  return `<article>
<h2>${escapeHtml(title)}</h2>
<p class="facts"><span>${channel === 'mail' ? 'Email' : 'SMS'}</span> to <a href="/sandbox?to=${encodeURIComponent(to)}">${escapeHtml(to)}</a> · <time datetime="${createdAt}">${time}</time></p>
<pre>${escapeHtml(text)}</pre>
${files.length > 0 ? `<ul aria-label="Attachments">${files.join('')}</ul>\n` : ''}${asSent}
</article>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

const STYLE = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#fbfaf7, #14110e); --ink: light-dark(#16130f, #f4f0e8);
  --line: light-dark(#e7e3da, #36302a); --muted: light-dark(#6b655b, #a79f92);
  --link: light-dark(#5b2a4e, #d9a9cd); --accent: #f5a400;
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 Inter, system-ui, sans-serif; }
header, main { max-width: 720px; margin: 0 auto; padding: 24px 16px; }
h1 { font: 400 40px/1.1 Fraunces, Georgia, serif; margin: 16px 0 8px; }
h2 { font-size: 18px; margin: 0 0 4px; overflow-wrap: anywhere; }
header p, .facts, .nothing { color: var(--muted); margin: 0 0 16px; }
.facts { font-size: 14px; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
form { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; }
input, button { font: inherit; min-height: 44px; border-radius: 10px; padding: 0 12px; border: 1px solid var(--line); }
input { flex: 1 1 200px; min-width: 0; background: transparent; color: inherit; }
button { background: var(--accent); color: #16130f; border-color: var(--accent); cursor: pointer; }
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
article { border-top: 1px solid var(--line); padding: 24px 0; }
pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; }
ul { list-style: none; margin: 12px 0 0; padding: 0; }
li a { display: inline-block; padding: 8px 0; overflow-wrap: anywhere; }
details { margin-top: 12px; }
summary { cursor: pointer; color: var(--link); min-height: 24px; }
iframe { width: 100%; height: 240px; margin-top: 8px; border: 1px solid var(--line); border-radius: 10px; background: #fff; }
`

// Access to the sandbox's pages: everyone in a trial store, only the owner in production, where the outbox contains everyone's
// codes and the consent page would let anyone sign in as anyone.

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `everybody`: a file of the sandbox without personal data. */
    readonly sandbox?: 'everybody'
  }
}

/**
 * Hides all routes of this scope while the store does not use them. Where the sandbox is private, requires a session of the
 * owner's dashboard: in production, and as soon as one service is live, because real customers come then.
 */
export function guardSandbox(scope: ApiScope, deps: AppDeps, isUsed: (providers: Providers) => boolean): void {
  scope.addHook('onRequest', async (request, reply) => {
    const now = deps.providers.get()
    if (!isUsed(now)) throw new ApiError('not-found')
    if (!deps.isSandboxPrivate && Object.values(now.states).every(({ mode }) => mode !== 'live')) return
    if (request.routeOptions.config.sandbox === 'everybody') return
    try {
      await checkAdmin(deps, request, 'services')
    } catch (error) {
      const isPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
      if (!(error instanceof ApiError) || !isPage) throw error
      reply.headers({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
        'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      })
      return reply.code(error.status).send(OWNER_ONLY)
    }
  })
}

const OWNER_ONLY = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>For the owner only</title>
<h1>For the owner only</h1>
<p>This is a test page of the store. Its owner can see it after <a href="/internal-dashboard-admin">opening the dashboard</a>.</p>
</html>
`
