import { expect, test } from 'vitest'
import { socialName } from '../api/root-data.ts'

test.each([
  ['https://www.instagram.com/store', 'Instagram'],
  ['https://in.pinterest.com/store', 'Pinterest'],
  ['https://x.com/store', 'X'],
  ['https://xx.com/store', 'xx.com'],
  ['https://mastodon.example/@store', 'mastodon.example'],
])('%s is called %s', (link, name) => {
  expect(socialName(link)).toBe(name)
})
