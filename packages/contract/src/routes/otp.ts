// Routes of one-time codes: sending one by email or SMS, and verifying it.
import {
  sendEmailOtpRequest,
  sendOtpResponse,
  sendPhoneOtpRequest,
  verifyEmailOtpRequest,
  verifyOtpResponse,
  verifyPhoneOtpRequest,
} from '../accounts.ts'
import { defineRoutes } from '../route.ts'

const sendEmailCode = {
  tag: 'accounts',
  summary: 'Sends a code of six digits by mail',
  body: sendEmailOtpRequest,
  answers: { 200: sendOtpResponse },
  errors: [400, 404, 409, 429, 503],
} as const

export const otpRoutes = defineRoutes({
  'POST /api/send-email-otp': sendEmailCode,

  'POST /api/resend-email-otp': sendEmailCode,

  'POST /api/verify-email-otp': {
    tag: 'accounts',
    summary: 'Checks a code and marks the address verified on the server',
    body: verifyEmailOtpRequest,
    answers: { 200: verifyOtpResponse },
    errors: [400, 404, 409, 429, 503],
  },

  'POST /api/send-phone-otp': {
    tag: 'accounts',
    summary: 'Sends a code of six digits by SMS',
    body: sendPhoneOtpRequest,
    answers: { 200: sendOtpResponse },
    errors: [400, 404, 409, 429, 503],
  },

  'POST /api/verify-phone-otp': {
    tag: 'accounts',
    summary: 'Checks a code and marks the phone number verified on the server',
    body: verifyPhoneOtpRequest,
    answers: { 200: verifyOtpResponse },
    errors: [400, 404, 409, 429, 503],
  },
})
