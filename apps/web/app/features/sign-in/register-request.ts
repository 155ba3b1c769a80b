// The registration request, and the recovery when its response is lost.
import type { RegisterRequest, SessionResponse } from '@vitrine/contract/accounts'
import { toEmailAddress, toPlainLine } from '@vitrine/contract/input'
import { ApiResponseError } from '../../api/api.ts'
import { wholePhoneNumber } from './country-codes.ts'
import type { EmploymentValues } from './employment-fields.tsx'
import { otherEmployment } from './employment-options.ts'
import type { ProvenEmailValues } from './proven-email.tsx'
import type { ProvenPhoneValues } from './proven-phone.tsx'
import { toUsername } from './username-rule.ts'

/** The values of the registration form, as typed. */
export type Account = ProvenEmailValues &
  ProvenPhoneValues &
  EmploymentValues & {
    actualName: string
    username: string
    password: string
    confirmation: string
    rememberMe: boolean
  }

type Calls = {
  register(account: RegisterRequest): Promise<SessionResponse>
  login(email: string, password: string, rememberMe: boolean): Promise<SessionResponse>
}

/**
 * Creates the account of one form, for any number of attempts. Rejects with the `ApiResponseError` of the registration.
 * If the response of an earlier attempt was lost, the account may exist and the proof of its address be used up: a
 * retry would be rejected for ever, so the typed password signs in instead.
 */
export function accountCreation(calls: Calls): (typed: Account) => Promise<SessionResponse> {
  let wasAnswerLost = false
  return async (typed) => {
    const account = toRequest(typed)
    try {
      return await calls.register(account)
    } catch (failure) {
      if (!(failure instanceof ApiResponseError)) throw failure
      if (wasAnswerLost && failure.code === 'email-not-verified') {
        const { email, password, rememberMe } = typed
        return await calls.login(toEmailAddress(email), password, rememberMe).catch(() => Promise.reject(failure))
      }
      wasAnswerLost ||= failure.status === 0 || failure.status >= 500
      throw failure
    }
  }
}

function toRequest(typed: Account): RegisterRequest {
  return {
    username: toUsername(typed.username),
    email: toEmailAddress(typed.email),
    password: typed.password,
    actualName: toPlainLine(typed.actualName),
    phoneNumber: wholePhoneNumber(typed.country, typed.phone),
    EmpFeild: typed.employment === otherEmployment ? toPlainLine(typed.otherEmployment) : typed.employment,
    rememberMe: typed.rememberMe,
  }
}
