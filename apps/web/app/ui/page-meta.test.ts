import { BUNDLED_LANGUAGES } from '@vitrine/language/language'
import { expect, it } from 'vitest'
import { pageMeta } from './page-meta.ts'

const [english, hindi, , tamil] = BUNDLED_LANGUAGES
const links = (writtenIn?: readonly string[]) => {
  const loaderData = { publicUrl: 'https://store.example', language: hindi, languages: [english, hindi, tamil] }
  const meta = pageMeta({
    ...{ matches: [{ id: 'root', loaderData }], title: 'Terms', description: '', path: '/terms' },
    ...(writtenIn && { writtenIn }),
  })
  return meta.flatMap((each) =>
    'tagName' in each && 'rel' in each ? [`${each.rel} ${each.hrefLang ?? ''} ${each.href}`.replace('  ', ' ')] : [],
  )
}

it('names the addresses of a page in all languages of the store', () => {
  expect(links()).toEqual([
    'canonical https://store.example/hi/terms',
    'alternate en https://store.example/terms',
    'alternate hi https://store.example/hi/terms',
    'alternate ta https://store.example/ta/terms',
    'alternate x-default https://store.example/terms',
  ])
})

it('names those languages alone that a page is written in, and else its English address', () => {
  expect(links(['en', 'ta'])).toEqual([
    'canonical https://store.example/terms',
    'alternate en https://store.example/terms',
    'alternate ta https://store.example/ta/terms',
    'alternate x-default https://store.example/terms',
  ])
  expect(links(['en'])).toEqual(['canonical https://store.example/terms'])
})
