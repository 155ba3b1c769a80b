// Who sends a request, for what answers before the framework does: the same rules as Fastify's `request.ip`, `protocol` and
// `host` (`trustProxy`).
import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'

export interface Visitor {
  readonly ip: string
  /** `http` or `https`, as a trusted proxy says. */
  readonly protocol: string
  readonly host: string
}

/** Only what comes from one of `proxies` is believed about anybody else. */
export function createVisitorReader(proxies: readonly string[]): (request: IncomingMessage) => Visitor {
  const trusts = proxies.length > 0 ? remember(proxyAddr.compile([...proxies])) : () => false
  return (request) => {
    const { socket, headers } = request
    const host = headers.host ?? ''
    const peer = socket.remoteAddress ?? ''
    const protocol = 'encrypted' in socket && socket.encrypted ? 'https' : 'http'
    if (!trusts(peer, 0)) return { ip: peer, protocol, host }
    return {
      ip: headers['x-forwarded-for'] === undefined ? peer : (proxyAddr.all(request, trusts).at(-1) ?? peer),
      protocol: readLastItem(headers['x-forwarded-proto']) ?? protocol,
      host: readLastItem(headers['x-forwarded-host']) ?? host,
    }
  }
}

/**
 * Whether an address could be made of what a request says about itself: one host (RFC 9112 §3.2 has a second one refused), and of a
 * proxy `http` or `https`. What is neither would be in links, and some of it cannot be parsed at all.
 */
export function hasUsableOrigin({ headers, rawHeaders }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, n) => n % 2 === 0 && name.toLowerCase() === 'host')
  const protocol = readLastItem(headers['x-forwarded-proto']) || 'http'
  const forwarded = readLastItem(headers['x-forwarded-host'])
  return (
    hosts.length <= 1 &&
    /^https?$/i.test(protocol) &&
    [headers.host, forwarded].every((host) => !host || (HOST.test(host) && URL.canParse(`http://${host}`)))
  )
}

/** RFC 3986 §3.2.2, without escapes, and with what host names of machines have besides. */
const HOST = /^(?:[\w.~-]+|\[[\da-f:.]+\])(?::\d*)?$/i

/** Addresses whose answer is remembered; then all are forgotten. */
const MOST_REMEMBERED = 1000
/** An IPv6 address with a zone; what is longer is none. */
const LONGEST_ADDRESS = 64

/** Parsing an address takes longer than anything else here, and a store has few proxies. */
function remember(trusts: (address: string, hop: number) => boolean): typeof trusts {
  const known = new Map<string, boolean>()
  return (address, hop) => {
    const remembered = known.get(address)
    if (remembered !== undefined) return remembered
    const found = trusts(address, hop)
    if (known.size >= MOST_REMEMBERED) known.clear()
    if (address.length <= LONGEST_ADDRESS) known.set(address, found)
    return found
  }
}

/** The last entry was added by the proxy that is nearest. An empty header says nothing. */
function readLastItem(header: string | string[] | undefined): string | undefined {
  return header ? String(header).split(',').at(-1)?.trim() : undefined
}
