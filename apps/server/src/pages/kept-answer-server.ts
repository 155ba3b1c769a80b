// The HTTP server: answers from memory by itself and hands everything else to the framework, which would spend more time on
// finding the route and running hooks than the answer takes.
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { FastifyServerFactory } from 'fastify'
import type { RequestRecorder } from '../http/request-log.ts'
import { writeAnswer } from './kept-answer.ts'
import type { RecentAnswers } from './recent-answer.ts'

/** Answers with what is kept; false when that is nothing, and nothing was sent. */
function answerKept(
  request: IncomingMessage,
  response: ServerResponse,
  { recent, record }: { readonly recent: RecentAnswers; readonly record: RequestRecorder },
): boolean {
  const found = recent.find(request)
  if (!found) return false
  const { ready, route, visitor } = found
  const id = randomUUID()
  const end = record(request, id)
  writeAnswer(response, ready, { id, isHttps: visitor.protocol === 'https' })
  end(route, ready.status)
  return true
}

/** Makes the server as Fastify makes its own. */
export function serveKeptFirst(kept: Parameters<typeof answerKept>[2]): FastifyServerFactory {
  return (handle, options) => {
    const server = createServer((request, response) => {
      // While it shuts down, the framework ends the connections.
      if (!server.listening || !answerKept(request, response, kept)) handle(request, response)
    })
    const { keepAliveTimeout, requestTimeout, connectionTimeout } = options as Record<string, number>
    server.keepAliveTimeout = keepAliveTimeout ?? server.keepAliveTimeout
    server.requestTimeout = requestTimeout ?? server.requestTimeout
    server.setTimeout(connectionTimeout)
    return server
  }
}
