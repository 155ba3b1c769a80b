// A proxy that loses responses of a store: the store has processed the request, and the browser receives nothing or half of the
// response.
import { once } from 'node:events'
import { request as askStore, createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface LossyProxy {
  readonly url: string
  /** What was lost, as `PUT /api/projects/*`, in the order in which it was. */
  readonly lost: readonly string[]
  close(): Promise<void>
}

/** The method and the address of a request; ids in it are all the same. */
function describeRequest({ method, url = '' }: IncomingMessage): string {
  const path = new URL(url, 'http://store').pathname.replaceAll(/\/(?=[^/]*\d)[\w-]{16,}/g, '/*')
  return `${method} ${path}`
}

/** Loses the first response of every kind of request to the API of the store at `target`. */
export async function startLossyProxy(target: string): Promise<LossyProxy> {
  const lost: string[] = []
  const { hostname, port } = new URL(target)
  const server = createServer((request, response) => {
    const { method, url, headers } = request
    const kind = describeRequest(request)
    const isLost = kind.includes(' /api/') && !lost.includes(kind)
    if (isLost) lost.push(kind)
    const onward = askStore({ hostname, port, method, path: url, headers }, (answer) => {
      if (!isLost) {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
        return
      }
      // Browsers ask again by themselves when a connection ends before its response begins: the head is let through.
      answer.resume().once('end', () => {
        response.writeHead(answer.statusCode ?? 502, { ...answer.headers, 'content-length': '1000000' })
        response.write(' ', () => response.destroy())
      })
      // A stream of events has no end that could be waited for.
      if (String(answer.headers['content-type']).includes('event-stream')) response.destroy()
    })
    onward.on('error', () => response.destroy())
    response.on('close', () => onward.destroy())
    request.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    lost,
    async close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
