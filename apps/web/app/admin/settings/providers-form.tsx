// The section `providers`: the external services of the store, each off, a sandbox or live, with a test of the saved
// settings. The server lists the services and their fields.

import { select, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { isEncrypted } from '@vitrine/contract/encrypted'
import { fillSentence } from '@vitrine/contract/sentence'
import type {
  AdminSettings,
  FieldDescription,
  FieldHint,
  ProviderMode,
  ProviderState,
  ServiceDescription,
} from '@vitrine/contract/settings'
import type { LaunchTest, LaunchTestRequest } from '@vitrine/contract/status'
import { type ReactNode, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { useRootData } from '../../api/root-data.ts'
import { GoogleButton } from '../../features/sign-in/google-button.tsx'
import { listFormat } from '../../language/format.ts'
import { serverText } from '../../language/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { controlClass } from '../../ui/control.tsx'
import { Field, NumberField, SelectField, TextField } from '../../ui/field.tsx'
import { fixedHint } from '../../ui/form/form.tsx'
import type { FormHandle } from '../../ui/form/use-form.ts'
import { Badge } from '../../ui/indicator.tsx'
import { adminCall } from '../api/admin-api.ts'
import { sentenceText } from '../ui/sentence-text.ts'
import { FieldGroup, SectionForm, type SectionFormProps, type SectionValue, useSection } from './section-form.tsx'

type Values = Readonly<Record<string, string | number | null>>

export function ProvidersForm({ settings, onUnsaved }: SectionFormProps) {
  const form = useSection('providers', settings)
  return (
    <SectionForm form={form} onUnsaved={onUnsaved}>
      {settings.services.map((service) => (
        <ServiceGroup key={service.name} service={service} states={settings.providerStates} form={form} />
      ))}
    </SectionForm>
  )
}

type ServiceGroupProps = {
  service: ServiceDescription
  states: AdminSettings['providerStates']
  form: FormHandle<SectionValue<'providers'>>
}

function ServiceGroup({ service: { name, title, note, test, providers }, states, form }: ServiceGroupProps) {
  const value: Values = form.values[name]
  const onChange = (changes: Values) => form.change({ [name]: { ...value, ...changes } })
  const variable = form.findVariable(name)
  // A service without a test has no mode: its fields turn it on or off.
  const modeProps = test !== null && {
    test,
    state: states[test],
    mode: value.mode as ProviderMode | null,
    onMode: (mode: ProviderMode | null) => onChange({ mode }),
    isUnsaved: form.isChanged,
  }
  return (
    <ProviderGroup title={serverText(title)} note={note && serverText(note)} variable={variable} {...modeProps}>
      <ProviderFields
        providers={providers}
        value={value}
        onChange={onChange}
        findProblem={(field) => form.findError(`${name}.${field}`)}
        isFixed={variable !== undefined}
      />
    </ProviderGroup>
  )
}

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

function ProviderGroup(props: ProviderGroupProps) {
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

type TestProps = { test: LaunchTest; title: string; isUnsaved: boolean }

/** Runs the service for real with the saved settings, and shows the result. */
function ProviderTest({ test, title, isUnsaved }: TestProps) {
  const { run, isBusy, result } = useTest(test)
  return (
    <div className="flex flex-wrap items-center gap-3">
      {test === 'sign-in' ? (
        <SignInButton title={title} isDisabled={isUnsaved || isBusy} onAnswer={run} />
      ) : (
        <Button
          variant="secondary"
          size="small"
          isBusy={isBusy}
          disabled={isUnsaved}
          aria-label={t`${title}: send a test`}
          onClick={() => void run()}
        >
          <Trans>Send a test</Trans>
        </Button>
      )}
      <p
        role="status"
        className={`min-w-0 break-words text-caption ${result && !result.isGood ? 'text-bad' : 'text-muted'}`}
      >
        {isUnsaved ? t`Save first: the test tries out what is saved.` : result?.text}
      </p>
    </div>
  )
}

function useTest(test: LaunchTest) {
  const queries = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const [result, setResult] = useState<{ isGood: boolean; text: string }>()
  const run = async (body?: LaunchTestRequest) => {
    setIsBusy(true)
    setResult(undefined)
    try {
      const list = await adminCall('POST /api/admin/launch/tests/:test', { params: { test }, body })
      const check = list.checks.find((each) => each.test === test)
      setResult({ isGood: !check?.hasFailed, text: check ? serverText(check.found) : t`It worked.` })
      void queries.invalidateQueries({ queryKey: ['admin', '/launch'] })
    } catch (error) {
      setResult({ isGood: false, text: errorText(error, t`The test could not be run.`) })
    }
    setIsBusy(false)
  }
  return { run, isBusy, result }
}

type SignInButtonProps = { title: string; isDisabled: boolean; onAnswer: (body: LaunchTestRequest) => Promise<void> }

/** Google's own button, which is loaded for the test; each sign-in with it is one test. */
function SignInButton({ title, isDisabled, onAnswer }: SignInButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [round, setRound] = useState(0)
  if (isOpen && !isDisabled)
    return (
      <div className="w-full max-w-80">
        <GoogleButton
          text="signin_with"
          round={round}
          onAnswer={async ({ credential, nonce }) => {
            await onAnswer({ token: credential ?? '-', nonce })
            setRound(round + 1)
          }}
        />
      </div>
    )
  return (
    <Button
      variant="secondary"
      size="small"
      disabled={isDisabled}
      aria-label={t`${title}: test`}
      onClick={() => setIsOpen(true)}
    >
      <Trans>Test</Trans>
    </Button>
  )
}

type ProviderFieldsProps = {
  providers: ServiceDescription['providers']
  value: Values
  onChange: (changes: Values) => void
  findProblem: (field: string) => string | undefined
  isFixed: boolean
}

/** The fields of a service, generated from the server's description of its providers. */
function ProviderFields({ providers, value, onChange, findProblem, isFixed }: ProviderFieldsProps) {
  const chosen = providers.find(({ id }) => id === value.gateway) ?? providers[0]
  return (
    <div className="grid grid-cols-2 gap-5 sm:grid-cols-4">
      {providers.length > 1 && (
        <SelectField
          label={t`Gateway`}
          fieldClass="col-span-2"
          value={chosen?.id}
          disabled={isFixed}
          onChange={({ target }) => onChange({ gateway: target.value })}
        >
          {providers.map(({ id, name }) => (
            <option key={id} value={id}>
              {serverText(name)}
            </option>
          ))}
        </SelectField>
      )}
      {chosen?.fields.map((field) => (
        <div key={field.name} className={chooseSpan(field)}>
          <ProviderField
            field={field}
            value={value[field.name] ?? ''}
            error={findProblem(field.name)}
            isFixed={isFixed}
            onChange={onChange}
          />
        </div>
      ))}
    </div>
  )
}

function chooseSpan({ kind, isNarrow }: FieldDescription): string {
  if (kind === 'long') return 'col-span-full'
  return isNarrow ? 'col-span-1' : 'col-span-2'
}

type ProviderFieldProps = {
  field: FieldDescription
  value: string | number
  error: string | undefined
  isFixed: boolean
  onChange: (changes: Values) => void
}

function ProviderField({ field, value, error, isFixed, onChange }: ProviderFieldProps) {
  const { name, kind, maxLength, options } = field
  const hint = useHint(field.hint)
  const text = { label: serverText(field.label), ...(hint && { hint }), error }
  const onValue = (input: string | number) => onChange({ [name]: input })
  if (kind === 'secret') return <SecretField {...text} value={String(value)} isDisabled={isFixed} onValue={onValue} />
  if (kind === 'number') return <NumberField {...text} value={Number(value)} isDisabled={isFixed} onValue={onValue} />
  if (kind === 'choice')
    return (
      <SelectField
        {...text}
        value={value}
        disabled={isFixed}
        onChange={({ target }) =>
          onChange({ [name]: target.value, ...options.find((option) => option.value === target.value)?.sets })
        }
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {serverText(option.label)}
          </option>
        ))}
      </SelectField>
    )
  const control = { value, disabled: isFixed, ...(maxLength !== null && { maxLength }) }
  if (kind === 'long')
    return (
      <Field {...text}>
        {(ids) => (
          <textarea
            {...ids}
            {...control}
            rows={3}
            onChange={({ target }) => onValue(target.value)}
            className={classNames(controlClass, 'h-auto py-2.5')}
          />
        )}
      </Field>
    )
  return (
    <TextField
      {...text}
      {...control}
      autoComplete="off"
      onChange={({ target }) => onValue(kind === 'word' ? target.value.trim() : target.value)}
    />
  )
}

function useHint(hint: FieldHint | null): string | undefined {
  const { publicUrl = '' } = useRootData() ?? {}
  if (hint === null) return undefined
  const values = Object.entries(hint.values).map(([name, value]) => [
    name,
    typeof value === 'string' ? fillSentence({ text: value, values: { publicUrl } }) : listFormat().format(value),
  ])
  return sentenceText({ text: hint.text, values: Object.fromEntries(values) })
}

type SecretFieldProps = {
  label: string
  hint?: string
  /** Plain text while it is typed, else encrypted. */
  value: string
  error: string | undefined
  isDisabled: boolean
  onValue: (value: string) => void
}

/** A key that is stored encrypted and never shown again. */
function SecretField({ label, hint, value, error, isDisabled, onValue }: SecretFieldProps) {
  const [stored, setStored] = useState(value)
  // Saved in the meantime: the typed value came back encrypted.
  if (isEncrypted(value) && value !== stored) setStored(value)
  const isSaved = isEncrypted(value)
  return (
    <TextField
      label={label}
      type="password"
      autoComplete="new-password"
      hint={isSaved ? t`Saved, and not shown again. Type a new one to replace it.` : hint}
      placeholder={isSaved ? '••••••••' : undefined}
      value={isSaved ? '' : value}
      maxLength={2000}
      disabled={isDisabled}
      error={error}
      onChange={({ target }) => onValue(target.value === '' && isEncrypted(stored) ? stored : target.value)}
    />
  )
}
