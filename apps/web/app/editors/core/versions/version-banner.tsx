// The bar over the stage while an earlier version is viewed: restore it, or go back.
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { useObservable } from '../../../ui/observable.ts'
import { useEditor } from '../model/editor-context.tsx'

export function VersionBanner() {
  const model = useEditor()
  const version = useObservable(model.shownVersion)
  const [isBusy, setIsBusy] = useState(false)
  if (!version) return null
  const restore = async () => {
    setIsBusy(true)
    await model.restoreShown()
    setIsBusy(false)
  }
  return (
    <section
      aria-label="Earlier version"
      className="flex shrink-0 flex-wrap items-center justify-center gap-x-4 gap-y-2 bg-raised border-b border-line px-4 py-2"
    >
      <p className="min-w-0 truncate">
        <span className="text-muted">You are viewing </span>
        {version.label}
      </p>
      <div className="flex gap-2">
        <Button size="small" isBusy={isBusy} onClick={() => void restore()}>
          Restore this version
        </Button>
        <Button size="small" variant="secondary" onClick={() => model.lookAt(undefined)}>
          Back to current version
        </Button>
      </div>
    </section>
  )
}
