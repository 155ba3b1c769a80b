// The popup that asks accounts created with Google for a phone number and an employment field, and thanks them.

import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Profile, UpdateProfileRequest, UpdateProfileResponse } from '@vitrine/contract/accounts'
import { toPlainLine } from '@vitrine/contract/input'
import CircleCheck from 'lucide-react/icons/circle-check'
import Coins from 'lucide-react/icons/coins'
import { type CSSProperties, useEffect, useState } from 'react'
import { profileErrorText } from '../../api/error-text.ts'
import { useRegion, useRootData, useServices } from '../../api/root-data.ts'
import { changeProfile } from '../../api/session.ts'
import { countText } from '../../language/format.ts'
import { serverText } from '../../language/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormError } from '../../ui/field.tsx'
import { Form, FormSelect, FormText } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { findPhoneProblem, splitPhoneNumber, startCountry, wholePhoneNumber } from '../sign-in/country-codes.ts'
import { employmentChoices } from '../sign-in/employment-fields.tsx'
import { type Proof, ProvenPhone } from '../sign-in/verified-field.tsx'
import { giftText } from '../sign-in/welcome.ts'
import { completionOptions, isIncomplete } from './profile-completion.ts'

const celebrationMs = 6000
const successMs = 1500

type CompleteProfileDialogProps = {
  profile: Profile
  /** Keeps the dialog open although the profile is complete. */
  onSaving: (isBusy: boolean) => void
  onClose: () => void
}

export default function CompleteProfileDialog({ profile, onSaving, onClose }: CompleteProfileDialogProps) {
  const [outcome, setOutcome] = useState<'celebration' | 'success' | 'withheld'>()
  const [withheld, setWithheld] = useState<string>()
  useEffect(() => {
    // The reason why no credits were given stays until the customer has read it.
    if (!outcome || outcome === 'withheld') return
    const timer = setTimeout(onClose, outcome === 'celebration' ? celebrationMs : successMs)
    return () => clearTimeout(timer)
  }, [outcome, onClose])
  const lacksName = profile.actualName.trim() === ''
  const { hasTextMessages } = useServices()
  const gift = useRootData()?.profileCredits ?? 0
  const codeNote = hasTextMessages && t`We’ll send a code to verify your phone number.`
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={outcome ? t`Thank you` : t`Complete your profile`}
      {...(!outcome && {
        description: lacksName
          ? t`Complete your profile to get the best experience`
          : [gift > 0 ? twoDetailsText(gift) : t`Add two details.`, codeNote].filter(Boolean).join(' '),
      })}
    >
      {outcome === 'celebration' && <Celebration credits={gift} onClose={onClose} />}
      {outcome === 'success' && (
        <p role="status" className="flex items-center gap-3 text-good">
          <CircleCheck aria-hidden="true" size={22} />
          <Trans>Profile updated successfully!</Trans>
        </p>
      )}
      {outcome === 'withheld' && (
        <div className="flex flex-col items-start gap-4">
          <p role="status">{withheld}</p>
          <Button variant="secondary" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        </div>
      )}
      {!outcome && (
        <CompletionForm
          profile={profile}
          onSaving={onSaving}
          onSkip={onClose}
          onSaved={({ creditsAwarded, creditsWithheld, message }) => {
            setWithheld(serverText(message))
            setOutcome(creditsAwarded ? 'celebration' : creditsWithheld ? 'withheld' : 'success')
          }}
        />
      )}
    </Dialog>
  )
}

function twoDetailsText(credits: number): string {
  const count = countText(credits)
  return plural(credits, {
    one: `Add two details and get ${count} free credit.`,
    other: `Add two details and get ${count} free credits.`,
  })
}

type CompletionFormProps = {
  profile: Profile
  onSaving: (isBusy: boolean) => void
  onSkip: () => void
  onSaved: (answer: Omit<UpdateProfileResponse, 'user'>) => void
}

function CompletionForm({ profile, onSaving, onSkip, onSaved }: CompletionFormProps) {
  const [hasName] = useState(profile.actualName.trim() !== '')
  const start = startCountry(useRegion().country_code2)
  const { hasTextMessages } = useServices()
  const gift = useRootData()?.profileCredits ?? 0
  const form = useForm({
    values: {
      actualName: profile.actualName,
      ...splitPhoneNumber(profile.phoneNumber.trim(), start),
      phoneProof: (profile.isPhoneVerified ? { verified: profile.phoneNumber } : {}) as Proof,
      employment: profile.EmpFeild.trim(),
    },
    send: async (typed) => {
      const name = toPlainLine(typed.actualName)
      const changes: UpdateProfileRequest = {
        phoneNumber: wholePhoneNumber(typed.country, typed.phone),
        EmpFeild: typed.employment,
        ...(name !== '' && name !== profile.actualName && { actualName: name }),
      }
      onSaving(true)
      try {
        onSaved(await changeProfile(changes))
      } catch (failure) {
        onSaving(false)
        throw failure
      }
    },
    check: (typed) => {
      if (typed.phone.trim() === '' || typed.employment === '')
        return { both: t`Please fill in both phone number and employment field` }
      const number = wholePhoneNumber(typed.country, typed.phone)
      const isUnproven = hasTextMessages && isIncomplete(profile) && typed.phoneProof.verified !== number
      return { phone: findPhoneProblem(number) ?? (isUnproven ? t`Please verify your phone number first` : undefined) }
    },
    fieldByError: { phoneNumber: 'phone' },
    explain: profileErrorText,
  })
  const { phone, employment } = form.values
  // Keeps a value that an older form stored.
  const ownOption = profile.EmpFeild.trim()
  return (
    <Form form={form} className="flex flex-col gap-5">
      {!hasName && <FormText form={form} name="actualName" label={t`Full name`} autoComplete="name" />}
      <ProvenPhone form={form} />
      <FormSelect
        form={form}
        name="employment"
        label={t`Employment field`}
        placeholder={t`Please choose`}
        choices={employmentChoices(ownOption === '' ? completionOptions : [...completionOptions, ownOption])}
      />
      <FormError>{form.failure}</FormError>
      <div className="flex flex-col gap-2">
        <Button type="submit" isBusy={form.isBusy} disabled={phone === '' || employment === ''}>
          {isIncomplete(profile) && gift > 0 ? t`Complete Profile & Get Credits` : t`Complete Profile`}
        </Button>
        <Button variant="quiet" onClick={onSkip}>
          <Trans>Skip for now</Trans>
        </Button>
      </div>
    </Form>
  )
}

const colors = ['var(--color-marigold)', 'var(--color-plum)', 'var(--color-good)', 'var(--color-bad)']

/** Spread evenly without a visible pattern: multiples of the golden ratio never repeat. */
const spread = (i: number, step: number) => (i * step) % 1

/** Twenty-eight pieces of confetti, the same each time. */
const paper = Array.from({ length: 28 }, (_none, i) => ({
  left: `${(spread(i, 0.618034) * 100).toFixed(1)}%`,
  animationDelay: `${Math.round(spread(i, 0.754878) * 1600)}ms`,
  animationDuration: `${Math.round(1800 + spread(i, 0.569841) * 1200)}ms`,
  backgroundColor: colors[Math.floor(spread(i, 0.412454) * colors.length)],
  '--turn': `${Math.round(spread(i, 0.819173) * 720)}deg`,
}))

function Celebration({ credits, onClose }: { credits: number; onClose: () => void }) {
  return (
    <div className="relative flex flex-col items-center gap-4 py-4 text-center">
      <div aria-hidden="true" className="pointer-events-none absolute -inset-6 overflow-hidden motion-reduce:hidden">
        {paper.map((style) => (
          <span
            key={style.left}
            style={style as CSSProperties}
            className="absolute -top-3 h-3 w-1.5 animate-[confetti_2s_ease-in_infinite] opacity-0"
          />
        ))}
      </div>
      <span className="flex size-16 items-center justify-center rounded-full bg-marigold text-on-marigold">
        <Coins aria-hidden="true" size={30} />
      </span>
      <p role="status" className="font-headline text-title">
        {giftText(credits)}
      </p>
      <p className="text-muted">
        <Trans>They’re in your account and work for any template.</Trans>
      </p>
      <Button variant="secondary" onClick={onClose}>
        <Trans>Close</Trans>
      </Button>
    </div>
  )
}
