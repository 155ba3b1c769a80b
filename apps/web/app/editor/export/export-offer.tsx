// The offer of the export dialog: the file with its settings, the price, what prevents an export, and the ways to make it. A mode
// says what they are.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { RenderKind } from '@vitrine/contract/renders'
import type { ReactElement } from 'react'
import { Button, type ButtonLook } from '../../ui/button.tsx'
import { creditsText } from '../../ui/money.ts'
import { type ExportSetting, ExportSettings } from './export-settings.tsx'
import { ExportProblem, PriceTerms } from './export-terms.tsx'
import { Warnings } from './export-warnings.tsx'
import type { Export, ExportPlace } from './use-export.ts'

/** A way to have the file made. */
export interface ExportWay {
  kind: RenderKind
  /** Where it is made; undefined where that is decided by the press. */
  place?: ExportPlace
  label: string
  variant?: ButtonLook['variant']
  isDisabled?: boolean
  onPress: () => void
  /** Stands where the button would be, while it would not do. */
  instead?: ReactElement | undefined
}

interface ExportOfferProps {
  exporting: Export
  onClose: () => void
  settings?: readonly ExportSetting[]
  /** The file in a line: size, length, format. */
  facts: string
  /** Below the price, for those who have not paid. */
  note?: string
  /** Why nothing can be exported. */
  problem?: string | undefined
  /** Why only some of the ways are open. */
  reason?: string | undefined
  /** The export waits for files that are being sent. */
  isUploading?: boolean
  ways: readonly ExportWay[]
  /** Below the buttons. */
  hint?: string
  /** After the buttons. */
  more?: ReactElement | undefined
}

export function ExportOffer(props: ExportOfferProps) {
  const {
    exporting,
    onClose,
    settings = [],
    facts,
    note,
    problem,
    reason,
    isUploading = false,
    ways,
    hint,
    more,
  } = props
  const { isOwned } = exporting
  return (
    <>
      {settings.length > 0 && <ExportSettings settings={settings} />}
      <p className="text-muted tabular-nums">{facts}</p>
      <PriceTerms terms={exporting} />
      {!isOwned && note && <p className="text-caption text-muted">{note}</p>}
      <Warnings onClose={onClose} />
      {problem && <ExportProblem>{problem}</ExportProblem>}
      <StartProblem state={exporting.state} />
      {isUploading && (
        <p role="status" className="text-caption text-muted">
          <Trans>Waiting for your upload to finish…</Trans>
        </p>
      )}
      {reason && (
        <p role="status" className="rounded-card bg-well p-3 text-caption">
          {reason}
        </p>
      )}
      <div className="flex flex-col gap-2">
        {ways.map((way) => (
          <WayButton key={`${way.kind} ${way.place}`} exporting={exporting} way={way} />
        ))}
        {more}
      </div>
      {hint && <p className="text-caption text-muted">{hint}</p>}
    </>
  )
}

/** Why the last press started nothing. */
function StartProblem({ state }: Pick<Export, 'state'>) {
  if (state.phase === 'rejected') return <ExportProblem>{state.message}</ExportProblem>
  if (state.phase !== 'price-changed') return null
  const price = creditsText(state.credits)
  return (
    <p role="alert" className="rounded-card bg-warn-wash p-3 text-warn">
      <Trans>The price of this template has changed to {price}. Nothing was charged.</Trans>
    </p>
  )
}

function WayButton({ exporting: { state }, way }: { exporting: Export; way: ExportWay }) {
  const { kind, place, label, variant = 'primary', isDisabled, onPress, instead } = way
  const isStarting = state.phase === 'preparing' || state.phase === 'starting'
  const startingPlace = state.phase === 'preparing' ? 'device' : 'server'
  const isBusy = isStarting && state.kind === kind && (place === undefined || place === startingPlace)
  if (instead) return instead
  return (
    <Button variant={variant} isBusy={isBusy} disabled={isDisabled || (isStarting && !isBusy)} onClick={onPress}>
      {label}
    </Button>
  )
}

/** The way of the free preview, the same in every mode. */
export function previewWay(way: Pick<ExportWay, 'place' | 'isDisabled' | 'onPress'>): ExportWay {
  return { ...way, kind: 'preview', variant: 'secondary', label: t`Free preview with watermark` }
}
