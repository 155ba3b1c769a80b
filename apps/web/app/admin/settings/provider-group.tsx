// One service outside in the settings: how it works now, how it is to work, its keys, and a test.

import { useQueryClient } from '@tanstack/react-query'
import type { ProviderState } from '@vitrine/contract/provider-settings'
import type { LaunchChecklist, LaunchTest } from '@vitrine/contract/status'
import { type ReactNode, useState } from 'react'
import { errorText } from '../../store/error-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { adminApiPath, adminCall } from '../admin-api.ts'
import { FieldGroup, fixedHint } from './section-form.tsx'

type Mode = ProviderState['mode'] | null

type ProviderGroupProps = {
  title: string
  note?: ReactNode
  /** How it works now; absent for what is only on or off by its fields. */
  state?: ProviderState
  /** What is chosen in the form; null: nothing yet. */
  mode?: Mode
  onMode?: (mode: Mode) => void
  /** The environment variable that sets the service, if one does. */
  variable: string | undefined
  /** The test of what is saved. */
  test?: LaunchTest
  isUnsaved?: boolean
  children: ReactNode
}

const modeTexts = { off: 'Off', sandbox: 'Sandbox', live: 'Live' } as const
const modeTones = { off: 'plain', sandbox: 'warn', live: 'good' } as const

export function ProviderGroup(props: ProviderGroupProps) {
  const { title, note, state, mode, onMode, variable, test, isUnsaved = false, children } = props
  return (
    <FieldGroup title={title} note={note}>
      {state && (
        <p className="flex flex-wrap items-center gap-2 text-caption text-muted">
          <Badge tone={modeTones[state.mode]}>{modeTexts[state.mode]}</Badge>
          <span className="break-words">{state.problem ?? stateText(state)}</span>
        </p>
      )}
      {variable && <p className="text-caption text-muted">{fixedHint(variable)}</p>}
      {mode !== undefined && onMode && !variable && (
        <SelectField
          label={`${title}: mode`}
          fieldClass="max-w-80"
          value={mode ?? ''}
          onChange={({ target }) => onMode((target.value || null) as Mode)}
        >
          {mode === null && (
            <option value="">Not chosen yet ({modeTexts[state?.mode ?? 'off'].toLowerCase()} until then)</option>
          )}
          <option value="off">Off</option>
          <option value="sandbox">Sandbox: nothing leaves the shop</option>
          <option value="live">Live</option>
        </SelectField>
      )}
      {(mode === undefined || mode === 'live') && children}
      {test && state?.mode !== 'off' && <ProviderTest test={test} title={title} isUnsaved={isUnsaved} />}
    </FieldGroup>
  )
}

function stateText({ mode, detail }: ProviderState): string {
  if (mode === 'off') return 'The shop does without it.'
  if (mode === 'sandbox')
    return detail === '/sandbox' ? 'What would be sent shows at /sandbox.' : `In effect: ${detail}`
  return `In effect: ${detail}`
}

type TestProps = { test: LaunchTest; title: string; isUnsaved: boolean }

/** Tries out what is saved, for real, and says what happened. */
function ProviderTest({ test, title, isUnsaved }: TestProps) {
  const queries = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const [result, setResult] = useState<{ isGood: boolean; text: string }>()
  const run = async () => {
    setIsBusy(true)
    setResult(undefined)
    try {
      const list = await adminCall<LaunchChecklist>('POST', adminApiPath(`/launch/tests/${test}`))
      const check = list.checks.find((each) => each.test === test)
      setResult({ isGood: !check?.found.includes('failed'), text: check?.found ?? 'It worked.' })
      void queries.invalidateQueries({ queryKey: ['admin', '/launch'] })
    } catch (error) {
      setResult({ isGood: false, text: errorText(error, 'The test could not be run.') })
    }
    setIsBusy(false)
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        variant="secondary"
        size="small"
        isBusy={isBusy}
        disabled={isUnsaved}
        aria-label={`${title}: send a test`}
        onClick={() => void run()}
      >
        Send a test
      </Button>
      <p
        role="status"
        className={`min-w-0 break-words text-caption ${result && !result.isGood ? 'text-bad' : 'text-muted'}`}
      >
        {isUnsaved ? 'Save first: the test tries out what is saved.' : result?.text}
      </p>
    </div>
  )
}
