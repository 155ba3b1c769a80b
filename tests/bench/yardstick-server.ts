// The yardstick: raw node:http that gives one fixed answer, in a process of its own like the real server.
import { createServer } from 'node:http'

process.once(
  'message',
  ({ status, headers, bytes }: { status: number; headers: Record<string, string>; bytes: string }) => {
    const body = Buffer.from(bytes, 'base64')
    const server = createServer((_request, response) => {
      response.writeHead(status, headers)
      response.end(body)
    })
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      process.send?.(typeof address === 'object' && address ? address.port : 0)
    })
  },
)
process.once('disconnect', () => process.exit(0))
