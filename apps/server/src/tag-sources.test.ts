import { expect, it } from 'vitest'
import { pagePolicy } from './security-header.ts'

const directive = (policy: string, name: string) => policy.split('; ').find((part) => part.startsWith(`${name} `)) ?? ''

it('pages may talk to a measuring service only when it is set up', () => {
  const plain = pagePolicy('x', false)
  for (const host of ['google', 'facebook', 'hotjar']) expect(plain).not.toContain(host)
  const withPixel = pagePolicy('x', false, false, { pixel: '42' })
  expect(directive(withPixel, 'script-src')).toBe(
    "script-src 'self' 'nonce-x' 'wasm-unsafe-eval' https://connect.facebook.net",
  )
  expect(directive(withPixel, 'img-src')).toContain('https://www.facebook.com')
  expect(withPixel).not.toMatch(/google|hotjar/)
  const withAnalytics = pagePolicy('x', false, false, { analytics: 'G-1', heatmap: '7' })
  expect(directive(withAnalytics, 'script-src')).toContain('https://www.googletagmanager.com https://static.hotjar.com')
  expect(directive(withAnalytics, 'connect-src')).toContain('https://*.google-analytics.com')
  expect(directive(pagePolicy('x', false, false, { tagManager: 'GTM-1' }), 'frame-src')).toBe(
    "frame-src 'self' https://www.googletagmanager.com",
  )
})
