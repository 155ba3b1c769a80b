// The country port: finds the country in which an IP address is registered.

export interface CountryFinder {
  /**
   * The ISO 3166-1 alpha-2 code (`IN`, `US`) for an IPv4 or IPv6 address; undefined for private, loopback, unknown and malformed
   * addresses. Never throws: the caller decides how to treat an unknown country.
   */
  findCountry(ip: string): string | undefined
}
