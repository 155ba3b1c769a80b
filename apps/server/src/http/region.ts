// Determines a visitor's region. Only the connection's address decides; nothing the client claims does.
import { PAISE_PER_1000_CREDITS } from '@vitrine/contract/money'
import type { Region } from '@vitrine/contract/region'
import type { CountryFinder } from '@vitrine/providers/country'

/** The region of an address. An unknown or private one counts as the United States. */
export function findRegion(countries: CountryFinder, ip: string, inrPerUsd: number): Region {
  const country = countries.findCountry(ip) ?? 'US'
  if (country === 'IN') {
    return {
      country_code2: 'IN',
      currencyCode: 'INR',
      currencySymbol: '₹',
      isIndianUser: true,
      minorUnitsPer1000Credits: PAISE_PER_1000_CREDITS,
    }
  }
  return {
    country_code2: country,
    currencyCode: 'USD',
    currencySymbol: '$',
    isIndianUser: false,
    minorUnitsPer1000Credits: Math.round(PAISE_PER_1000_CREDITS / inrPerUsd),
  }
}
