// The rules of the account forms that need no server: return paths, numbers, names, and which words an error gets.
import { describe, expect, it } from 'vitest'
import { ApiError } from '../api.ts'
import { countryCodes, defaultCountry, wholePhoneNumber } from './country-codes.ts'
import { errorText, fieldErrors } from './error-text.ts'
import { findReturnPath, loginPath } from './return-path.ts'
import { findUsernameProblem } from './username-rule.ts'

describe('the way back after signing in', () => {
  it('leads to the page that asked, with its search', () => {
    const path = loginPath('/profile?tab=videos')
    expect(findReturnPath(new URLSearchParams(path.slice(path.indexOf('?'))))).toBe('/profile?tab=videos')
  })

  it.each([
    '//evil.example/x',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'profile',
    '',
    '/\t/evil.example',
  ])('never leads to another site: %j', (next) => {
    expect(findReturnPath(new URLSearchParams({ next }))).toBeUndefined()
  })
})

describe('telephone numbers', () => {
  it('offer 35 countries and start with +1', () => {
    expect(countryCodes).toHaveLength(35)
    expect(new Set(countryCodes.map(({ country }) => country)).size).toBe(35)
    expect(countryCodes.find(({ country }) => country === defaultCountry)?.code).toBe('+1')
  })

  it('are put together without spaces, brackets and leading zeros', () => {
    expect(wholePhoneNumber('IN', '098765 43210')).toBe('+919876543210')
    expect(wholePhoneNumber('US', '(415) 555-0134')).toBe('+14155550134')
  })
})

describe('usernames', () => {
  it.each([
    ['', 'Username is required'],
    ['  ', 'Username is required'],
    ['ab', 'Username must be at least 3 characters long'],
    ['a b c', 'Username can only contain letters, numbers, dots, hyphens, and underscores'],
    ['asha.menon_1-x', undefined],
  ])('%j: %s', (typed, problem) => {
    expect(findUsernameProblem(typed)).toBe(problem)
  })
})

describe('the words of a failure', () => {
  it('are the server’s when it sent some, else the form’s own', () => {
    expect(errorText(new ApiError(401, 'invalid-credentials', 'Invalid email or password'), 'Login failed')).toBe(
      'Invalid email or password',
    )
    expect(errorText(new ApiError(502, 'unknown', ''), 'Login failed')).toBe('Login failed')
    expect(errorText(new Error('bug'), 'Login failed')).toBe('Login failed')
  })

  it('are about the network when no answer came', () => {
    const failure = new ApiError(0, 'network', 'Network error. Please check your connection and try again.')
    expect(errorText(failure, 'Failed to send email OTP', 'Network error occurred')).toBe('Network error occurred')
    expect(errorText(failure, 'Login failed')).toBe('Network error. Please check your connection and try again.')
  })

  it('go to the fields they are about', () => {
    const failure = new ApiError(400, 'invalid-input', 'x', {
      issues: [{ path: 'username', message: 'Too long' }, { path: ['phoneNumber'], message: 'Not a number' }, 'odd'],
    })
    expect(fieldErrors(failure)).toEqual({ username: 'Too long', phoneNumber: 'Not a number' })
    expect(fieldErrors(new Error('bug'))).toEqual({})
  })
})
