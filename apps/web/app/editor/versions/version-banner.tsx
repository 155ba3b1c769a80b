// The bar over the stage while an earlier version is viewed: restore it, or go back.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useObservable } from '../../api/observable.ts'
import { Button } from '../../ui/button.tsx'
import { useEditor } from '../model/editor-context.tsx'

export function VersionBanner() {
  const model = useEditor()
  const version = useObservable(model.shownVersion)
  const [isBusy, setIsBusy] = useState(false)
  if (!version) return null
  const { label } = version
  const restore = async () => {
    setIsBusy(true)
    await model.restoreShown()
    setIsBusy(false)
  }
  return (
    <section
      aria-label={t`Earlier version`}
      className="flex shrink-0 flex-wrap items-center justify-center gap-x-4 gap-y-2 bg-raised border-b border-line px-4 py-2"
    >
      <p className="min-w-0 truncate">
        <Trans>
          <span className="text-muted">You are viewing </span>
          {label}
        </Trans>
      </p>
      <div className="flex gap-2">
        <Button size="small" isBusy={isBusy} onClick={() => void restore()}>
          <Trans>Restore this version</Trans>
        </Button>
        <Button size="small" variant="secondary" onClick={() => model.lookAt(undefined)}>
          <Trans>Back to current version</Trans>
        </Button>
      </div>
    </section>
  )
}
