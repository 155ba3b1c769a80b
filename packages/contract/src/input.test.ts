import { describe, expect, it } from 'vitest'
import { emailAddress, otpCode, phoneNumber } from './accounts.ts'
import { findPlainLetters, isEmailAddress, toAmount, toCode, toEmailAddress, toPlainLine } from './input.ts'
import { isPhoneNumber, toE164 } from './phone.ts'

// What people really type and paste, and what it means.
describe('a line', () => {
  it.each([
    ['Raj Simran', 'Raj Simran'],
    ['  Raj  Simran ', 'Raj Simran'],
    ['Raj\nSimran', 'Raj Simran'],
    ['Raj\r\n\r\nSimran', 'Raj Simran'],
    ['Raj\tSimran', 'Raj Simran'],
    ['Raj\u2028Simran', 'Raj Simran'],
    ['\u202ARaj Simran\u202C', 'Raj Simran'],
    ['\u2068राज\u2069 & सिमरन', 'राज & सिमरन'],
    ['Raj\u200B\uFEFF', 'Raj'],
    ['Raj\u00A0Simran', 'Raj Simran'],
    ['क्‍ष', 'क्‍ष'],
    ['Asha 👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'Asha 👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['Zoe\u0308', 'Zoë'],
    ['𝓡𝓪𝓱𝓾𝓵', '𝓡𝓪𝓱𝓾𝓵'],
  ])('%j is %j', (typed, line) => {
    expect(toPlainLine(typed)).toBe(line)
    expect(toPlainLine(line)).toBe(line)
  })

  it.each([
    ['𝓡𝓪𝓱𝓾𝓵', 'Rahul'],
    ['Ｒａｈｕｌ ２７', 'Rahul 27'],
    ['𝐑𝐚𝐡𝐮𝐥 𝟐𝟕 🎉', 'Rahul 27 🎉'],
    ['Rahul', undefined],
    ['राहुल', undefined],
    ['Zoe\u0308', undefined],
    ['½ ™ 🎉', undefined],
  ])('%j in plain letters is %j', (typed, plain) => {
    expect(findPlainLetters(typed)).toBe(plain)
  })
})

describe('a phone number', () => {
  it.each([
    ['+919876543210', '+919876543210'],
    ['+91 98765 43210', '+919876543210'],
    ['+9109876543210', '+919876543210'],
    ['+91 (0) 98765-43210', '+919876543210'],
    ['0091 098765 43210', '+919876543210'],
    ['0091 98765 43210', '+919876543210'],
    ['+91 00 9876543210', '+919876543210'],
    ['+91 91 98765 43210', '+919876543210'],
    ['+91 +91 98765 43210', '+919876543210'],
    ['\u202A+91 98765 43210\u202C', '+919876543210'],
    ['\u2068+91\u00A098765\u00A043210\u2069', '+919876543210'],
    ['+91\u200B9876543210', '+919876543210'],
    ['＋91 98765‑43210', '+919876543210'],
    ['tel:+91-98765-43210', '+919876543210'],
    ['WhatsApp: +91 98765 43210', '+919876543210'],
    ['+९१९८७६५४३२१०', '+919876543210'],
    ['+৯১ ৯৮৭৬৫ ৪৩২১০', '+919876543210'],
    ['+٩٧١٥٠١٢٣٤٥٦٧', '+971501234567'],
    ['+۹۲ ۳۰۱ ۲۳۴۵۶۷۸', '+923012345678'],
    ['+44 (0)20 7946 0018', '+442079460018'],
    ['+1 1 415 555 0100', '+14155550100'],
    ['+7 8 912 345 67 89', '+79123456789'],
    ['+52 1 55 1234 5678', '+525512345678'],
    ['+36 06 20 123 4567', '+36201234567'],
    // What begins with a zero abroad, too.
    ['+39 06 698 12345', '+390669812345'],
    ['+225 07 12 34 56 78', '+2250712345678'],
  ])('%j is %j', (typed, number) => {
    expect(toE164(typed)).toBe(number)
    expect(toE164(number)).toBe(number)
    expect(toE164(typed, '+91')).toBe(number)
    expect(phoneNumber.parse(typed)).toBe(number)
  })

  it.each([
    ['+91', '98765 43210', '+919876543210'],
    ['+91', '098765-43210', '+919876543210'],
    ['+91', '91 98765 43210', '+919876543210'],
    ['+91', '91\u00A098765\u00A043210', '+919876543210'],
    ['+91', '९८७६५ ४३२१०', '+919876543210'],
    ['+91', '٩٨٧٦٥٤٣٢١٠', '+919876543210'],
    // No country: numbers in India may begin with 91, too.
    ['+91', '91987 65432', '+919198765432'],
    ['+91', '+1 415 555 0100', '+14155550100'],
    ['+1', '(415) 555-0100', '+14155550100'],
    ['+1', '1-415-555-0100', '+14155550100'],
    ['+1', '011 91 98765 43210', '+919876543210'],
    ['+44', '020 7946 0018', '+442079460018'],
    ['+39', '06 698 12345', '+390669812345'],
  ])('in the country %s, %j is %j', (code, typed, number) => {
    expect(toE164(typed, code)).toBe(number)
    expect(isPhoneNumber(number)).toBe(true)
  })

  it.each([
    ['', '+91'],
    ['12345', '+91'],
    ['98765', '+91'],
    ['5876543210', '+91'],
    ['98765 432101', '+91'],
    ['98765 4321x', '+91'],
    ['not a number', '+91'],
    ['12345', '+1'],
    ['12345', '+49'],
    ['+', undefined],
    ['+91', undefined],
    ['+91000000000', undefined],
    ['9876543210', undefined],
    ['+91 98765 4321x', undefined],
    ['+91 12345', undefined],
    ['+0 12345678', undefined],
  ])('%j is none, with the country %s', (typed, code) => {
    expect(isPhoneNumber(toE164(typed, code))).toBe(false)
    if (code === undefined) expect(phoneNumber.safeParse(typed).success).toBe(false)
  })
})

describe('a one-time code', () => {
  it.each([
    ['482913', '482913'],
    [' 482 913 ', '482913'],
    ['482-913', '482913'],
    ['4 8 2 9 1 3', '482913'],
    ['48', '48'],
    ['4829137', '4829137'],
    ['४८२९१३', '482913'],
    ['٤٨٢٩١٣', '482913'],
    ['۴۸۲۹۱۳', '482913'],
    ['\u2068482913\u2069', '482913'],
    ['482\u200B913', '482913'],
    ['Your code is 482913.', '482913'],
    ['Vitrine: 482913 is your code, valid for 10 minutes on 28.11.2026.', '482913'],
    ['28/11/2026 10:42 Your OTP for ₹1,499.00 is 482913', '482913'],
    ['Rs 150000 paid. Your code is 482 913', '482913'],
    ['INR 250000.00 on 28-11-2026; OTP: 482913', '482913'],
    ['Order 123456: the code is 482913', '482913'],
    ['Call +91 98765 43210 if 482913 does not work', '482913'],
    ['आपका कोड ४८२९१३ है', '482913'],
    ['482913 is your code.\n\n@store.example #482913', '482913'],
    ['', ''],
    ['no digits', ''],
  ])('%j is %j', (typed, code) => {
    expect(toCode(typed)).toBe(code)
    expect(otpCode.safeParse(typed).success).toBe(code.length === 6)
  })
})

describe('an email address', () => {
  it.each([
    ['asha@example.com', 'asha@example.com'],
    [' Asha@Example.COM ', 'asha@example.com'],
    ['asha@example.com\u200B', 'asha@example.com'],
    ['\u202Aasha@example.com\u202C', 'asha@example.com'],
    ['\uFEFFasha@exam\u00ADple.com', 'asha@example.com'],
    ['asha@example.com\u00A0', 'asha@example.com'],
    ['mailto:asha@example.com', 'asha@example.com'],
    ['Asha Patel <asha@example.com>', 'asha@example.com'],
    ['asha@example.com,', 'asha@example.com'],
    ['asha＠example.com', 'asha@example.com'],
    ['asha.patel+store@mail.example.co.in', 'asha.patel+store@mail.example.co.in'],
    ['asha@bücher.example', 'asha@xn--bcher-kva.example'],
    ['asha@BÜCHER.example', 'asha@xn--bcher-kva.example'],
    ['asha@डाटामेल.भारत', 'asha@xn--c2bd4bq1db8d.xn--h2brj9c'],
    ['asha@مثال.إختبار', 'asha@xn--mgbh0fb.xn--kgbechtv'],
  ])('%j is %j', (typed, address) => {
    expect(toEmailAddress(typed)).toBe(address)
    expect(toEmailAddress(address)).toBe(address)
    expect(emailAddress.parse(typed)).toBe(address)
  })

  it.each([
    '',
    'asha',
    'asha@',
    '@example.com',
    'asha@example',
    'a b@example.com',
    'asha@ex/am.ple',
    'asha@ü/x.de',
    'a@b@c',
  ])('%j is none', (typed) => {
    expect(isEmailAddress(toEmailAddress(typed))).toBe(false)
    expect(emailAddress.safeParse(typed).success).toBe(false)
  })

  it('reads a long text quickly', () => {
    expect(emailAddress.safeParse(`${' .,'.repeat(300_000)}@${'a-'.repeat(300_000)}`).success).toBe(false)
  })
})

describe('an amount', () => {
  it.each([
    ['1000', 1000],
    ['1,000.50', 1000.5],
    ['1.000,50', 1000.5],
    ['1 000,50', 1000.5],
    ['1\u00A0000', 1000],
    ["1'000.50", 1000.5],
    ['₹ 1.000', 1000],
    ['₹1,00,000', 100_000],
    ['1,00,000.50', 100_000.5],
    ['Rs. 1,499/-', 1499],
    ['INR 1499', 1499],
    ['1499 ₹', 1499],
    ['$1,000', 1000],
    ['१,०००', 1000],
    ['১,০০০', 1000],
    ['١٬٠٠٠٫٥', 1000.5],
    ['۱۲٫۵', 12.5],
    ['１２．５', 12.5],
    ['12,5', 12.5],
    ['.5', 0.5],
    ['0,125', undefined],
    ['12.345.678', 12_345_678],
    ['\u2068500\u2069', 500],
    ['−500', -500],
    ['-₹500', -500],
    ['+500', 500],
    ['1.50', 1.5],
    ['', undefined],
    ['₹', undefined],
    ['-', undefined],
    ['abc', undefined],
    ['1e3', undefined],
    ['1,0000', undefined],
    ['1,00.00,0', undefined],
    ['1.2.3', undefined],
    ['12.345,6.7', undefined],
  ])('%j is %j', (typed, amount) => {
    expect(toAmount(typed)).toBe(amount)
  })

  it.each([
    ['1,000', 0, 1000],
    ['500.00', 0, 500],
    ['500.5', 0, undefined],
    ['0.125', 3, 0.125],
    ['1.125', 3, 1.125],
    ['1.25', 1, undefined],
  ])('%j with %i decimals is %j', (typed, decimals, amount) => {
    expect(toAmount(typed, decimals)).toBe(amount)
  })
})
