// The third step: the owner's account. Passwords are kept as hashes; who comes back need not type them again.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSavedForm } from '../admin/settings/use-saved-form.ts'
import { PasswordField, TextField } from '../ui/field.tsx'
import { setupApi } from './setup-api.ts'
import { StepForm, StepHeading, type StepProps } from './step-form.tsx'

export function OwnerStep({ state, onState, reload, ...way }: StepProps) {
  const { owner, needsAdminPassword, revision } = state
  const work = useSavedForm({
    stored: { email: owner?.email ?? '', username: owner?.username ?? '', password: '', adminPassword: '' },
    async send({ password, adminPassword, ...account }) {
      const typed = { ...(password && { password }), ...(needsAdminPassword && adminPassword && { adminPassword }) }
      onState(await setupApi.saveOwner({ ...account, ...typed, revision }))
    },
    reload,
  })
  const { value, change, problemOf } = work
  const kept = owner ? t`Kept. Leave it empty, or type another one.` : undefined
  return (
    <StepForm saving={work.state} save={work.save} {...way}>
      <StepHeading step={3} title={t`Who owns it?`}>
        <Trans>Your account: you sign in with it as customers do, and it opens the admin area.</Trans>
      </StepHeading>
      <div className="flex max-w-[34rem] flex-col gap-5">
        <TextField
          label={t`Email address`}
          type="email"
          autoComplete="email"
          value={value.email}
          maxLength={254}
          error={problemOf('email')}
          onChange={({ target }) => change({ email: target.value })}
        />
        <TextField
          label={t`Username`}
          hint={t`3 to 30 letters, digits, dots, hyphens and underscores`}
          autoComplete="username"
          spellCheck={false}
          value={value.username}
          maxLength={30}
          error={problemOf('username')}
          onChange={({ target }) => change({ username: target.value })}
        />
        <PasswordField
          label={t`Password`}
          hint={kept ?? t`At least 6 characters`}
          autoComplete="new-password"
          value={value.password}
          error={problemOf('password')}
          onChange={({ target }) => change({ password: target.value })}
        />
        {needsAdminPassword && (
          <PasswordField
            label={t`Password of the admin area`}
            hint={kept ?? t`Asked for on top of your own, so choose another one`}
            autoComplete="new-password"
            value={value.adminPassword}
            error={problemOf('adminPassword')}
            onChange={({ target }) => change({ adminPassword: target.value })}
          />
        )}
      </div>
    </StepForm>
  )
}
