// Reasons for failed payments. The gateway sends an English text and a code; pages in other languages translate the code.
import { msg } from './placeholder.ts'

const DECLINED = msg('Your payment was declined by the bank. Please try another method.')
const LATE = msg('The payment was not completed in time. Please try again.')
const AWAY = msg('The bank could not be reached. Please try again in a few minutes.')
const NO_FUNDS = msg('Your account balance is too low for this payment.')
const OVER_LIMIT = msg('The payment is over a limit of your bank or card.')
const ATTEMPTS = msg('There were too many wrong attempts. Please try again later.')
const WRONG_OTP = msg('The one-time password was incorrect or has expired.')
const WRONG_PIN = msg('The PIN was incorrect.')
const WRONG_CARD = msg('The details of the card were incorrect.')
const BLOCKED = msg('The card or account is blocked. Please ask your bank.')
const NOT_ALLOWED = msg('The card is not enabled for this payment. Please try another method.')
const WRONG_UPI = msg('The UPI address cannot be used for this payment. Please try another method.')

/** English texts by Razorpay's `error_reason`, for those that customers meet: https://razorpay.com/docs/errors/payments/list/ */
const TEXTS = new Map<string, string>([
  ['payment_cancelled', msg('The payment was cancelled.')],
  ['payment_failed', DECLINED],
  ['payment_declined', DECLINED],
  ['card_declined', DECLINED],
  ['debit_declined', DECLINED],
  ['authorisation_declined_by_psp', DECLINED],
  ['payment_timed_out', LATE],
  ['payment_session_expired', LATE],
  ['payment_collect_request_expired', LATE],
  ['bank_technical_error', AWAY],
  ['bank_not_available', AWAY],
  ['bank_cutoff_in_progress', AWAY],
  ['issuer_technical_error', AWAY],
  ['gateway_technical_error', AWAY],
  ['server_error', AWAY],
  ['insufficient_funds', NO_FUNDS],
  ['credit_limit_exceeded', OVER_LIMIT],
  ['transaction_limit_exceeded', OVER_LIMIT],
  ['transaction_daily_limit_exceeded', OVER_LIMIT],
  ['transaction_daily_count_exceeded', OVER_LIMIT],
  ['transaction_frequency_limit_exceeded', OVER_LIMIT],
  ['otp_attempts_exceeded', ATTEMPTS],
  ['pin_attempts_exceeded', ATTEMPTS],
  ['incorrect_otp', WRONG_OTP],
  ['invalid_otp', WRONG_OTP],
  ['otp_expired', WRONG_OTP],
  ['incorrect_pin', WRONG_PIN],
  ['incorrect_atm_pin', WRONG_PIN],
  ['incorrect_cvv', msg('The CVV of the card was incorrect.')],
  ['incorrect_card_details', WRONG_CARD],
  ['incorrect_cardholder_name', WRONG_CARD],
  ['incorrect_card_expiry_date', WRONG_CARD],
  ['card_number_invalid', WRONG_CARD],
  ['card_expired', msg('The card has expired.')],
  ['authentication_failed', msg('The bank could not confirm that it was you. Please try again.')],
  ['debit_instrument_blocked', BLOCKED],
  ['debit_instrument_inactive', BLOCKED],
  ['payment_risk_check_failed', msg('A security check stopped the payment. Please try another method.')],
  ['international_transaction_not_allowed', NOT_ALLOWED],
  ['card_disabled_for_online_payments', NOT_ALLOWED],
  ['card_not_enrolled', NOT_ALLOWED],
  ['card_type_invalid', NOT_ALLOWED],
  ['card_network_not_enabled', NOT_ALLOWED],
  ['invalid_vpa', WRONG_UPI],
  ['vpa_resolution_failed', WRONG_UPI],
  ['transaction_on_vpa_restricted', WRONG_UPI],
  ['psp_not_registered', WRONG_UPI],
  ['user_not_registered_for_netbanking', msg('Net banking is not enabled for this account.')],
])

/** The English text of a gateway's reason, which the message catalogue translates; undefined for an unknown one. */
export const paymentFailureText = (reason: string | null | undefined): string | undefined => TEXTS.get(reason ?? '')
