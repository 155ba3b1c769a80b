import { BUNDLED_LANGUAGES } from '@vitrine/language/language'
import { expect, it } from 'vitest'
import { pageMeta } from './page-meta.ts'

const [english, hindi, , tamil] = BUNDLED_LANGUAGES
const links = (writtenIn?: readonly string[]) => {
  const loaderData = { publicUrl: 'https://shop.example', language: hindi, languages: [english, hindi, tamil] }
  const meta = pageMeta({
    ...{ matches: [{ id: 'root', loaderData }], title: 'Terms', description: '', path: '/terms' },
    ...(writtenIn && { writtenIn }),
  })
  return meta.flatMap((each) =>
    'tagName' in each && 'rel' in each ? [`${each.rel} ${each.hrefLang ?? ''} ${each.href}`.replace('  ', ' ')] : [],
  )
}

it('names the addresses of a page in all languages of the shop', () => {
  expect(links()).toEqual([
    'canonical https://shop.example/hi/terms',
    'alternate en https://shop.example/terms',
    'alternate hi https://shop.example/hi/terms',
    'alternate ta https://shop.example/ta/terms',
    'alternate x-default https://shop.example/terms',
  ])
})

it('names those languages alone that a page is written in, and else its English address', () => {
  expect(links(['en', 'ta'])).toEqual([
    'canonical https://shop.example/terms',
    'alternate en https://shop.example/terms',
    'alternate ta https://shop.example/ta/terms',
    'alternate x-default https://shop.example/terms',
  ])
  expect(links(['en'])).toEqual(['canonical https://shop.example/terms'])
})
