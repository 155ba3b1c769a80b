import { describe, expect, it } from 'vitest'
import { createTextCipher } from './encryption.ts'

const first = 'a'.repeat(32)
const second = 'b'.repeat(32)
const cipher = createTextCipher([first])

describe('encryption at rest', () => {
  it('gives back what was encrypted, also while the secret is replaced', () => {
    const text = 'rzp_live_secret – कुंजी 🔑'
    const encrypted = cipher.encrypt('provider payment', text)
    expect(encrypted).not.toContain('rzp')
    expect(cipher.decrypt('provider payment', encrypted)).toBe(text)
    expect(cipher.encrypt('provider payment', text)).not.toBe(encrypted)
    expect(cipher.decrypt('empty', cipher.encrypt('empty', ''))).toBe('')

    const rotated = createTextCipher([second, first])
    expect(rotated.decrypt('provider payment', encrypted)).toBe(text)
    expect([cipher, rotated].map((each) => each.isCurrent('provider payment', encrypted))).toEqual([true, false])
  })

  it('refuses another secret, another purpose and a changed text', () => {
    const encrypted = cipher.encrypt('provider payment', 'key')
    expect(createTextCipher([second]).decrypt('provider payment', encrypted)).toBeUndefined()
    expect(cipher.decrypt('provider mail', encrypted)).toBeUndefined()
    for (const text of [`${encrypted.slice(0, -3)}AAA`, 'key', '', 'aes-256-gcm:', encrypted.slice(0, 30)])
      expect(cipher.decrypt('provider payment', text), text).toBeUndefined()
  })
})
