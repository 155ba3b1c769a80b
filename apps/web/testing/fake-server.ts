// The server of a component test: responses by method and path, and a record of the requests.
import { onTestFinished } from 'vitest'

export interface SentRequest {
  readonly method: string
  /** Includes the query. */
  readonly path: string
  readonly body: unknown
}

/** A response: a body with status 200, another status, or `offline` for no response. */
export type Answer = { status: number; body?: unknown } | 'offline'
type Responder = Answer | ((request: SentRequest) => Answer | Promise<Answer>)

export interface FakeServer {
  /** In order of arrival. */
  readonly requests: readonly SentRequest[]
  /** Changes the response to `METHOD /path` (without query) from now on. */
  answer(route: string, responder: Responder): void
}

export const ok = (body: unknown = {}): Answer => ({ status: 200, body })

/**
 * Responds to each `fetch` of the test until it ends. A request without a response in the table fails with 501 and is
 * logged to the console, which fails the test.
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
