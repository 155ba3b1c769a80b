// The third step: the owner's account. Only a hash of the password is stored, and returning owners need not type it
// again.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { SetupState } from '@vitrine/contract/setup'
import { FormPassword, FormText } from '../ui/form/form-field.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { setupApi } from './setup-api.ts'
import { StepForm, StepHeading, type StepProps } from './step-form.tsx'

const readOwner = ({ owner }: SetupState) => ({
  email: owner?.email ?? '',
  username: owner?.username ?? '',
  password: '',
  adminPassword: '',
})

export function OwnerStep({ state, onState, reload, ...way }: StepProps) {
  const { owner, needsAdminPassword, revision } = state
  const form = useForm({
    values: readOwner(state),
    async send({ password, adminPassword, ...account }) {
      const typed = { ...(password && { password }), ...(needsAdminPassword && adminPassword && { adminPassword }) }
      const next = await setupApi.saveOwner({ ...account, ...typed, revision })
      onState(next)
      return readOwner(next)
    },
    reload,
  })
  const keptHint = owner ? t`Kept. Leave it empty, or type another one.` : undefined
  return (
    <StepForm form={form} {...way}>
      <StepHeading step={3} title={t`Who owns it?`}>
        <Trans>Your account: you sign in with it as customers do, and it opens the admin area.</Trans>
      </StepHeading>
      <div className="flex max-w-[34rem] flex-col gap-5">
        <FormText form={form} name="email" label={t`Email address`} type="email" autoComplete="email" maxLength={254} />
        <FormText
          form={form}
          name="username"
          label={t`Username`}
          hint={t`3 to 30 letters, digits, dots, hyphens and underscores`}
          autoComplete="username"
          spellCheck={false}
          maxLength={30}
        />
        <FormPassword
          form={form}
          name="password"
          label={t`Password`}
          hint={keptHint ?? t`At least 6 characters`}
          autoComplete="new-password"
        />
        {needsAdminPassword && (
          <FormPassword
            form={form}
            name="adminPassword"
            label={t`Password of the admin area`}
            hint={keptHint ?? t`Asked for on top of your own, so choose another one`}
            autoComplete="new-password"
          />
        )}
      </div>
    </StepForm>
  )
}
