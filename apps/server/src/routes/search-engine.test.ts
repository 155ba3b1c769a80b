import { beforeAll, expect, it } from 'vitest'
import { useApp } from '../../testing/app.ts'
import { addTemplate } from '../../testing/template.ts'

const store = useApp(() => ({ publicUrl: 'https://store.example' }))
let video: string
let picture: string

beforeAll(async () => {
  video = await addTemplate(store.db)
  picture = await addTemplate(store.db, { kind: 'image' })
})

it('the sitemap names every public page and every template on sale, under the store’s own address', async () => {
  const { status, headers, text } = await store.call('GET', '/sitemap.xml')
  expect([status, headers['content-type']]).toEqual([200, 'application/xml'])
  const addresses = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address)
  for (const path of ['/', '/templates-list', '/faq', `/template/${video}`, `/image-template/${picture}`]) {
    expect(addresses).toContain(`https://store.example${path}`)
  }
  expect(text).toMatch(/<lastmod>\d{4}-\d\d-\d\dT/)
})

it('robots.txt leads to the sitemap and away from private pages', async () => {
  const { text } = await store.call('GET', '/robots.txt')
  expect(text).toContain('Sitemap: https://store.example/sitemap.xml')
  for (const path of ['/api/', '/files/', '/profile']) expect(text).toContain(`Disallow: ${path}\n`)
  expect(text).not.toContain('Disallow: /media')
})
