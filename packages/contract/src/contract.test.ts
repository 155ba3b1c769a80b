import { describe, expect, it } from 'vitest'
import { emailAddress, phoneNumber, registerRequest, username } from './accounts.ts'
import { cataloguePageQuery } from './catalogue.ts'
import { isRefusalCode, Refusal, refusals } from './refusal.ts'
import { refusalBody } from './refusal-body.ts'

describe('refusals', () => {
  it('answer with their status, their words and their details', () => {
    const refusal = new Refusal('not-enough-credits', { creditsRequired: 120, userCredits: 20 })
    expect(refusal.status).toBe(402)
    expect(refusal.toBody()).toEqual({
      error: 'Not enough credits',
      code: 'not-enough-credits',
      creditsRequired: 120,
      userCredits: 20,
    })
    expect(refusalBody.parse(refusal.toBody())).toEqual(refusal.toBody())
  })

  it('never let details replace the code', () => {
    expect(new Refusal('forbidden', { code: 'other', error: 'other' }).toBody()).toEqual({
      code: 'forbidden',
      error: refusals.forbidden.message,
    })
  })

  it('use client error statuses, or 503 for an outage', () => {
    for (const { status, message } of Object.values(refusals)) {
      expect((status >= 400 && status < 500) || status === 503).toBe(true)
      expect(message).not.toBe('')
    }
  })

  it('know their own codes only', () => {
    expect(isRefusalCode('otp-expired')).toBe(true)
    expect(isRefusalCode('toString')).toBe(false)
    expect(isRefusalCode(undefined)).toBe(false)
  })
})

describe('input', () => {
  it('normalises addresses and phone numbers', () => {
    expect(emailAddress.parse('  Asha@Example.COM ')).toBe('asha@example.com')
    expect(phoneNumber.parse('+91 (98765) 432-10')).toBe('+919876543210')
  })

  it.each(['', 'asha', 'asha@', 'asha@example', 'a b@example.com', `${'a'.repeat(250)}@example.com`])(
    'refuses %j as an address',
    (typed) => {
      expect(emailAddress.safeParse(typed).success).toBe(false)
    },
  )

  it('gives the usernames the specified words', () => {
    const message = (typed: string) => username.safeParse(typed).error?.issues[0]?.message
    expect(message('  ')).toBe('Username is required')
    expect(message('ab')).toBe('Username must be at least 3 characters long')
    expect(message('asha rohan')).toBe('Username can only contain letters, numbers, dots, hyphens, and underscores')
    expect(username.parse('Asha.Rohan_1-2')).toBe('Asha.Rohan_1-2')
  })

  it('ignores fields of a registration that nobody asked for', () => {
    const parsed = registerRequest.parse({
      username: 'asha',
      email: 'asha@example.com',
      password: 'correct horse',
      actualName: 'Asha',
      phoneNumber: '+919876543210',
      EmpFeild: 'Individual',
      credits: 1_000_000,
      role: 'owner',
    })
    expect(parsed).not.toHaveProperty('credits')
    expect(parsed).not.toHaveProperty('role')
  })

  it('fills in the defaults of a catalogue page and bounds its length', () => {
    expect(cataloguePageQuery.parse({ search: '  Diwali ' })).toEqual({
      search: 'Diwali',
      section: '',
      sort: 'popularity',
      limit: 8,
    })
    expect(cataloguePageQuery.safeParse({ limit: '1000' }).success).toBe(false)
  })
})
