// Identifies the sender of a request outside the framework, by the same rules as Fastify's `request.ip`, `protocol` and `host`
// (`trustProxy`).
import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { Region } from '@vitrine/contract/routes/store'
import type { PricingSettings } from '@vitrine/contract/settings'
import type { CountryFinder } from '@vitrine/providers/country'

export interface Visitor {
  readonly ip: string
  /** `http` or `https`, as a trusted proxy says. */
  readonly protocol: string
  readonly host: string
}

/** Trusts forwarded headers only from `proxies`. */
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
 * Whether the request's own headers form a valid address: one host (RFC 9112 §3.2 refuses a second), and from a proxy `http` or
 * `https`. Anything else would end up in links, and some of it cannot be parsed.
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

/** RFC 3986 §3.2.2, without escapes, and with the additional characters of machine names. */
const HOST = /^(?:[\w.~-]+|\[[\da-f:.]+\])(?::\d*)?$/i

/** Capacity of the cache, which is cleared when full. */
const MAX_CACHED = 1000
/** The length of an IPv6 address with a zone; longer texts are not addresses. */
const MAX_ADDRESS_LENGTH = 64

/** Parsing an address is the slowest step here, and a store has few proxies. */
function remember(trusts: (address: string, hop: number) => boolean): typeof trusts {
  const known = new Map<string, boolean>()
  return (address, hop) => {
    const remembered = known.get(address)
    if (remembered !== undefined) return remembered
    const found = trusts(address, hop)
    if (known.size >= MAX_CACHED) known.clear()
    if (address.length <= MAX_ADDRESS_LENGTH) known.set(address, found)
    return found
  }
}

/** The nearest proxy added the last entry. An empty header counts as missing. */
function readLastItem(header: string | string[] | undefined): string | undefined {
  return header ? String(header).split(',').at(-1)?.trim() : undefined
}

// Determines a visitor's region, only from the connection's address: clients can claim anything.

/** The region of an address. Unknown and private addresses count as the United States. */
export function findRegion(
  countries: CountryFinder,
  ip: string,
  { paisePer1000Credits, inrPerUsd }: Pick<PricingSettings, 'paisePer1000Credits' | 'inrPerUsd'>,
): Region {
  const country = countries.findCountry(ip) ?? 'US'
  if (country === 'IN') {
    return {
      country_code2: 'IN',
      currencyCode: 'INR',
      currencySymbol: '₹',
      isIndianUser: true,
      minorUnitsPer1000Credits: paisePer1000Credits,
      paisePer1000Credits,
    }
  }
  return {
    country_code2: country,
    currencyCode: 'USD',
    currencySymbol: '$',
    isIndianUser: false,
    minorUnitsPer1000Credits: Math.round(paisePer1000Credits / inrPerUsd),
    paisePer1000Credits,
  }
}
