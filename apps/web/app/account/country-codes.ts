// The 35 telephone country codes that the forms offer.
import { toE164 } from '@vitrine/contract/phone'

export type CountryCode = { country: string; name: string; code: string }

export const defaultCountry = 'US'

/** By name; the United States first, because the form starts there. `country` is unique, `code` is not. */
export const countryCodes: readonly CountryCode[] = [
  { country: 'US', name: 'United States', code: '+1' },
  { country: 'AR', name: 'Argentina', code: '+54' },
  { country: 'AU', name: 'Australia', code: '+61' },
  { country: 'BD', name: 'Bangladesh', code: '+880' },
  { country: 'BR', name: 'Brazil', code: '+55' },
  { country: 'CA', name: 'Canada', code: '+1' },
  { country: 'CN', name: 'China', code: '+86' },
  { country: 'EG', name: 'Egypt', code: '+20' },
  { country: 'FR', name: 'France', code: '+33' },
  { country: 'DE', name: 'Germany', code: '+49' },
  { country: 'GH', name: 'Ghana', code: '+233' },
  { country: 'IN', name: 'India', code: '+91' },
  { country: 'ID', name: 'Indonesia', code: '+62' },
  { country: 'IE', name: 'Ireland', code: '+353' },
  { country: 'IT', name: 'Italy', code: '+39' },
  { country: 'JP', name: 'Japan', code: '+81' },
  { country: 'KE', name: 'Kenya', code: '+254' },
  { country: 'MY', name: 'Malaysia', code: '+60' },
  { country: 'MX', name: 'Mexico', code: '+52' },
  { country: 'NP', name: 'Nepal', code: '+977' },
  { country: 'NL', name: 'Netherlands', code: '+31' },
  { country: 'NZ', name: 'New Zealand', code: '+64' },
  { country: 'NG', name: 'Nigeria', code: '+234' },
  { country: 'PK', name: 'Pakistan', code: '+92' },
  { country: 'PH', name: 'Philippines', code: '+63' },
  { country: 'PT', name: 'Portugal', code: '+351' },
  { country: 'SA', name: 'Saudi Arabia', code: '+966' },
  { country: 'SG', name: 'Singapore', code: '+65' },
  { country: 'ZA', name: 'South Africa', code: '+27' },
  { country: 'KR', name: 'South Korea', code: '+82' },
  { country: 'ES', name: 'Spain', code: '+34' },
  { country: 'LK', name: 'Sri Lanka', code: '+94' },
  { country: 'SE', name: 'Sweden', code: '+46' },
  { country: 'AE', name: 'United Arab Emirates', code: '+971' },
  { country: 'GB', name: 'United Kingdom', code: '+44' },
]

/** The country a form begins with: the visitor's own where the forms offer it. */
export function startCountry(visitorCountry: string): string {
  return countryCodes.some(({ country }) => country === visitorCountry) ? visitorCountry : defaultCountry
}

/**
 * The whole number in its one spelling, `+` and digits, of a country and what was typed. A number that begins with `+` is
 * whole already.
 */
export function wholePhoneNumber(country: string, typed: string): string {
  const digits = typed.replace(/\D/g, '')
  if (typed.trim().startsWith('+')) return toE164(`+${digits}`)
  const code = countryCodes.find((entry) => entry.country === country)?.code ?? ''
  return toE164(code + digits)
}

/**
 * A stored number as the forms show it. A country that the forms do not offer leaves the number whole; without a number they
 * begin with `start`.
 */
export function splitPhoneNumber(phoneNumber: string, start = defaultCountry): { country: string; phone: string } {
  if (phoneNumber === '') return { country: start, phone: '' }
  const matching = countryCodes.filter(({ code }) => phoneNumber.startsWith(code))
  const longest = matching.toSorted((a, b) => b.code.length - a.code.length)[0]
  if (!longest) return { country: defaultCountry, phone: phoneNumber }
  return { country: longest.country, phone: phoneNumber.slice(longest.code.length) }
}
