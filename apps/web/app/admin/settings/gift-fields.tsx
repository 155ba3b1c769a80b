// The free credits of new accounts, and their cost at the prices of the packs.
import { t } from '@lingui/core/macro'
import { FormNumber } from '../../ui/form/form-field.tsx'
import type { FormOf } from '../../ui/form/use-form.ts'
import { creditsWorthText } from '../ui/rupees.ts'
import type { SectionValue } from './use-section.ts'

export function GiftFields({ form }: { form: FormOf<SectionValue<'pricing'>> }) {
  const gifts = [
    ['signupCredits', t`Gift for a new account`, t`In credits`],
    ['profileCredits', t`Gift for a complete profile`, t`In credits, once, for accounts that signed up with Google`],
  ] as const
  return gifts.map(([name, label, hint]) => {
    const worth = creditsWorthText(form.values[name] || 0, form.values.paisePer1000Credits || 0)
    const cost = t`Each is given goods for ${worth}.`
    return <FormNumber key={name} form={form} name={name} label={label} hint={`${hint}. ${cost}`} decimals={0} />
  })
}
