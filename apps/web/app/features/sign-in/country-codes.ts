// The 35 telephone country codes that the forms offer.
import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { isPhoneNumber, toE164 } from '@vitrine/contract/phone'
import { i18n } from '../../language/i18n.ts'

type CountryCode = { country: string; name: MessageDescriptor; code: string }

export const defaultCountry = 'US'

/** By English name; the United States first, because the form starts there. `country` is unique, `code` is not. */
export const countryCodes: readonly CountryCode[] = [
  { country: 'US', name: msg`United States`, code: '+1' },
  { country: 'AR', name: msg`Argentina`, code: '+54' },
  { country: 'AU', name: msg`Australia`, code: '+61' },
  { country: 'BD', name: msg`Bangladesh`, code: '+880' },
  { country: 'BR', name: msg`Brazil`, code: '+55' },
  { country: 'CA', name: msg`Canada`, code: '+1' },
  { country: 'CN', name: msg`China`, code: '+86' },
  { country: 'EG', name: msg`Egypt`, code: '+20' },
  { country: 'FR', name: msg`France`, code: '+33' },
  { country: 'DE', name: msg`Germany`, code: '+49' },
  { country: 'GH', name: msg`Ghana`, code: '+233' },
  { country: 'IN', name: msg`India`, code: '+91' },
  { country: 'ID', name: msg`Indonesia`, code: '+62' },
  { country: 'IE', name: msg`Ireland`, code: '+353' },
  { country: 'IT', name: msg`Italy`, code: '+39' },
  { country: 'JP', name: msg`Japan`, code: '+81' },
  { country: 'KE', name: msg`Kenya`, code: '+254' },
  { country: 'MY', name: msg`Malaysia`, code: '+60' },
  { country: 'MX', name: msg`Mexico`, code: '+52' },
  { country: 'NP', name: msg`Nepal`, code: '+977' },
  { country: 'NL', name: msg`Netherlands`, code: '+31' },
  { country: 'NZ', name: msg`New Zealand`, code: '+64' },
  { country: 'NG', name: msg`Nigeria`, code: '+234' },
  { country: 'PK', name: msg`Pakistan`, code: '+92' },
  { country: 'PH', name: msg`Philippines`, code: '+63' },
  { country: 'PT', name: msg`Portugal`, code: '+351' },
  { country: 'SA', name: msg`Saudi Arabia`, code: '+966' },
  { country: 'SG', name: msg`Singapore`, code: '+65' },
  { country: 'ZA', name: msg`South Africa`, code: '+27' },
  { country: 'KR', name: msg`South Korea`, code: '+82' },
  { country: 'ES', name: msg`Spain`, code: '+34' },
  { country: 'LK', name: msg`Sri Lanka`, code: '+94' },
  { country: 'SE', name: msg`Sweden`, code: '+46' },
  { country: 'AE', name: msg`United Arab Emirates`, code: '+971' },
  { country: 'GB', name: msg`United Kingdom`, code: '+44' },
]

/** The countries in the language of the page, by name; the first one stays first. */
export function listCountries(): { country: string; name: string; code: string }[] {
  const [first, ...others] = countryCodes.map((entry) => ({ ...entry, name: i18n._(entry.name) }))
  return [...(first ? [first] : []), ...others.toSorted((a, b) => a.name.localeCompare(b.name, i18n.locale))]
}

/** The countries with their codes, as a form offers them. */
export function countryChoices(): Record<string, string> {
  return Object.fromEntries(listCountries().map(({ country, name, code }) => [country, t`${name} (${code})`]))
}

/** The initial country of a form: the visitor's own, if the forms offer it. */
export function startCountry(visitorCountry: string): string {
  return countryCodes.some(({ country }) => country === visitorCountry) ? visitorCountry : defaultCountry
}

/** The normalised number of a country and the typed digits, which may contain a country code; empty for no input. */
export function wholePhoneNumber(country: string, typed: string): string {
  return toE164(typed, countryCodes.find((entry) => entry.country === country)?.code)
}

/** The problem of a number before it is sent; undefined when its country has such numbers. */
export function findPhoneProblem(phoneNumber: string): string | undefined {
  if (phoneNumber === '') return t`Please enter your phone number`
  return isPhoneNumber(phoneNumber) ? undefined : t`Please enter a valid phone number with its country code`
}

/**
 * A stored number in the fields of a form. For a country that the forms do not offer, the number stays whole; without a
 * number, `start` is selected.
 */
export function splitPhoneNumber(phoneNumber: string, start = defaultCountry): { country: string; phone: string } {
  if (phoneNumber === '') return { country: start, phone: '' }
  const matching = countryCodes.filter(({ code }) => phoneNumber.startsWith(code))
  const longest = matching.toSorted((a, b) => b.code.length - a.code.length)[0]
  if (!longest) return { country: defaultCountry, phone: phoneNumber }
  return { country: longest.country, phone: phoneNumber.slice(longest.code.length) }
}
