import { hash } from 'node:crypto'
import { expect, it } from 'vitest'
import { takeOutNonce } from './page-host.ts'

const nonce = 'a1b2c3'
const sha = (script: string) => `sha256-${hash('sha256', script, 'base64')}`

it('allows the scripts that carry the nonce of the rendering, which is then in the page no more', () => {
  const page = [
    `<script nonce="${nonce}">theme()</script><link rel="modulepreload" nonce="${nonce}" href="/a.js"/>`,
    `<script type="module" nonce="${nonce}" async="">import "/b.js"\nstart()</script>`,
    `<script nonce="${nonce}">theme()</script><script nonce="${nonce}" src="/c.js"></script>`,
  ].join('')
  const { html, hashes } = takeOutNonce(page, nonce)
  expect(hashes).toEqual([sha('theme()'), sha('import "/b.js"\nstart()')])
  expect(html).not.toContain(nonce)
  expect(html).toContain('<script type="module" async="">import "/b.js"')
})

it('allows no script that came in with a text', () => {
  const texts = [
    '<script>evil()</script>',
    '<script nonce="">evil()</script>',
    '<script nonce="a1b2c4">evil()</script>',
  ]
  for (const text of texts) {
    const page = `<p>${text}</p><script nonce="${nonce}">ours()</script>${text}`
    expect(takeOutNonce(page, nonce).hashes, text).toEqual([sha('ours()')])
  }
})
