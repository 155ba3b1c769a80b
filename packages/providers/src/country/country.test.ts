import { beforeAll, describe, expect, it } from 'vitest'
import { type CountryFinder, openCountryDatabase } from './country.ts'

describe('country of an address', () => {
  let countries: CountryFinder
  beforeAll(async () => {
    countries = await openCountryDatabase()
  })

  it('knows addresses of both families, mapped ones too', () => {
    expect(countries.findCountry('8.8.8.8')).toBe('US')
    expect(countries.findCountry('::ffff:8.8.8.8')).toBe('US')
    expect(countries.findCountry('49.36.0.1')).toBe('IN')
    expect(countries.findCountry('2405:200::1')).toBe('IN')
  })

  it('has no answer for private, loopback and malformed addresses', () => {
    for (const ip of [
      '127.0.0.1',
      '::1',
      '10.0.0.1',
      '192.168.1.1',
      '172.16.5.4',
      '100.64.0.1',
      '169.254.1.1',
      'fd00::1',
      'fe80::1',
      '::',
      '',
      'localhost',
      '1.2.3',
      '1.2.3.4, 5.6.7.8',
    ]) {
      expect(countries.findCountry(ip), ip).toBeUndefined()
    }
  })
})
