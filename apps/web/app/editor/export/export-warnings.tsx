// Warnings in the export offer.
import { t } from '@lingui/core/macro'
import { useSyncExternalStore } from 'react'
import { useObservable } from '../../api/observable.ts'
import { classNames } from '../../ui/class-names.ts'
import { useEditor } from '../model/editor-context.tsx'
import { type ExportWarning, listWarnings } from './export-check.ts'

/** The warnings of the export, measured again after each change. */
export function useWarnings(): ExportWarning[] {
  const model = useEditor()
  // A loaded font changes what fits.
  useObservable(model.preview)
  const listed = () => JSON.stringify(listWarnings(model))
  return JSON.parse(useSyncExternalStore(model.store.subscribe, listed, listed)) as ExportWarning[]
}

/** A list of warnings; each leads to its field or layer. */
export function Warnings({ onClose }: { onClose: () => void }) {
  const model = useEditor()
  const warnings = useWarnings()
  if (warnings.length === 0) return null
  const visit = (about: ExportWarning['about']) => {
    onClose()
    // Runs after the dialog has restored the focus.
    setTimeout(() => ('fieldId' in about ? model.select(about.fieldId, 'picture') : model.visit(about.layerId)))
  }
  const isBlocked = warnings.some(({ blocks }) => blocks)
  return (
    <section
      aria-label={t`Before you export`}
      className={classNames(
        'flex flex-col gap-1 rounded-card p-3 text-caption',
        isBlocked ? 'bg-bad-wash text-bad' : 'bg-warn-wash text-warn',
      )}
    >
      <p className="font-medium">{isBlocked ? t`Fix this before you export` : t`Check before export`}</p>
      {/* The list scrolls, so that the price and the buttons stay visible. */}
      <ul className="max-h-64 overflow-y-auto overscroll-contain max-md:max-h-36">
        {warnings.map(({ about, label, text }) => (
          <li key={JSON.stringify(about) + text}>
            {'fieldId' in about || model.canVisit() ? (
              <button
                type="button"
                onClick={() => visit(about)}
                className="min-h-11 py-1.5 text-start text-pretty underline-offset-2 hover:underline"
              >
                <strong className="font-medium">{`${label}:`}</strong> <span>{text}</span>
              </button>
            ) : (
              <p className="py-1.5">
                <strong className="font-medium">{`${label}:`}</strong> <span>{text}</span>
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
