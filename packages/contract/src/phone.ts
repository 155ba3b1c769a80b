// Phone numbers in the international form of the ITU (E.164), normalized from any input.
import { toPlainCharacters } from './input.ts'

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

/** Digits other than zero that precede a number only inside its country, and how long the number is with them. */
const trunkDigits: Readonly<Record<string, { digit: string; length: number }>> = {
  '+1': { digit: '1', length: 11 },
  '+7': { digit: '8', length: 11 },
  '+36': { digit: '6', length: 10 },
  '+52': { digit: '1', length: 11 },
}

/**
 * The part after the calling code, in the countries that the forms offer and in those of zones 1 and 7: the numbering plans that
 * the ITU publishes (E.164, national numbers), mobile and fixed. India: mobile numbers only, because codes are sent to them.
 */
const nationalNumbers: Readonly<Record<string, RegExp>> = {
  '+1': /^[2-9]\d{9}$/,
  '+7': /^[3-9]\d{9}$/,
  '+20': /^\d{8,10}$/,
  '+27': /^[1-9]\d{8}$/,
  '+31': /^[1-9]\d{8}$/,
  '+33': /^[1-9]\d{8}$/,
  '+34': /^[5-9]\d{8}$/,
  '+39': /^\d{6,11}$/,
  '+44': /^[1-9]\d{8,9}$/,
  '+46': /^[1-9]\d{6,9}$/,
  '+49': /^[1-9]\d{5,12}$/,
  '+52': /^[1-9]\d{9}$/,
  '+54': /^[1-9]\d{9,10}$/,
  '+55': /^[1-9]\d{9,10}$/,
  '+60': /^[1-9]\d{7,9}$/,
  '+61': /^[1-9]\d{8}$/,
  '+62': /^[1-9]\d{7,11}$/,
  '+63': /^[1-9]\d{7,9}$/,
  '+64': /^[2-9]\d{7,9}$/,
  '+65': /^[3689]\d{7}$/,
  '+81': /^[1-9]\d{8,9}$/,
  '+82': /^[1-9]\d{7,9}$/,
  '+86': /^[1-9]\d{9,10}$/,
  '+91': /^[6-9]\d{9}$/,
  '+92': /^[1-9]\d{8,9}$/,
  '+94': /^[1-9]\d{8}$/,
  '+233': /^[1-9]\d{8}$/,
  '+234': /^[1-9]\d{7,9}$/,
  '+254': /^[1-9]\d{7,8}$/,
  '+351': /^[1-9]\d{8}$/,
  '+353': /^[1-9]\d{6,8}$/,
  '+880': /^[1-9]\d{7,9}$/,
  '+966': /^[1-9]\d{8}$/,
  '+971': /^[1-9]\d{7,8}$/,
  '+977': /^[1-9]\d{7,9}$/,
}

/** The calling code with its plus sign (`+91` of `+919876543210`); empty for an empty number. */
export function findCallingCode(phoneNumber: string): string {
  const digits = phoneNumber.replace(/^\+/, '')
  if (digits === '') return ''
  if (digits.startsWith('1') || digits.startsWith('7')) return `+${digits[0]}`
  return `+${digits.slice(0, twoDigits.has(digits.slice(0, 2)) ? 2 : 3)}`
}

/** Whether a text is a phone number in E.164 form with a length that its country allows. */
export function isPhoneNumber(text: string): boolean {
  if (!/^\+[1-9]\d{6,14}$/.test(text)) return false
  const code = findCallingCode(text)
  return nationalNumbers[code]?.test(text.slice(code.length)) ?? true
}

/**
 * Normalizes a number: `+91 (0) 98765-43210`, `00919876543210` and, with the calling code `+91` for numbers without one, `91
 * 98765 43210` become `+919876543210`. Accepts digits of all scripts; drops invisible characters, spaces, dots, hyphens,
 * brackets, digits that are dialled only inside the country, and a repeated calling code. Invalid input stays invalid: check with
 * `isPhoneNumber`. Leading words, such as “phone:”, are dropped.
 */
export function toE164(typed: string, callingCode?: string): string {
  const plain = toPlainCharacters(typed)
    .replace(/^\p{L}[\p{L}\p{M}\s.]*:?/u, '')
    .replace(/[\s()./\p{Pd}]/gu, '')
    .replace(/^(?:\+\d{1,3})?(?=\+)/, '')
    .replace(/^\+?00/, '+')
    .replace(/^011(?=[2-9]\d{9})/, callingCode === '+1' ? '+' : '011')
  if (plain.startsWith('+')) return withoutDialledDigits(plain)
  if (callingCode === undefined || plain === '') return plain
  const national = withoutDialledDigits(callingCode + plain)
  // An autofilled or copied number may have its country without the plus sign.
  const whole = withoutDialledDigits(`+${plain}`)
  return !isPhoneNumber(national) && plain.startsWith(callingCode.slice(1)) && isPhoneNumber(whole) ? whole : national
}

/** `international` includes its plus sign. */
function withoutDialledDigits(international: string): string {
  const code = findCallingCode(international)
  const dialled = international.slice(code.length)
  const national = keepsZero.has(code) ? dialled : dialled.replace(/^0+/, '')
  const trunk = trunkDigits[code]
  const isDialledInside = trunk !== undefined && national.length === trunk.length && national.startsWith(trunk.digit)
  const number = code + (isDialledInside ? national.slice(1) : national)
  const once = `+${national}`
  return !isPhoneNumber(number) && findCallingCode(once) === code && isPhoneNumber(once) ? once : number
}
