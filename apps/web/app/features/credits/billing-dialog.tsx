// Asks where a buyer is and, for a business, who they are. Fetched when it is needed.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { BillingDetails } from '@vitrine/contract/billing'
import { findGstinProblem, GSTIN_PROBLEM_TEXT, isEuCountry, toGstin } from '@vitrine/contract/tax-place'
import { useEffect, useEffectEvent, useState } from 'react'
import { useRegion } from '../../api/root-data.ts'
import { serverText } from '../../language/i18n.ts'
import { countryChoices, stateChoices } from '../../language/place-names.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckboxField, FormError } from '../../ui/field.tsx'
import { Form, FormSelect, FormText } from '../../ui/form/form.tsx'
import { FormLines } from '../../ui/form/form-lines.tsx'
import { type FormHandle, useForm } from '../../ui/form/use-form.ts'

type BillingDialogProps = {
  /** What is stored so far. */
  details: BillingDetails | undefined
  /** Rejects with the API's error. */
  onSave: (details: BillingDetails) => Promise<void>
  onClose: () => void
}

/** What only a business fills in. */
type Business = Pick<BillingDetails, 'taxNumber' | 'legalName' | 'address'>
const noBusiness: Business = { taxNumber: '', legalName: '', address: [] }

export default function BillingDialog({ details, onSave, onClose }: BillingDialogProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Billing details`}
      description={t`The tax depends on where you are. We ask once and keep it for your next purchases.`}
    >
      <BillingForm details={details} onSave={onSave} />
    </Dialog>
  )
}

function BillingForm({ details, onSave }: Pick<BillingDialogProps, 'details' | 'onSave'>) {
  const { country_code2: guess } = useRegion()
  const [isBusiness, setIsBusiness] = useState(details !== undefined && details.legalName !== '')
  /** What a business has typed, while the box is not ticked. */
  const [typed, setTyped] = useState(noBusiness)
  const form = useForm<BillingDetails>({
    values: details ?? { country: guess, state: null, ...noBusiness },
    schema: () => import('@vitrine/contract/billing').then(({ billingDetails }) => billingDetails),
    check: ({ legalName }) => ({
      legalName: isBusiness && legalName.trim() === '' ? t`Enter the name of the business` : undefined,
    }),
    send: onSave,
  })
  const { country, taxNumber, legalName, address } = form.values
  useStateOf(form)
  const tick = (isTicked: boolean) => {
    setIsBusiness(isTicked)
    setTyped({ taxNumber, legalName, address })
    form.change(isTicked ? typed : noBusiness)
  }
  return (
    <Form form={form} className="flex flex-col gap-5">
      <FormSelect form={form} name="country" label={t`Country`} autoComplete="country" choices={countryChoices()} />
      {country === 'IN' && (
        <FormSelect
          form={form}
          name="state"
          label={t({ message: 'State', context: 'of a country' })}
          autoComplete="address-level1"
          placeholder={t`Please choose`}
          choices={stateChoices()}
        />
      )}
      <CheckboxField
        label={t`I buy for a business`}
        checked={isBusiness}
        onChange={({ target }) => tick(target.checked)}
      />
      {isBusiness && <BusinessFields form={form} />}
      <FormError>{form.failure}</FormError>
      <Button type="submit" isBusy={form.isBusy}>
        <Trans>Save</Trans>
      </Button>
    </Form>
  )
}

/** The state is that of a GSTIN as soon as one is typed, and there is none outside India. */
function useStateOf(form: FormHandle<BillingDetails>): void {
  const { country, state } = form.values
  const gstin = toGstin(form.values.taxNumber)
  const found = country === 'IN' ? (findGstinProblem(gstin) === undefined ? gstin.slice(0, 2) : state) : null
  const adopt = useEffectEvent(() => {
    if (found !== state) form.change({ state: found })
  })
  useEffect(() => adopt(), [country, gstin])
}

function BusinessFields({ form }: { form: FormHandle<BillingDetails> }) {
  const { country, taxNumber } = form.values
  const [isLeft, setIsLeft] = useState(taxNumber !== '')
  const gstin = toGstin(taxNumber)
  // No error while the number is being typed; one as soon as it is complete.
  const isJudged = country === 'IN' && gstin !== '' && (isLeft || gstin.length >= 15)
  const problem = isJudged ? findGstinProblem(gstin) : undefined
  return (
    <>
      <FormText
        form={form}
        name="taxNumber"
        label={country === 'IN' ? t`GSTIN` : isEuCountry(country) ? t`VAT number` : t`Tax number`}
        hint={t`Leave it empty if the business has none`}
        error={problem && serverText(GSTIN_PROBLEM_TEXT[problem])}
        rules={{ onBlur: () => setIsLeft(true) }}
        write={(typed) => typed.toUpperCase()}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <FormText form={form} name="legalName" label={t`Legal name`} autoComplete="organization" />
      <FormLines form={form} name="address" label={t`Address`} maxLines={5} />
    </>
  )
}
