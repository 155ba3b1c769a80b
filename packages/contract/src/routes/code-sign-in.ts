// Routes of signing in, or registering, with only a code.
import {
  codeSignInRequest,
  codeSignInResponse,
  sendOtpResponse,
  sendSignInCodeRequest,
  signInLinkRequest,
  signInLinkResponse,
} from '../accounts.ts'
import { defineRoutes } from '../route.ts'

export const codeSignInRoutes = defineRoutes({
  'POST /api/sign-in-code': {
    tag: 'accounts',
    summary: 'Sends a code that signs in by itself; the answer is the same whether or not there is an account',
    body: sendSignInCodeRequest,
    answers: { 200: sendOtpResponse },
    errors: [400, 403, 404, 409, 429, 503],
  },

  'POST /api/sign-in-code/verify': {
    tag: 'accounts',
    summary: 'Signs in by a code; the first one for an address or a number creates its account',
    body: codeSignInRequest,
    answers: { 200: codeSignInResponse, 201: codeSignInResponse },
    errors: [400, 403, 404, 409, 429],
  },

  'POST /api/sign-in-link': {
    tag: 'accounts',
    summary: 'Does what the code of an email does, by the link in it, for the browser that sends this',
    body: signInLinkRequest,
    answers: { 200: signInLinkResponse },
    errors: [400, 403, 404, 409, 429],
  },
})
