import { describe, expect, it } from 'vitest'
import { createTextCipher, DecryptionFailed, decryptText, encryptText } from './encryption.ts'

const first = 'a'.repeat(32)
const second = 'b'.repeat(32)

describe('encryption at rest', () => {
  it('gives back what was encrypted, also while the secret is replaced', () => {
    const text = 'rzp_live_secret – कुंजी 🔑'
    const encrypted = encryptText([first], 'provider payment', text)
    expect(encrypted).not.toContain('rzp')
    expect(decryptText([first], 'provider payment', encrypted)).toBe(text)
    expect(decryptText([second, first], 'provider payment', encrypted)).toBe(text)
    expect(encryptText([first], 'provider payment', text)).not.toBe(encrypted)
    expect(decryptText([first], 'empty', encryptText([first], 'empty', ''))).toBe('')
  })

  it('refuses another secret, another purpose and a changed text', () => {
    const encrypted = encryptText([first], 'provider payment', 'key')
    const changed = `${encrypted.slice(0, -3)}AAA`
    for (const attempt of [
      () => decryptText([second], 'provider payment', encrypted),
      () => decryptText([first], 'provider mail', encrypted),
      () => decryptText([first], 'provider payment', changed),
      () => decryptText([first], 'provider payment', 'key'),
      () => decryptText([first], 'provider payment', ''),
    ])
      expect(attempt).toThrow(DecryptionFailed)
  })

  it('is given to those who do not know the secrets', () => {
    const cipher = createTextCipher([second, first])
    expect(cipher.decrypt('totp of 42', cipher.encrypt('totp of 42', 'key'))).toBe('key')
    expect(cipher.decrypt('totp of 42', encryptText([first], 'totp of 42', 'key'))).toBe('key')
    expect(cipher.decrypt('totp of 43', cipher.encrypt('totp of 42', 'key'))).toBeUndefined()
  })
})
