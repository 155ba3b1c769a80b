// The end of the setup: the next steps, while the chosen samples are put on sale.
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { SampleProgress } from '@vitrine/contract/setup'
import { useEffect, useRef, useState } from 'react'
import { adminPath } from '../api/return-path.ts'
import { buttonClass } from '../ui/button.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { setupApi } from './setup-api.ts'

const askAgainMs = 1000

export function StoreReady({ progress }: { progress: SampleProgress }) {
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
