// The free credits of new accounts, and what they cost at the prices of the packs.
import { t } from '@lingui/core/macro'
import { NumberField } from '../../ui/number-field.tsx'
import { creditsWorthText } from '../rupees.ts'
import { fixedHint } from './section-form.tsx'
import type { SavedFormOf } from './use-saved-form.ts'
import type { SectionValue } from './use-section.ts'

type Pricing = SectionValue<'pricing'>

type GiftFieldsProps = {
  work: Pick<SavedFormOf<Pricing>, 'value' | 'change' | 'problemOf'>
  /** The environment variable that sets a field, if one does. */
  variableOf?: (field: 'signupCredits' | 'profileCredits') => string | undefined
}

export function GiftFields({ work: { value, change, problemOf }, variableOf = () => undefined }: GiftFieldsProps) {
  const gifts = [
    ['signupCredits', t`Gift for a new account`, t`In credits`],
    ['profileCredits', t`Gift for a complete profile`, t`In credits, once, for accounts that signed up with Google`],
  ] as const
  return gifts.map(([field, label, hint]) => {
    const worth = creditsWorthText(value[field] || 0, value.paisePer1000Credits || 0)
    return (
      <NumberField
        key={field}
        label={label}
        hint={fixedHint(variableOf(field)) ?? `${hint}. ${t`Each is given goods for ${worth}.`}`}
        decimals={0}
        value={value[field]}
        error={problemOf(field)}
        isDisabled={variableOf(field) !== undefined}
        onValue={(credits) => change({ [field]: credits })}
      />
    )
  })
}
