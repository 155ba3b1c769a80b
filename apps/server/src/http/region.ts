// Determines a visitor's region, only from the connection's address: clients can claim anything.
import type { Region } from '@vitrine/contract/region'
import type { PricingSettings } from '@vitrine/contract/settings'
import type { CountryFinder } from '@vitrine/providers/country'

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
