// A load balancer for tests: sends each request to the next server in turn, so that nothing can depend on meeting the same
// server twice. What a server that died leaves unanswered becomes a 502, as behind any proxy.
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Balancer {
  readonly url: string
  close(): Promise<void>
}

/**
 * `onPassed` is called for each request that was forwarded completely, with the number of its server. Of a request for which
 * `losesAnswer` says so the server's answer is dropped with its connection, once the server has given it.
 */
export async function startBalancer(
  ports: readonly number[],
  onPassed: (request: IncomingMessage, server: number) => void = () => {},
  losesAnswer: (request: IncomingMessage) => boolean = () => false,
): Promise<Balancer> {
  let round = 0
  const balancer = createServer((incoming, outgoing) => {
    const server = round++ % ports.length
    const { method, headers, url: path } = incoming
    const handed = request({ host: '127.0.0.1', port: ports[server], method, path, headers }, (answer) => {
      if (losesAnswer(incoming)) return answer.resume().once('end', () => outgoing.destroy())
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
      answer.on('error', () => outgoing.destroy())
    })
    handed.on('error', () => {
      if (!outgoing.headersSent) outgoing.writeHead(502).end()
      else outgoing.destroy()
    })
    // A browser that leaves a stream of events leaves its server, too.
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) handed.destroy()
    })
    handed.once('finish', () => onPassed(incoming, server))
    incoming.pipe(handed)
  })
  await new Promise<void>((done) => balancer.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`,
    async close() {
      balancer.closeAllConnections()
      await new Promise((done) => balancer.close(done))
    },
  }
}
