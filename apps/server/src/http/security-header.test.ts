import { expect, it } from 'vitest'
import { pageHeaders, pagePolicy, runsCheckout } from './security-header.ts'

const directive = (policy: string, name: string) => policy.split('; ').find((part) => part.startsWith(`${name} `)) ?? ''

it('pages may connect to an analytics service only when it is configured', () => {
  const plain = pagePolicy(['sha256-x'])
  for (const host of ['google', 'facebook', 'hotjar']) expect(plain).not.toContain(host)
  const withPixel = pagePolicy(['sha256-x'], { tags: { pixel: '42' } })
  expect(directive(withPixel, 'script-src')).toBe(
    "script-src 'self' 'sha256-x' 'wasm-unsafe-eval' https://connect.facebook.net",
  )
  expect(directive(withPixel, 'img-src')).toContain('https://www.facebook.com')
  expect(withPixel).not.toMatch(/google|hotjar/)
  const withAnalytics = pagePolicy(['sha256-x'], { tags: { analytics: 'G-1', heatmap: '7' } })
  expect(directive(withAnalytics, 'script-src')).toContain('https://www.googletagmanager.com https://static.hotjar.com')
  expect(directive(withAnalytics, 'connect-src')).toContain('https://*.google-analytics.com')
  expect(directive(pagePolicy(['sha256-x'], { tags: { tagManager: 'GTM-1' } }), 'frame-src')).toBe(
    "frame-src 'self' https://www.googletagmanager.com",
  )
})

it('pages may run Razorpay only when it is configured, and the policy is otherwise the same', () => {
  expect(pagePolicy(['sha256-x'])).not.toContain('razorpay')
  const policy = pagePolicy(['sha256-x'], { usesRazorpay: true })
  expect(directive(policy, 'script-src')).toBe(
    "script-src 'self' 'sha256-x' 'wasm-unsafe-eval' https://checkout.razorpay.com https://cdn.razorpay.com",
  )
  expect(directive(policy, 'frame-src')).toBe("frame-src 'self' https://api.razorpay.com https://checkout.razorpay.com")
  expect(directive(policy, 'form-action')).toBe("form-action 'self' https://api.razorpay.com")
  const isRazorpay = (part: string) => /razorpay|^frame-src/.test(part)
  const untouched = (whole: string) => whole.split('; ').filter((part) => !isRazorpay(part))
  const names = untouched(policy).map((part) => part.split(' ')[0])
  expect(names).toContain('style-src')
  expect(untouched(pagePolicy(['sha256-x']))).toEqual(expect.arrayContaining(untouched(policy)))
  const headers = pageHeaders(['sha256-x'], { usesRazorpay: true })
  // Banks open their own windows, which post to the page; their frames may use the browser's payment sheet.
  expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
  expect(headers['permissions-policy']).toContain('payment=(self "https://api.razorpay.com")')
  expect(headers['permissions-policy']).toContain('camera=()')
  expect(Object.keys(pageHeaders(['sha256-x'], {}))).not.toHaveProperty(
    'cross-origin-opener-policy',
    'same-origin-allow-popups',
  )
})

it('only Buy Credits runs the checkout, however its address is written', () => {
  for (const path of ['/buy-credits', '/Buy-Credits/', '/buy-credits?next=%2FCart', '/buy%2Dcredits']) {
    expect(runsCheckout(path), path).toBe(true)
  }
  for (const path of [
    '/',
    '/pricing?from=/buy-credits',
    '/buy-credits/x',
    '/credit-purchase-success',
    '/%',
    '/x#/buy-credits',
  ]) {
    expect(runsCheckout(path), path).toBe(false)
  }
})
