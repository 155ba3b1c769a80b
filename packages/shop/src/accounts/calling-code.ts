// Owns the country calling codes of phone numbers, by the numbering plan of the ITU (E.164).

/** Zones 1 and 7 have one digit; these have two; every other code has three. No code is the beginning of another. */
const twoDigits = new Set(
  '20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98'.split(
    ' ',
  ),
)

/** The calling code with its plus sign (`+91` of `+919876543210`), or an empty text for an empty number. */
export function findCallingCode(phoneNumber: string): string {
  const digits = phoneNumber.replace(/^\+/, '')
  if (digits === '') return ''
  if (digits.startsWith('1') || digits.startsWith('7')) return `+${digits[0]}`
  return `+${digits.slice(0, twoDigits.has(digits.slice(0, 2)) ? 2 : 3)}`
}
