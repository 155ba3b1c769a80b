// Phone numbers in the international form of the ITU (E.164): one spelling for each number, whatever was typed.

/** Zones 1 and 7 have one digit; these have two; every other code has three. No code is the beginning of another. */
const twoDigits = new Set(
  '20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98'.split(
    ' ',
  ),
)

/**
 * Countries whose numbers keep their leading zero when dialled from abroad: Italy, Ivory Coast, Congo, San Marino,
 * Vatican.
 */
const keepsZero = new Set(['+39', '+225', '+242', '+378', '+379'])

/** Digits other than zero that are dialled before a number inside its country only, and how long the number is with them. */
const trunkDigits: Readonly<Record<string, { digit: string; length: number }>> = {
  '+1': { digit: '1', length: 11 },
  '+7': { digit: '8', length: 11 },
  '+36': { digit: '6', length: 10 },
  '+52': { digit: '1', length: 11 },
}

/** The calling code with its plus sign (`+91` of `+919876543210`), or an empty text for an empty number. */
export function findCallingCode(phoneNumber: string): string {
  const digits = phoneNumber.replace(/^\+/, '')
  if (digits === '') return ''
  if (digits.startsWith('1') || digits.startsWith('7')) return `+${digits[0]}`
  return `+${digits.slice(0, twoDigits.has(digits.slice(0, 2)) ? 2 : 3)}`
}

/**
 * The one spelling of a number that begins with its country: `+91 (0) 98765-43210` and `00919876543210` are
 * `+919876543210`. Blanks, dots, hyphens, brackets and the digits that are dialled only inside the country are dropped. What
 * is no such number stays wrong. The migration `one_spelling_of_phone_numbers` does the same in SQL.
 */
export function toE164(typed: string): string {
  const plain = typed.replace(/[\s().-]/g, '').replace(/^00/, '+')
  if (!plain.startsWith('+')) return plain
  const code = findCallingCode(plain)
  const dialled = plain.slice(code.length)
  const national = keepsZero.has(code) ? dialled : dialled.replace(/^0+/, '')
  const trunk = trunkDigits[code]
  const isDialledInside = trunk !== undefined && national.length === trunk.length && national.startsWith(trunk.digit)
  return code + (isDialledInside ? national.slice(1) : national)
}
