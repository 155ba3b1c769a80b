// The server of a component test: answers by method and path, and a record of what was requested.
import { onTestFinished } from 'vitest'

export interface SentRequest {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly body: unknown
}

/** What the server answers: a body with status 200, a status of its own, or `offline` when no answer comes. */
export type Answer = { status: number; body?: unknown } | 'offline'
type Responder = Answer | ((request: SentRequest) => Answer | Promise<Answer>)

export interface FakeServer {
  /** In the order in which they came. */
  readonly requests: readonly SentRequest[]
  /** Changes the answer to `METHOD /path` (without query) from now on. */
  answer(route: string, responder: Responder): void
}

export const ok = (body: unknown = {}): Answer => ({ status: 200, body })

/**
 * Answers each `fetch` of the test, until it ends. A request without an answer in the table fails as 501 and is named in the
 * console, which fails the test.
 */
export function startFakeServer(answers: Readonly<Record<string, Responder>> = {}): FakeServer {
  const table = new Map(Object.entries(answers))
  const requests: SentRequest[] = []
  const realFetch = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search, origin } = new URL(request.url)
    // Pictures and parts of the page come from the test's own server.
    if (origin !== location.origin || !pathname.startsWith('/api/')) return realFetch(input, init)
    const text = await request.text()
    const sent = { method: request.method, path: pathname + search, body: text === '' ? undefined : JSON.parse(text) }
    requests.push(sent)
    const responder = table.get(`${request.method} ${pathname}`)
    if (responder === undefined) console.error(`no answer for ${request.method} ${pathname}`)
    const answer = typeof responder === 'function' ? await responder(sent) : (responder ?? { status: 501 })
    request.signal.throwIfAborted()
    if (answer === 'offline') throw new TypeError('Failed to fetch')
    return Response.json(answer.body ?? {}, { status: answer.status })
  }
  onTestFinished(() => {
    globalThis.fetch = realFetch
  })
  return { requests, answer: (route, responder) => void table.set(route, responder) }
}
