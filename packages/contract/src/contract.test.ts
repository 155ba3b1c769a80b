import { describe, expect, it } from 'vitest'
import {
  emailAddress,
  employmentField,
  googleAuthRequest,
  otpCode,
  phoneNumber,
  registerRequest,
  setPictureRequest,
  updateProfileRequest,
  username,
} from './accounts.ts'
import { ApiError, apiErrors } from './api-error.ts'
import { cataloguePageQuery } from './catalogue.ts'
import { apiErrorBody } from './route.ts'

describe('errors', () => {
  it('answer with their status, message and details', () => {
    const apiError = new ApiError('not-enough-credits', { creditsRequired: 120, userCredits: 20 })
    expect(apiError.status).toBe(402)
    expect(apiError.toBody()).toEqual({
      error: 'Not enough credits',
      code: 'not-enough-credits',
      creditsRequired: 120,
      userCredits: 20,
    })
    expect(apiErrorBody.parse(apiError.toBody())).toEqual(apiError.toBody())
  })

  it('never let details replace the code', () => {
    const values = { count: 20 }
    expect(new ApiError('invalid-input', { values }, 'You have {count} passkeys').toBody()).toEqual({
      error: 'You have 20 passkeys',
      text: 'You have {count} passkeys',
      values,
      code: 'invalid-input',
    })
    expect(new ApiError('forbidden', { code: 'other', error: 'other' }).toBody()).toEqual({
      code: 'forbidden',
      error: apiErrors.forbidden.message,
    })
  })

  it('use client error statuses, or 503 for an outage', () => {
    for (const { status, message } of Object.values(apiErrors)) {
      expect((status >= 400 && status < 500) || status === 503).toBe(true)
      expect(message).not.toBe('')
    }
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

  it('uses the specified messages for usernames', () => {
    const message = (typed: string) => username.safeParse(typed).error?.issues[0]?.message
    expect(message('  ')).toBe('Username is required')
    expect(message('ab')).toBe('Username must be at least 3 characters long')
    expect(message('asha rohan')).toBe('Username can only contain letters, numbers, dots, hyphens, and underscores')
    expect(username.parse('Asha.Rohan_1-2')).toBe('Asha.Rohan_1-2')
  })

  it('uses the specified messages for missing values', () => {
    const message = (
      schema: { safeParse(value: unknown): { error?: { issues: { message: string }[] } } },
      value: unknown,
    ) => schema.safeParse(value).error?.issues[0]?.message
    expect(message(emailAddress, '  ')).toBe('Please enter your email address')
    expect(message(otpCode, '')).toBe('Please enter the OTP')
    expect(message(googleAuthRequest, { token: '' })).toBe('Invalid Google credential response')
    for (const typed of ['12345', '1234567', '12345a', '१२३४५'])
      expect(message(otpCode, typed)).toBe('The OTP has 6 digits')
    expect(otpCode.parse(' 012345 ')).toBe('012345')
    expect(employmentField.safeParse('   ').success).toBe(false)
    expect(employmentField.parse(' Circus director ')).toBe('Circus director')
  })

  it('accepts any part of a profile, and no other properties', () => {
    expect(updateProfileRequest.parse({})).toEqual({})
    expect(updateProfileRequest.parse({ phoneNumber: '98765 43210', countryCode: '+91', credits: 9 })).toEqual({
      phoneNumber: '9876543210',
      countryCode: '+91',
    })
    for (const countryCode of ['91', '+0', '+12345']) {
      expect(updateProfileRequest.safeParse({ countryCode }).success).toBe(false)
    }
    expect(setPictureRequest.safeParse({ uploadId: 'a', assetId: 'b' }).success).toBe(false)
  })

  it('ignores unknown fields of a registration', () => {
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
      shape: '',
      length: '',
      photos: '',
      language: '',
      price: '',
    })
    expect(cataloguePageQuery.safeParse({ limit: '1000' }).success).toBe(false)
  })
})
