// Normalizes typed and pasted text: lines, digits, one-time codes, email addresses, amounts. Pages and server use the same
// functions; phone numbers are in `phone.ts`. No schema here, because pages load this file.

/** Invisible format characters: zero-width spaces, direction marks, joiners, soft hyphens. */
const INVISIBLE = /[\p{Cf}\uFFFD]/gu

/**
 * The same without characters that a line needs: joiners (Indian scripts, emoji), tags (flags) and marks of numbers in Arabic.
 */
const INVISIBLE_IN_LINE = /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF\uFFFD]/g

/**
 * One line of honest text: line breaks and other controls become spaces, and invisible characters and those that change the
 * reading direction are removed. A NUL stays, for the database to refuse.
 */
export function toPlainLine(typed: string): string {
  return typed
    .toWellFormed()
    .normalize('NFC')
    .replace(INVISIBLE_IN_LINE, '')
    .replace(/(?:(?!\0)[\s\p{Cc}])+/gu, ' ')
    .trim()
}

/**
 * The line in ordinary letters if it contains look-alikes such as 𝓡𝓪𝓱𝓾𝓵 or Ｒａｈｕｌ (NFKC); undefined if that changes nothing
 * visible. Only a suggestion, because some users want the decorated letters.
 */
export function findPlainLetters(text: string): string | undefined {
  const plain = text.replace(/[\p{L}\p{Nd}]/gu, (letter) => letter.normalize('NFKC'))
  return plain === text.normalize('NFC') || plain === text ? undefined : plain
}

/** Decimal digits of every script as 0 to 9: ٣١٥ and ३१५ are 315. */
function foldDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    // Unicode keeps the ten digits of a script together, zero first (chapter 4.6), and sets of digits next to each other.
    const code = digit.codePointAt(0) ?? 0
    let zero = code
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
    return String((code - zero) % 10)
  })
}

/** Longer than any number, code or address with a message around it, so that reading input from requests stays cheap. */
const MAX_READ = 1000

/** Removes invisible characters and converts wide forms to ordinary ones. */
function toSeenCharacters(typed: string): string {
  return typed.slice(0, MAX_READ).toWellFormed().replace(INVISIBLE, '').normalize('NFKC').trim()
}

/** The same with digits as 0 to 9. */
export function toPlainCharacters(typed: string): string {
  return foldDigits(toSeenCharacters(typed))
}

const SPACED_CODE = /^[\s\d-]*$/
/** Numbers in a message other than the code: money, and parts of a date, a time or a longer number. */
const CODE_CANDIDATE =
  /(?<![\d.,/:+]|[\d][\s-]|(?:₹|\$|€|£|rs\.?|inr|usd)\s?)(\d{3})[\s-]?(\d{3})(?![\d]|[.,/:-]\d|[\s-]\d)/gi
const CODE_WORD = /code|otp|pin|कोड|ओटीपी|குறியீ|رمز|#/i

/**
 * The digits of a typed code, or of the code in a message: the run of exactly six, and of several the one after a word such as
 * “code”. Returns fewer digits while the code is being typed.
 */
export function toCode(typed: string): string {
  const plain = toPlainCharacters(typed)
  const digits = plain.replace(/\D/g, '')
  if (SPACED_CODE.test(plain)) return digits
  const found = [...plain.matchAll(CODE_CANDIDATE)]
  const named = found.find(({ index }) => CODE_WORD.test(plain.slice(Math.max(0, index - 24), index)))
  const [, start, end] = named ?? found[0] ?? []
  return start !== undefined && end !== undefined ? start + end : digits
}

/** Dot-separated labels, the last of letters or in the ASCII form of another script. */
const EMAIL =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+.-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+(?:[A-Za-z]{2,63}|xn--[A-Za-z0-9-]{1,59})$/

/** Whether a text from `toEmailAddress` is an address that can receive mail. */
export function isEmailAddress(address: string): boolean {
  return address.length <= 254 && EMAIL.test(address)
}

/**
 * Normalizes an email address: lower case, no invisible characters, no frame such as “Asha <asha@…>” or “mailto:”, domain in the
 * ASCII form of DNS (`bücher.example` is `xn--bcher-kva.example`). Invalid input stays invalid.
 */
export function toEmailAddress(typed: string): string {
  const plain = toSeenCharacters(typed)
  const framed = /^[^<>]*<([^<>]*)>[\s.,;]*$/.exec(plain)?.[1] ?? plain
  const address = framed
    .trim()
    .replace(/^mailto:/i, '')
    .replace(/[\s.,;]+$/, '')
    .toLowerCase()
  const at = address.lastIndexOf('@')
  return at < 0 ? address : `${address.slice(0, at + 1)}${toAsciiDomain(address.slice(at + 1))}`
}

/** UTS 46, as in every URL. */
function toAsciiDomain(domain: string): string {
  if (/^[\0-\x7f]*$/.test(domain) || /[\s/?#@:[\]\\%]/.test(domain)) return domain
  const url = `http://${domain}`
  return URL.canParse(url) ? new URL(url).hostname : domain
}

/** Currency and other text around an amount: ₹, Rs., INR, “/-”. */
const AROUND_AMOUNT = /^(?:rs\.?|inr|usd|us\$|\p{Sc})\s*|\s*(?:\/-|rs\.?|inr|usd|\p{Sc})$/giu
const PLAIN_AMOUNT = /^([+-]?)(\d*)(?:[.](\d+))?$/

/**
 * The number of an amount with at most `decimals` decimals, with any digits, grouping and decimal separator: “1,000.50”, “1.000,50”,
 * “₹ 1,00,000/-” and “१,०००”. One separator before exactly three digits groups them, unless the number may have three
 * decimals or begins with 0. Undefined for what is no such number.
 */
export function toAmount(typed: string, decimals = 2): number | undefined {
  const plain = toPlainCharacters(typed)
    .replace(/[−–]/g, '-')
    .replace(AROUND_AMOUNT, '')
    .replace(/^([+-])(?:rs\.?|\p{Sc})\s*/iu, '$1')
    .replaceAll('٫', '.')
    .replaceAll('،', ',')
    .replaceAll(/[٬'’\s_]/g, '')
  const written = withDecimalPoint(plain, decimals)
  const [, sign = '', whole = '', fraction = ''] = (written && PLAIN_AMOUNT.exec(written)) || []
  const isTooFine = fraction.length > Math.max(decimals, 2) || fraction.replace(/0+$/, '').length > decimals
  if ((whole === '' && fraction === '') || isTooFine) return undefined
  return Number(`${sign}${whole || '0'}.${fraction || '0'}`)
}

/** Removes grouping and writes decimals after a point; undefined when the separators are misplaced. */
function withDecimalPoint(text: string, decimals: number): string | undefined {
  const separators = [...text.matchAll(/[.,]/g)]
  const last = separators.at(-1)
  if (last === undefined) return text
  const others = separators.slice(0, -1).map(([separator]) => separator)
  const [head, tail] = [text.slice(0, last.index), text.slice(last.index + 1)]
  const isGrouping = others.includes(last[0]) || (others.length === 0 && isOneGroup(head, tail, decimals))
  const grouped = isGrouping ? text : head
  const hasOneKind = new Set(isGrouping ? [...others, last[0]] : others).size <= 1
  if (!hasOneKind || !isGrouped(grouped)) return undefined
  const whole = grouped.replace(/[.,]/g, '')
  return isGrouping ? whole : `${whole}.${tail}`
}

const isOneGroup = (head: string, tail: string, decimals: number) =>
  /^\d{3}$/.test(tail) && decimals < 3 && /^[+-]?[1-9]\d{0,2}$/.test(head)

/** Groups of three, or of two before the last one as in India. */
const isGrouped = (text: string) => /^[+-]?(?:\d*|\d{1,3}(?:[.,]\d{3})+|\d{1,2}(?:[.,]\d{2})*[.,]\d{3})$/.test(text)
