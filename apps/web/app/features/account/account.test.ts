// The rules of the account forms that need no server: return paths, numbers, names, and which words an error gets.

import type { SessionResponse } from '@vitrine/contract/accounts'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ApiResponseError } from '../../api/api.ts'
import { errorText, fieldErrors, profileErrorText, waitText } from '../../api/error-text.ts'
import { findReturnPath, loginPath } from '../../api/return-path.ts'
import { createI18n, provideI18n } from '../../language/i18n.ts'
import { sortVideos, type videoSorts } from '../library/generated-videos.tsx'
import { sortLiked } from '../library/liked-templates.tsx'
import { findPasswordProblem, findUsernameProblem } from '../sign-in/account-rules.ts'
import {
  countryCodes,
  defaultCountry,
  listCountries,
  splitPhoneNumber,
  wholePhoneNumber,
} from '../sign-in/country-codes.ts'
import { employmentOptions, employmentText } from '../sign-in/employment-fields.tsx'
import { googleErrorText, googleMessages } from '../sign-in/google-button.tsx'
import { requestOtp } from '../sign-in/otp-panel.tsx'
import { accountCreation } from '../sign-in/register.tsx'
import { completionOptions, isIncomplete, needsCompletion } from './profile-completion.ts'
import { findChanges, toDraft } from './profile-details.tsx'

describe('the redirect after signing in', () => {
  it('leads to the page that required it, with its query', () => {
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
    '/.//evil.example',
    '/profile/..//evil.example/x',
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

  it('are joined without spaces, brackets and leading zeros', () => {
    expect(wholePhoneNumber('IN', '098765 43210')).toBe('+919876543210')
    expect(wholePhoneNumber('US', '(415) 555-0134')).toBe('+14155550134')
  })
})

describe('telephone numbers in a form', () => {
  it('are shown as country code and number that join to the same value', () => {
    for (const { country, code } of countryCodes) {
      const halves = splitPhoneNumber(`${code}2012345678`)
      expect(wholePhoneNumber(halves.country, halves.phone), country).toBe(`${code}2012345678`)
    }
  })

  it('stay whole where the form does not offer the country', () => {
    expect(splitPhoneNumber('+3581234567')).toEqual({ country: 'US', phone: '+3581234567' })
    expect(wholePhoneNumber('US', '+358 123 4567')).toBe('+3581234567')
    expect(splitPhoneNumber('')).toEqual({ country: 'US', phone: '' })
  })
})

describe('an edited profile', () => {
  const profile = { actualName: 'Asha', username: 'asha', phoneNumber: '+919876543210', EmpFeild: 'Brand' }

  it('sends nothing when nothing changed', () => {
    expect(findChanges(profile, toDraft(profile))).toEqual({})
    expect(findChanges(profile, { ...toDraft(profile), actualName: ' Asha ', phone: '98765 43210' })).toEqual({})
  })

  it('sends only what changed', () => {
    expect(findChanges(profile, { ...toDraft(profile), phone: '98765 00000' })).toEqual({
      phoneNumber: '+919876500000',
    })
    const florist = { ...toDraft(profile), employment: 'Others', otherEmployment: ' Florist ' }
    expect(findChanges(profile, florist)).toEqual({ EmpFeild: 'Florist' })
  })

  it('shows a field that is not offered as free text', () => {
    expect(toDraft({ ...profile, EmpFeild: 'Technology' })).toMatchObject({
      employment: 'Others',
      otherEmployment: 'Technology',
    })
  })
})

it('an employment field is shown in the language of the page, and stored in English', () => {
  const german = createI18n('de', {})
  vi.spyOn(german, '_').mockReturnValue('auf Deutsch')
  provideI18n(() => german)
  onTestFinished(() => provideI18n(() => createI18n('en', {})))
  expect(new Set([...employmentOptions, ...completionOptions].map(employmentText))).toEqual(new Set(['auf Deutsch']))
  expect(['Florist', 'constructor'].map(employmentText)).toEqual(['Florist', 'constructor'])
})

it('countries are offered by their name in the language of the page, the first one first', () => {
  const named = listCountries()
  expect(named.map(({ country }) => country)).toEqual(countryCodes.map(({ country }) => country))
  expect(named[1]).toEqual({ country: 'AR', name: 'Argentina', code: '+54' })
})

it('a registration offers four fields of employment', () => {
  expect(employmentOptions).toEqual(['Individual', 'Brand', 'Agency', 'Others'])
})

describe('a profile to be completed', () => {
  const whole = { isGoogleUser: true, phoneNumber: '+911', EmpFeild: 'Design', actualName: 'Asha' }

  it('is one of social sign-in without a number or a field, blanks not counting', () => {
    expect(isIncomplete(whole)).toBe(false)
    expect(isIncomplete({ ...whole, phoneNumber: '  ' })).toBe(true)
    expect(isIncomplete({ ...whole, EmpFeild: '' })).toBe(true)
    expect(isIncomplete({ ...whole, EmpFeild: '', isGoogleUser: false })).toBe(false)
  })

  it('is asked for when only the name is missing, too', () => {
    expect(needsCompletion(whole)).toBe(false)
    expect(needsCompletion({ ...whole, actualName: ' ' })).toBe(true)
    expect(needsCompletion({ ...whole, actualName: '', isGoogleUser: false })).toBe(false)
  })

  it('offers eighteen fields of employment', () => {
    expect(completionOptions).toEqual([
      ...[
        'Technology',
        'Healthcare',
        'Education',
        'Finance',
        'Marketing',
        'Design',
        'Sales',
        'Engineering',
        'Consulting',
      ],
      ...['Media & Entertainment', 'Real Estate', 'Retail', 'Manufacturing', 'Non-Profit', 'Government', 'Student'],
      ...['Freelancer', 'Other'],
    ])
    expect(completionOptions).toHaveLength(18)
  })
})

describe('liked templates', () => {
  const liked = (
    templateName: string,
    templatePrice: number,
    templatePriceIND: number,
    templateCategory: string[],
  ) => ({
    templateName,
    templateDescription: '',
    templatePrice,
    templatePriceIND,
    templateCategory,
  })
  const list = [
    liked('Neon', 90, 40, ['Gym']),
    liked('Baraat', 60, 80, ['Wedding']),
    liked('Adieu', 90, 50, ['Wedding']),
  ]
  const names = (search: string, sort: Parameters<typeof sortLiked>[2], isIndianUser = false) =>
    sortLiked(list, search, sort, { isIndianUser }).map(({ templateName }) => templateName)

  it('are ordered by time, name and price of the region', () => {
    expect(names('', 'recent')).toEqual(['Neon', 'Baraat', 'Adieu'])
    expect(names('', 'name')).toEqual(['Adieu', 'Baraat', 'Neon'])
    expect(names('', 'price-low')).toEqual(['Baraat', 'Adieu', 'Neon'])
    expect(names('', 'price-high')).toEqual(['Adieu', 'Neon', 'Baraat'])
    expect(names('', 'price-low', true)).toEqual(['Neon', 'Adieu', 'Baraat'])
  })

  it('are found by name and category, without regard to case and blanks', () => {
    expect(names(' WEDD ', 'recent')).toEqual(['Baraat', 'Adieu'])
    expect(names('nothing like it', 'recent')).toEqual([])
  })
})

describe('a new password', () => {
  it.each([
    ['', '', 'Please fill in both password fields'],
    ['abcdef', '', 'Please fill in both password fields'],
    ['abcdef', 'abcdeg', 'Passwords do not match'],
    ['abcde', 'abcde', 'Password must be at least 6 characters long'],
    ['abcdef', 'abcdef', undefined],
  ])('%j, %j: %s', (password, confirmation, problem) => {
    expect(findPasswordProblem(password, confirmation)).toBe(problem)
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

describe('error messages', () => {
  it('are the server’s when present, else the form’s own', () => {
    expect(
      errorText(new ApiResponseError(401, 'invalid-credentials', 'Invalid email or password'), 'Login failed'),
    ).toBe('Invalid email or password')
    expect(errorText(new ApiResponseError(502, 'unknown', ''), 'Login failed')).toBe('Login failed')
    expect(errorText(new Error('bug'), 'Login failed')).toBe('Login failed')
  })

  it('are about the network without a response', () => {
    const failure = new ApiResponseError(0, 'network', 'Network error. Please check your connection and try again.')
    expect(errorText(failure, 'Failed to send email OTP', 'Network error occurred')).toBe('Network error occurred')
    expect(errorText(failure, 'Login failed')).toBe('Network error. Please check your connection and try again.')
  })

  it('of a profile are the error, else the message, else its own', () => {
    const answered = (message: string, details = {}) =>
      profileErrorText(new ApiResponseError(400, 'unknown', message, details))
    expect(answered('Username is already taken', { message: 'Bad request' })).toBe('Username is already taken')
    expect(answered('', { message: 'The name is too long' })).toBe('The name is too long')
    for (const details of [{}, { message: '' }, { message: 7 }]) {
      expect(answered('', details)).toBe('Failed to update profile. Please try again.')
    }
    expect(profileErrorText(new Error('bug'))).toBe('Failed to update profile. Please try again.')
  })

  it('with Google are those of the page, except for known server errors', () => {
    const cases: [ApiResponseError, string, string][] = [
      [new ApiResponseError(500, 'unknown', ''), 'Please try again.', 'Please try again.'],
      [
        new ApiResponseError(401, 'google-token-invalid', 'Google login failed. Please try again.'),
        'Please try again.',
        'Please try again.',
      ],
      [
        new ApiResponseError(
          503,
          'google-unavailable',
          'Google login failed. Please try signing in manually or try again later.',
        ),
        'Please try signing in manually or try again later.',
        'Please try registering manually or try again later.',
      ],
    ]
    for (const [failure, login, registration] of cases) {
      expect(googleErrorText(failure, googleMessages('signin_with'))).toBe(`Google login failed. ${login}`)
      expect(googleErrorText(failure, googleMessages('signup_with'))).toBe(
        `Google registration failed. ${registration}`,
      )
    }
    const blocked = new ApiResponseError(
      403,
      'account-blocked',
      'This account has been blocked. Please contact support.',
    )
    expect(googleErrorText(blocked, googleMessages('signup_with'))).toBe(blocked.message)
    expect(googleMessages('signup_with').noUser).toBe('Google registration returned no user data')
  })

  it('are shown at their fields', () => {
    const failure = new ApiResponseError(400, 'invalid-input', 'x', {
      issues: [{ path: 'username', message: 'Too long' }, { path: ['phoneNumber'], message: 'Not a number' }, 'odd'],
    })
    expect(fieldErrors(failure)).toEqual({ username: 'Too long', phoneNumber: 'Not a number' })
    expect(fieldErrors(new Error('bug'))).toEqual({})
  })
})

describe('creating an account', () => {
  const typed = {
    actualName: ' Asha ',
    username: 'asha',
    email: ' asha@example.test ',
    emailProof: {},
    country: 'IN',
    phone: '098765 43210',
    phoneProof: {},
    employment: 'Others',
    otherEmployment: 'Florist',
    password: 'quiet-lantern-7',
    confirmation: 'quiet-lantern-7',
    rememberMe: true,
  }
  const lost = new ApiResponseError(0, 'network', 'Network error')
  const unproven = new ApiResponseError(403, 'email-not-verified', 'Please verify your email address first')
  const session = { token: 't' } as SessionResponse
  const attempt = (answers: (ApiResponseError | SessionResponse)[], login: ApiResponseError | SessionResponse) => {
    const settle = (answer: ApiResponseError | SessionResponse | undefined) =>
      answer instanceof ApiResponseError ? Promise.reject(answer) : Promise.resolve(answer as SessionResponse)
    const calls = { register: vi.fn(() => settle(answers.shift())), login: vi.fn(() => settle(login)) }
    return { calls, create: accountCreation(calls) }
  }

  it('sends trimmed and joined values', async () => {
    const { calls, create } = attempt([session], lost)
    expect(await create(typed)).toBe(session)
    expect(calls.register).toHaveBeenCalledWith({
      username: 'asha',
      email: 'asha@example.test',
      password: 'quiet-lantern-7',
      actualName: 'Asha',
      phoneNumber: '+919876543210',
      EmpFeild: 'Florist',
      rememberMe: true,
    })
  })

  it('signs in when the account was created and the response was lost', async () => {
    const { calls, create } = attempt([lost, unproven], session)
    await expect(create(typed)).rejects.toBe(lost)
    expect(await create(typed)).toBe(session)
    expect(calls.login).toHaveBeenCalledWith('asha@example.test', 'quiet-lantern-7', true)
  })

  it('reports the error of the registration otherwise, and never tries a password unasked', async () => {
    const { create } = attempt([lost, unproven], new ApiResponseError(401, 'invalid-credentials', 'Invalid'))
    await expect(create(typed)).rejects.toBe(lost)
    await expect(create(typed)).rejects.toBe(unproven)
    const fresh = attempt([unproven], session)
    await expect(fresh.create(typed)).rejects.toBe(unproven)
    expect(fresh.calls.login).not.toHaveBeenCalled()
  })
})

describe('asking for a code', () => {
  it('continues with a code that was sent less than a minute ago', async () => {
    expect(await requestOtp(async () => 'sent')).toBe(60)
    const tooSoon = new ApiResponseError(429, 'otp-too-soon', 'Please wait', { retryAfterSeconds: 41 })
    expect(await requestOtp(() => Promise.reject(tooSoon))).toBe(41)
    const limited = new ApiResponseError(429, 'rate-limited', 'Too many', { retryAfterSeconds: 900 })
    await expect(requestOtp(() => Promise.reject(limited))).rejects.toBe(limited)
  })

  it('says when to come back, where the server knows', () => {
    const limited = (details: Record<string, unknown>) =>
      new ApiResponseError(429, 'rate-limited', 'Too many. Later.', details)
    expect(errorText(limited({ retryAfterSeconds: 840 }), 'Login failed')).toBe(
      'Too many requests. Please try again in 14 min.',
    )
    expect(errorText(limited({}), 'Login failed')).toBe('Too many. Later.')
  })

  it('shows long waits in minutes and hours', () => {
    expect([60, 90, 91, 3540, 5401, 70_000].map(waitText)).toEqual(['60 s', '90 s', '2 min', '59 min', '2 h', '20 h'])
  })
})

describe('generated videos', () => {
  const video = (jobId: string, templateName: string, status: 'queued' | 'completed' | 'failed', day: number) => ({
    jobId,
    templateId: `${templateName.toLowerCase()}-template`,
    templateName,
    status,
    createdAt: `2026-05-0${day}T10:00:00.000Z`,
  })
  const videos = [
    video('a1', 'Rose', 'failed', 2),
    video('b2', 'Diwali', 'completed', 3),
    video('c3', 'Rose', 'completed', 1),
    video('d4', 'Aurora', 'queued', 4),
  ]
  const jobs = (search: string, sort: keyof typeof videoSorts) =>
    sortVideos(videos, search, sort).map(({ jobId }) => jobId)

  it('are ordered by time, status and template, the newest first among equals', () => {
    expect(jobs('', 'recent')).toEqual(['d4', 'b2', 'a1', 'c3'])
    expect(jobs('', 'oldest')).toEqual(['c3', 'a1', 'b2', 'd4'])
    expect(jobs('', 'status')).toEqual(['b2', 'c3', 'a1', 'd4'])
    expect(jobs('', 'template')).toEqual(['d4', 'b2', 'a1', 'c3'])
  })

  it('are found by job, template and status, without regard to case and blanks', () => {
    expect(jobs(' C3 ', 'recent')).toEqual(['c3'])
    expect(jobs('rose', 'recent')).toEqual(['a1', 'c3'])
    expect(jobs('Aurora-Template', 'recent')).toEqual(['d4'])
    expect(jobs('COMPLETED', 'recent')).toEqual(['b2', 'c3'])
    expect(jobs('nothing', 'recent')).toEqual([])
  })
})
