// The outside services of the store and their providers, one line for every provider's folder.

import { msg } from '@vitrine/language/texts'
import type { MailDeps, Mailer } from '../mail/mail.ts'
import { createSandboxMailer } from '../mail/sandbox.ts'
import { smtp } from '../mail/smtp/smtp.ts'
import type { PaymentDeps, PaymentGateway } from '../payment/payment.ts'
import { razorpay } from '../payment/razorpay/razorpay-provider.ts'
import { createSandboxGateway } from '../payment/razorpay/razorpay-sandbox.ts'
import type { Service } from '../provider/provider.ts'
import { google } from '../sign-in/google/google.ts'
import type { SignInDeps, SignInProvider } from '../sign-in/sign-in.ts'
import { exotel } from '../sms/exotel/exotel.ts'
import { httpGateway } from '../sms/http/http-gateway.ts'
import { msg91 } from '../sms/msg91/msg91.ts'
import { createSandboxMessenger } from '../sms/sandbox.ts'
import type { SmsDeps, TextMessenger } from '../sms/sms.ts'
import { twilio } from '../sms/twilio/twilio.ts'

const mail: Service<Mailer, MailDeps> = {
  title: msg('Email'),
  providers: [smtp],
  sandboxPlace: '/sandbox',
  sandbox: ({ outbox }) => createSandboxMailer(outbox),
}

const sms: Service<TextMessenger, SmsDeps> = {
  title: msg('Text messages'),
  note: msg(
    'Registration asks for a code by text message only while this is on. Where a message cannot be sent, the code by email is enough.',
  ),
  providers: [twilio, msg91, exotel, httpGateway],
  sandboxPlace: '/sandbox',
  sandbox: ({ outbox }) => createSandboxMessenger(outbox),
}

const payment: Service<PaymentGateway, PaymentDeps> = {
  title: msg('Payments'),
  note: msg(
    'Before you change to another account, switch payments off for five days: banks confirm late, and the store asks only the account that is entered here.',
  ),
  providers: [razorpay],
  sandboxPlace: 'sandbox',
  sandbox: ({ serverUrl, secret }) => createSandboxGateway(serverUrl, secret),
}

const signIn: Service<SignInProvider, SignInDeps> = {
  title: msg('Sign-in with Google'),
  providers: [google],
  sandboxPlace: 'sandbox',
  sandbox: ({ sandboxSignIn }) => sandboxSignIn,
}

/** In the order of the admin area. */
export const SERVICES = { mail, sms, payment, signIn } as const
export type ServiceName = keyof typeof SERVICES
