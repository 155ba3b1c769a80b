// Finds the country in which an IP address is registered, in the database shipped with the application
// (geo-whois-asn-country, CC0), without a network call.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { isIP } from 'node:net'
import { type CountryResponse, Reader } from 'mmdb-lib'
import { isPrivateAddress } from '../network/private-address.ts'

export interface CountryFinder {
  /**
   * The ISO 3166-1 alpha-2 code (`IN`, `US`) for an IPv4 or IPv6 address; undefined for private, loopback, unknown and malformed
   * addresses. Never throws: the caller decides how to treat an unknown country.
   */
  findCountry(ip: string): string | undefined
}

// This database has a flat record, unlike MaxMind's nested one, which the reader's types describe.
interface CountryRecord {
  readonly country_code?: string
}

/** Capacity of the cache, which is cleared when full. */
const MAX_CACHED = 10_000

/** Reads the database into memory (8 MB) once. A look-up takes some microseconds, and much less for a cached visitor. */
export async function openCountryDatabase(): Promise<CountryFinder> {
  const require = createRequire(import.meta.url)
  const file = require.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb')
  const reader = new Reader<CountryResponse>(await readFile(file))
  const lookUp = (address: string) => {
    // The database answers for some of these too: it has 192.168.1.1 in Australia.
    if (isPrivateAddress(address)) return undefined
    const code = (reader.get(address) as CountryRecord | null)?.country_code
    return code && /^[A-Z]{2}$/.test(code) ? code : undefined
  }
  const remembered = new Map<string, string | undefined>()
  return {
    findCountry(ip) {
      // Dual-stack sockets report IPv4 callers as ::ffff:1.2.3.4, which the database does not contain.
      const address = ip.startsWith('::ffff:') && isIP(ip.slice(7)) === 4 ? ip.slice(7) : ip
      if (remembered.has(address)) return remembered.get(address)
      const family = isIP(address)
      if (family === 0) return undefined
      const country = lookUp(address)
      if (remembered.size >= MAX_CACHED) remembered.clear()
      remembered.set(address, country)
      return country
    },
  }
}
