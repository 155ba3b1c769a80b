import { expect, it } from 'vitest'
import { languageTag } from './text-schema.ts'

it.each(['hi', 'pt-BR', 'zh-Hant-TW', 'gsw', 'sr-Latn'])('accepts %s', (tag) => {
  expect(languageTag.safeParse(tag).success).toBe(true)
  expect(new Intl.DateTimeFormat(tag).format(0)).not.toBe('')
})

it.each(['hi-1a', 'en-a', 'hi-IN-IN2', 'x1', 'api', 'faq', 'buy-credits', 'abc-template', 'e', ''])(
  'refuses “%s”',
  (tag) => {
    expect(languageTag.safeParse(tag).success).toBe(false)
  },
)
