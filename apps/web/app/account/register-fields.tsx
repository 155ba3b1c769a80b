// Owns the fields of the registration that need more than an input: the proven address and the proven number.
import type { UseFormReturn } from 'react-hook-form'
import { api } from '../store/member-api.ts'
import { SelectField, TextField } from '../ui/field.tsx'
import { countryCodes, wholePhoneNumber } from './country-codes.ts'
import type { Proof } from './register-draft.ts'
import { VerifiedField } from './verified-field.tsx'

/** Everything the registration form holds, as typed. */
export type Account = {
  actualName: string
  username: string
  email: string
  country: string
  phone: string
  employment: string
  otherEmployment: string
  password: string
  confirmation: string
  rememberMe: boolean
}
type ProvenProps = {
  form: UseFormReturn<Account>
  /** What has been proven; a change of the field clears it. */
  proof: Proof
  onProof: (proof: Proof) => void
}

/** A code that was sent stays good for its address, should that be typed again. */
const withoutMark = ({ sentTo }: Proof): Proof => (sentTo === undefined ? {} : { sentTo })

export function EmailField({ form, proof, onProof }: ProvenProps) {
  const { register, watch, setError, clearErrors, formState } = form
  const email = watch('email').trim()
  const prove = () => {
    clearErrors('email')
    // The code is used up: proving the same value once more takes another one.
    onProof({ verified: email })
  }
  return (
    <VerifiedField
      value={email}
      isVerified={proof.verified !== undefined && proof.verified === email}
      sentTo={proof.sentTo}
      onSent={(sentTo) => {
        clearErrors('email')
        onProof({ sentTo })
      }}
      onVerified={prove}
      onError={(message) => setError('email', { message })}
      findProblem={() => (email === '' ? 'Please enter an email address' : undefined)}
      buttonLabel="Send code"
      send={() => api.sendEmailOtp(email, 'register')}
      resend={() => api.resendEmailOtp(email, 'register')}
      verify={(otp) => api.verifyEmailOtp(email, otp, 'register')}
      words={{
        sendFailed: 'Failed to send email OTP',
        verifyFailed: 'Failed to verify email OTP',
        resendFailed: 'Failed to resend email OTP',
      }}
    >
      <TextField
        label="Email"
        type="email"
        // What one signs in with later, and so what password managers are to keep.
        autoComplete="username"
        error={formState.errors.email?.message}
        {...register('email', {
          required: 'Please enter an email address',
          onChange: () => onProof(withoutMark(proof)),
        })}
      />
    </VerifiedField>
  )
}

export function PhoneField({ form, proof, onProof }: ProvenProps) {
  const { register, watch, setError, clearErrors, formState } = form
  const number = wholePhoneNumber(watch('country'), watch('phone'))
  const isTyped = /\d/.test(watch('phone'))
  const prove = () => {
    clearErrors('phone')
    onProof({ verified: number })
  }
  const clear = () => onProof(withoutMark(proof))
  return (
    <>
      <SelectField label="Country" autoComplete="tel-country-code" {...register('country', { onChange: clear })}>
        {countryCodes.map(({ country, name, code }) => (
          <option key={country} value={country}>
            {name} ({code})
          </option>
        ))}
      </SelectField>
      <VerifiedField
        value={isTyped ? number : ''}
        isVerified={proof.verified !== undefined && proof.verified === number}
        sentTo={proof.sentTo}
        onSent={(sentTo) => {
          clearErrors('phone')
          onProof({ sentTo })
        }}
        onVerified={prove}
        onError={(message) => setError('phone', { message })}
        findProblem={() => (isTyped ? undefined : 'Please enter your phone number')}
        isTextMessage
        buttonLabel="Send code"
        send={() => api.sendPhoneOtp(number)}
        resend={() => api.sendPhoneOtp(number)}
        verify={(otp) => api.verifyPhoneOtp(number, otp)}
        words={{
          sendFailed: 'Failed to send phone OTP',
          verifyFailed: 'Failed to verify phone OTP',
          resendFailed: 'Failed to resend phone OTP',
        }}
      >
        <TextField
          label="Phone number"
          type="tel"
          autoComplete="tel-national"
          error={formState.errors.phone?.message}
          {...register('phone', { required: 'Please enter your phone number', onChange: clear })}
        />
      </VerifiedField>
    </>
  )
}
