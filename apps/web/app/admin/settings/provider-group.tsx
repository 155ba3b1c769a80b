// One external service in the settings: its current state, its new mode, its keys, and a test.

import { select, t } from '@lingui/core/macro'
import type { ProviderState } from '@vitrine/contract/provider-settings'
import type { LaunchTest } from '@vitrine/contract/status'
import type { ReactNode } from 'react'
import { serverText } from '../../language/server-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { SelectField } from '../../ui/field.tsx'
import { fixedHint } from '../../ui/form/form-field.tsx'
import { ProviderTest } from './provider-test.tsx'
import { FieldGroup } from './section-form.tsx'

type Mode = ProviderState['mode'] | null

type ProviderGroupProps = {
  title: string
  note?: ReactNode
  /** The current state; absent for a service that only its fields turn on or off. */
  state?: ProviderState
  /** The mode selected in the form; null: none yet. */
  mode?: Mode
  onMode?: (mode: Mode) => void
  /** The environment variable that sets the service, if one does. */
  variable: string | undefined
  /** The test of the saved settings. */
  test?: LaunchTest
  isUnsaved?: boolean
  children: ReactNode
}

const modeTones = { off: 'plain', sandbox: 'warn', live: 'good' } as const

export function ProviderGroup(props: ProviderGroupProps) {
  const { title, note, state, mode, onMode, variable, test, isUnsaved = false, children } = props
  const current = state?.mode ?? 'off'
  return (
    <FieldGroup title={title} note={note}>
      {state && (
        <p className="flex flex-wrap items-center gap-2 text-caption text-muted">
          <Badge tone={modeTones[state.mode]}>{modeText(state.mode)}</Badge>
          <span className="break-words">{state.problem === null ? stateText(state) : serverText(state.problem)}</span>
        </p>
      )}
      {variable && <p className="text-caption text-muted">{fixedHint(variable)}</p>}
      {mode !== undefined && onMode && !variable && (
        <SelectField
          label={t`${title}: mode`}
          fieldClass="max-w-80"
          value={mode ?? ''}
          onChange={({ target }) => onMode((target.value || null) as Mode)}
        >
          {mode === null && (
            <option value="">
              {t`Not chosen yet (${select(current, { sandbox: 'sandbox', live: 'live', other: 'off' })} until then)`}
            </option>
          )}
          <option value="off">{t`Off`}</option>
          <option value="sandbox">{t`Sandbox: nothing leaves the store`}</option>
          <option value="live">{t`Live`}</option>
        </SelectField>
      )}
      {(mode === undefined || mode === 'live') && children}
      {test && state?.mode !== 'off' && <ProviderTest test={test} title={title} isUnsaved={isUnsaved} />}
    </FieldGroup>
  )
}

function modeText(mode: ProviderState['mode']): string {
  return { off: t`Off`, sandbox: t`Sandbox`, live: t`Live` }[mode]
}

function stateText({ mode, detail }: ProviderState): string {
  if (mode === 'off') return t`The store does without it.`
  if (mode === 'sandbox' && detail === '/sandbox') return t`What would be sent shows at /sandbox.`
  // The badge before it already shows this.
  if (mode === 'sandbox' && detail === 'sandbox') return ''
  return t`In effect: ${detail}`
}
