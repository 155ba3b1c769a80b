// What people type and paste, in its one spelling: lines, digits, one-time codes, email addresses, amounts. Pages and server use
// the same functions; phone numbers are in `phone.ts`. No schema here: pages load this file.

/** Format characters, which nobody sees: zero-width blanks, direction marks, joiners, soft hyphens. */
const INVISIBLE = /[\p{Cf}\uFFFD]/gu

/** The same without what a line needs: joiners (Indian scripts, emoji), tags (flags) and marks of numbers in Arabic. */
const INVISIBLE_IN_LINE = /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF\uFFFD]/g

/**
 * One line of text that shows what it is: line breaks and other controls become blanks, and characters that nobody sees or
 * that turn the reading direction of what follows go. A NUL stays, for the database to refuse.
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
 * The line in ordinary letters where it is written in look-alikes such as 𝓡𝓪𝓱𝓾𝓵 or Ｒａｈｕｌ (NFKC); undefined where that
 * changes nothing that is seen. For an offer: some mean the decorated letters.
 */
export function findPlainLetters(text: string): string | undefined {
  const plain = text.replace(/[\p{L}\p{Nd}]/gu, (letter) => letter.normalize('NFKC'))
  return plain === text.normalize('NFC') || plain === text ? undefined : plain
}

/** Decimal digits of every script as 0 to 9: ٣١٥ and ३१५ are 315. */
export function foldDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    // Unicode keeps the ten digits of a script together, zero first (chapter 4.6), and sets of digits next to each other.
    const code = digit.codePointAt(0) ?? 0
    let zero = code
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
    return String((code - zero) % 10)
  })
}

/** Longer than any number, code or address with a message around it: what requests may hold of one costs little to read. */
const MAX_READ = 1000

/** Without what nobody sees, wide forms as ordinary ones. */
function toSeenCharacters(typed: string): string {
  return typed.slice(0, MAX_READ).toWellFormed().replace(INVISIBLE, '').normalize('NFKC').trim()
}

/** The same with digits as 0 to 9. */
export function toPlainCharacters(typed: string): string {
  return foldDigits(toSeenCharacters(typed))
}

const SPACED_CODE = /^[\s\d-]*$/
/** What a number in a message is, other than the code: money, and parts of a date, a time or a longer number. */
const CODE_CANDIDATE =
  /(?<![\d.,/:+]|[\d][\s-]|(?:₹|\$|€|£|rs\.?|inr|usd)\s?)(\d{3})[\s-]?(\d{3})(?![\d]|[.,/:-]\d|[\s-]\d)/gi
const CODE_WORD = /code|otp|pin|कोड|ओटीपी|குறியீ|رمز|#/i

/**
 * The digits of a one-time code: of what is typed, or of a message that contains it, where the run of exactly six is the code,
 * and of several the one after a word such as “code”. Other than six digits are no code: fewer while it is being typed.
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

/** Whether a text that `toEmailAddress` has written is an address that mail can be sent to. */
export function isEmailAddress(address: string): boolean {
  return address.length <= 254 && EMAIL.test(address)
}

/**
 * An email address in its one spelling: lower case, without what nobody sees, without the frame of “Asha <asha@…>” and “mailto:”,
 * its domain in the ASCII form that DNS has (`bücher.example` is `xn--bcher-kva.example`). What is no address stays wrong.
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

/** UTS 46 as every URL has it. */
function toAsciiDomain(domain: string): string {
  if (/^[\0-\x7f]*$/.test(domain) || /[\s/?#@:[\]\\%]/.test(domain)) return domain
  const url = `http://${domain}`
  return URL.canParse(url) ? new URL(url).hostname : domain
}

/** Currency and what stands around an amount: ₹, Rs., INR, “/-”. */
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

/** Without grouping, its decimals after a point; undefined where separators stand as in no number. */
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
