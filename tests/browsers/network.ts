// The network between a browser and the store, which can be cut, in the same way in every engine, for service workers and pages
// alike.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Network {
  /** URL of the store, as the browser sees it. */
  readonly address: string
  /** Nothing comes through from now on, and open connections end. */
  cut(): void
  mend(): void
  close(): Promise<void>
}

/** A network to the store at this HTTP address. */
export async function openNetwork(store: string): Promise<Network> {
  const { hostname, port } = new URL(store)
  const open = new Set<Socket>()
  let isCut = false
  const server = createServer((browser) => {
    if (isCut) return void browser.destroy()
    const far = connect(Number(port), hostname)
    for (const [one, other] of [
      [browser, far],
      [far, browser],
    ] as const) {
      open.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  const cut = () => {
    isCut = true
    for (const socket of open) socket.destroy()
  }
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    cut,
    mend() {
      isCut = false
    },
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
