import { expect, test } from 'vitest'
import { isInAppBrowser } from './google-button.tsx'

const safari = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Mobile/15E148 Safari/604.1'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X)'

test.each([
  [
    `${iphone} AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22D63 Instagram 370.0.0.26.76 (iPhone14,5; iOS 18_3; hi_IN)`,
  ],
  [
    `${iphone} AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22D63 [FBAN/FBIOS;FBAV/503.0.0.60.74;FBBV/700;FBDV/iPhone14,5]`,
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-A155F; wv) AppleWebKit/537.36 Version/4.0 Chrome/131.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/490.0;]',
  ],
  [`${iphone} AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari Line/15.1.0`],
  [
    'Mozilla/5.0 (Linux; Android 13; Pixel 7 Build/TQ3A; wv) AppleWebKit/537.36 Version/4.0 Chrome/130.0 Mobile Safari/537.36',
  ],
])('%s is inside an app', (userAgent) => {
  expect(isInAppBrowser(userAgent)).toBe(true)
})

test.each([
  [`${iphone} ${safari}`],
  ['Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36'],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 SamsungBrowser/27.0 Chrome/125.0 Mobile Safari/537.36',
  ],
  // A store on the home screen of an iPhone.
  [`${iphone} AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148`],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'],
])('%s is a browser', (userAgent) => {
  expect(isInAppBrowser(userAgent)).toBe(false)
})
