import { expect, test } from 'vitest'
import { socialName } from './social-name.ts'

test.each([
  ['https://www.instagram.com/shop', 'Instagram'],
  ['https://in.pinterest.com/shop', 'Pinterest'],
  ['https://x.com/shop', 'X'],
  ['https://xx.com/shop', 'xx.com'],
  ['https://mastodon.example/@shop', 'mastodon.example'],
])('%s is called %s', (link, name) => {
  expect(socialName(link)).toBe(name)
})
