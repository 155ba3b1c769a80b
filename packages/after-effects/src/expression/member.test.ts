import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findPatternCost } from './member.ts'

/** The longest text of an expression. */
const LONG = 10_000

it.each([
  '^((a+))+$',
  '(a+)+',
  '((((a+))))*',
  '(a|a)*$',
  '((a|b)+)',
  '(?:x(?:a*))+',
  '(?=((a+)+))b',
  '(a?){2,}',
  '(a{1,9})+',
  '([^b]+)*',
  '(a|ab){2,40}',
  '(?<name>a+)+',
  String.raw`(\w\d*)+`,
  String.raw`(a)\1`,
  String.raw`(?<n>a)\k<n>`,
  'a**',
  '(a',
  'a)',
  String.raw`(\p{1,})+`,
])('refuses /%s/', (source) => {
  expect(findPatternCost(source, '', 1)).toBeUndefined()
})

it.each(['a?'.repeat(30) + 'a'.repeat(30), '(a|a)'.repeat(30), '(a|aa){30}', 'a{0,9}'.repeat(12), '(a?b?)'.repeat(20)])(
  'counts the ways of choices in a row: /%s/',
  (source) => {
    expect(findPatternCost(source, '', 40)).toBeGreaterThan(1e8)
  },
)

it.each<[string, number]>([
  [String.raw`\d+`, LONG + 1],
  [String.raw`\B(?=(\d{3})+(?!\d))`, LONG + 1],
  [String.raw`^\s+|\s+$`, 2 * LONG + 2],
  ['([A-Z])([a-z])', 1],
  [String.raw`[^\]+*(]`, 1],
  [String.raw`\p{L}{2}\u{1F600}`, 1],
  [String.raw`(\.\d{2})?`, 2],
  ['(one|two|three)', 3],
  ['a.*?b', LONG + 1],
])('lets /%s/ search', (source, ways) => {
  expect(findPatternCost(source, /[{]L|1F/.test(source) ? 'u' : '', LONG)).toBe(ways * (LONG + 1))
})

it('is an upper bound: what it lets pass is quick on the texts that patterns are slow with', () => {
  const atom = fc.constantFrom(
    'a',
    'b',
    '.',
    String.raw`\w`,
    '[ab]',
    '(a|b)',
    '(ab?)',
    '(a*)',
    '((a))',
    'a{2}',
    'b{1,3}',
  )
  const part = fc
    .tuple(atom, fc.constantFrom('', '', '*', '+', '?', '{2}', '{2,}', '{1,4}', '*?'))
    .map((parts) => parts.join(''))
  const group = fc
    .tuple(fc.array(part, { maxLength: 4 }), fc.constantFrom('', '+', '*', '?', '{3}'))
    .map(([inside, sign]) => `(${inside.join('')})${sign}`)
  const pattern = fc.array(fc.oneof(part, group), { minLength: 1, maxLength: 6 }).map((parts) => `^${parts.join('')}$`)
  fc.assert(
    fc.property(pattern, (source) => {
      const text = `${'a'.repeat(40)}!`
      const cost = findPatternCost(source, '', text.length)
      // Some 10 ns for each way: accepted patterns end within 20 ms, slow ones would never end.
      if (cost !== undefined && cost < 2e6) expect([true, false]).toContain(new RegExp(source).test(text))
    }),
    { numRuns: 2000 },
  )
})
