// “Your own store in ten minutes”: five steps from an empty store to an open one. Each is saved separately, and all stay
// mounted, so that going back loses no input.

import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { SampleProgress, SetupState } from '@vitrine/contract/routes/setup'
import Check from 'lucide-react/icons/check'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { BrandFileSender, brandFileSender } from '../admin/settings/brand-file-field.tsx'
import { ApiResponseError } from '../api/api.ts'
import { errorText } from '../api/error-text.ts'
import { adminPath } from '../api/return-path.ts'
import { LanguageSwitch, ThemeSwitch } from '../shell/switches.tsx'
import { buttonClass } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { EmptyState, LoadFailed } from '../ui/empty-state.tsx'
import { ProgressBar } from '../ui/indicator.tsx'
import { startsAtOnce } from '../ui/late-start.ts'
import { type MetaMatches, pageMeta } from '../ui/page-meta.ts'
import { findKey, forgetKey, setupApi, takeKeyFromAddress } from './setup-api.ts'
import { LookStep, NameStep, OwnerStep, PackStep, SampleStep } from './setup-steps.tsx'
import { type StepProps, toHeadingId } from './step-form.tsx'

export const handle = startsAtOnce

export function meta({ matches }: MetaMatches) {
  return pageMeta({
    matches,
    title: t`Set up your store`,
    description: t`For the owner of this store.`,
    isPrivate: true,
  })
}

/** The setup must not be cached: it ends with its last step. */
export const headers = () => ({ 'cache-control': 'no-store' })

const steps = [NameStep, LookStep, OwnerStep, PackStep, SampleStep]
const stepLabels = () => [t`Name`, t`Look`, t`Your account`, t`Credit packs`, t`Samples`]

type Loaded = { status: 'loading' } | { status: 'failed'; error: unknown } | { status: 'open'; state: SetupState }

const sendBrandFile = brandFileSender('/api/setup/brand-files', findKey)

export default function SetupPage() {
  const [loaded, setLoaded] = useState<Loaded>({ status: 'loading' })
  const [ready, setReady] = useState<SampleProgress>()
  const load = () =>
    setupApi.get().then(
      (state) => setLoaded({ status: 'open', state }),
      (error: unknown) => setLoaded({ status: 'failed', error }),
    )
  useEffect(() => {
    takeKeyFromAddress()
    void load()
  }, [])
  const finish = async () => {
    setReady(await setupApi.finish())
    forgetKey()
  }
  return (
    <BrandFileSender value={sendBrandFile}>
      <header className="border-b border-line bg-raised">
        <div className="page-width flex h-16 items-center justify-between">
          <p className="font-headline text-title">
            <Trans>Set up your store</Trans>
          </p>
          <ThemeSwitch />
        </div>
      </header>
      <main className="page-width py-8 md:py-12">
        {loaded.status !== 'open' && (
          <h1 className="sr-only">
            <Trans>Set up your store</Trans>
          </h1>
        )}
        {ready ? (
          <StoreReady progress={ready} />
        ) : loaded.status === 'open' ? (
          <Steps
            state={loaded.state}
            onState={(state) => setLoaded({ status: 'open', state })}
            reload={load}
            finish={finish}
          />
        ) : loaded.status === 'failed' ? (
          <NotOpen error={loaded.error} onRetry={load} />
        ) : (
          <p role="status" className="text-muted">
            <Trans>Loading…</Trans>
          </p>
        )}
      </main>
      <footer className="page-width border-t border-line py-6 text-caption">
        <LanguageSwitch />
      </footer>
    </BrandFileSender>
  )
}

type StepsProps = Pick<StepProps, 'state' | 'onState' | 'reload'> & { finish: () => Promise<void> }

function Steps({ state, onState, reload, finish }: StepsProps) {
  const last = steps.length - 1
  const [open, setOpen] = useState(Math.min(state.stepsDone, last))
  const go = (step: number) => {
    // Rendered at once, so that the title takes the focus before the first field of the step.
    flushSync(() => setOpen(step))
    scrollTo({ top: 0 })
    // Focuses the title for screen readers; Tab continues from there.
    document.getElementById(toHeadingId(step))?.focus()
  }
  return (
    <div className="mx-auto flex max-w-[60rem] flex-col gap-8">
      <StepList labels={stepLabels()} open={open} done={state.stepsDone} onOpen={go} />
      {steps.map((Step, step) => (
        <section key={toHeadingId(step)} hidden={step !== open} aria-labelledby={toHeadingId(step)}>
          <Step
            state={state}
            onState={onState}
            reload={reload}
            onBack={step > 0 ? () => go(step - 1) : undefined}
            onNext={() => (step < last ? go(step + 1) : finish())}
          />
        </section>
      ))}
    </div>
  )
}

function NotOpen({ error, onRetry }: { error: unknown; onRetry: () => Promise<unknown> }) {
  const [isRetrying, setIsRetrying] = useState(false)
  const code = error instanceof ApiResponseError ? error.code : undefined
  if (code === 'setup-key-wrong') {
    return (
      <EmptyState title={t`This store is being set up`}>
        <Trans>
          It opens soon. If it is yours: open the address that the start of the store has printed. It has a key at its
          end, and each start prints another one.
        </Trans>
      </EmptyState>
    )
  }
  if (code === 'setup-finished') {
    return (
      <EmptyState
        title={t`This store is set up`}
        action={<a href="/" className={buttonClass()}>{t`Go to the store`}</a>}
      >
        <Trans>What was chosen here can be changed in the settings of the admin area.</Trans>
      </EmptyState>
    )
  }
  const retry = async () => {
    setIsRetrying(true)
    await onRetry()
    setIsRetrying(false)
  }
  return (
    <LoadFailed title={t`The setup could not be loaded`} isRetrying={isRetrying} onRetry={retry}>
      {errorText(error, t`Please try again. What you have saved is kept.`)}
    </LoadFailed>
  )
}

type StepListProps = {
  labels: readonly string[]
  open: number
  /** The number of saved steps. */
  done: number
  onOpen: (step: number) => void
}

function StepList({ labels, open, done, onOpen }: StepListProps) {
  return (
    <nav aria-label={t`Steps`}>
      <ol className="grid grid-cols-5 gap-1.5 md:gap-3">
        {labels.map((label, step) => (
          <li key={label}>
            <button
              type="button"
              disabled={step > done}
              aria-current={step === open ? 'step' : undefined}
              onClick={() => onOpen(step)}
              className={classNames(
                'flex min-h-11 w-full items-start gap-1.5 border-t-3 pt-2 text-start text-caption font-medium disabled:cursor-not-allowed disabled:text-muted',
                step === open
                  ? 'border-marigold text-ink'
                  : step < done
                    ? 'border-edge text-ink'
                    : 'border-line text-muted',
              )}
            >
              <span aria-hidden="true" className="flex h-5 w-4 shrink-0 items-center justify-center tabular-nums">
                {step < done ? <Check size={15} /> : step + 1}
              </span>
              <span className="sr-only sm:not-sr-only">
                <span>{label}</span>
                {step < done && (
                  <span className="sr-only">
                    <Trans>, saved</Trans>
                  </span>
                )}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

const askAgainMs = 1000

/** The end of the setup: the next steps, while the chosen samples are put on sale. */
function StoreReady({ progress }: { progress: SampleProgress }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="mx-auto flex max-w-[40rem] flex-col items-start gap-6 py-8">
      <h1 ref={heading} tabIndex={-1} className="font-headline text-headline outline-none">
        <Trans>Your store is ready</Trans>
      </h1>
      <p className="text-muted">
        <Trans>
          It is open. Sign in with the account you have just made. Before you tell the world, the checklist says what is
          still missing: an email provider, payments, your address.
        </Trans>
      </p>
      <Samples first={progress} />
      <div className="flex flex-wrap gap-3">
        {/* Loaded as documents, because earlier pages have outdated data of the store. */}
        <a href="/" className={buttonClass()}>
          <Trans>Go to the store</Trans>
        </a>
        <a href={adminPath} className={buttonClass({ variant: 'secondary' })}>
          <Trans>Open the admin area</Trans>
        </a>
        <a href={`${adminPath}/status#launch-heading`} className={buttonClass({ variant: 'secondary' })}>
          <Trans>See the go-live checklist</Trans>
        </a>
      </div>
    </div>
  )
}

function Samples({ first }: { first: SampleProgress }) {
  const [{ wanted, installed }, setProgress] = useState(first)
  const isDone = installed >= wanted
  useEffect(() => {
    if (isDone) return
    const timer = setInterval(() => {
      // A lost response is requested again.
      setupApi.getProgress().then(setProgress, () => undefined)
    }, askAgainMs)
    return () => clearInterval(timer)
  }, [isDone])
  if (wanted === 0) return null
  return (
    <div className="flex w-full flex-col gap-2">
      <p role="status" className="text-caption text-muted">
        {isDone
          ? plural(wanted, { one: 'The template is on sale.', other: 'All # templates are on sale.' })
          : t`Putting templates on sale: ${installed} of ${wanted}. You need not wait.`}
      </p>
      <ProgressBar percent={(installed / wanted) * 100} label={t`Templates on sale`} />
    </div>
  )
}
