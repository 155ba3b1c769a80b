// The offer of the export dialog: the file with its settings, the price, anything that prevents an export, and the
// buttons. Each mode supplies these.
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

/** One way to render the file. */
export interface ExportWay {
  kind: RenderKind
  /** Where the file is rendered; undefined when the press decides. */
  place?: ExportPlace
  label: string
  variant?: ButtonLook['variant']
  isDisabled?: boolean
  onPress: () => void
  /** Replaces the button while pressing it would be pointless. */
  instead?: ReactElement | undefined
}

interface ExportOfferProps {
  exporting: Export
  onClose: () => void
  settings?: readonly ExportSetting[]
  /** The file in one line: size, length, format. */
  facts: string
  /** Shown below the price to customers who have not paid. */
  note?: string
  /** Why nothing can be exported. */
  problem?: string | undefined
  /** Why only some of the ways are available. */
  reason?: string | undefined
  /** The export waits for uploads. */
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

/** Why the last press did not start an export. */
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

/** The free preview, the same in every mode. */
export function previewWay(way: Pick<ExportWay, 'place' | 'isDisabled' | 'onPress'>): ExportWay {
  return { ...way, kind: 'preview', variant: 'secondary', label: t`Free preview with watermark` }
}
