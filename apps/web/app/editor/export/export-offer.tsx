// The offer of the export dialog: the file with its settings, the price, anything that prevents an export, and the
// buttons. Each mode supplies these.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { RenderKind } from '@vitrine/contract/renders'
import { type ReactElement, type ReactNode, useId, useSyncExternalStore } from 'react'
import { useObservable } from '../../api/observable.ts'
import { RefundNote } from '../../features/credits/refund-note.tsx'
import { Button, type ButtonLook } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { classNames } from '../../ui/class-names.ts'
import { creditsText } from '../../ui/money.ts'
import { Price } from '../../ui/price.tsx'
import { useEditor } from '../model/editor-context.tsx'
import { Slider } from '../slider/slider.tsx'
import { type ExportWarning, listWarnings } from './export-check.ts'
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

// The settings of a file, such as format, quality and size. Each mode lists its own.

export type ExportSetting =
  | {
      kind: 'choice'
      label: string
      options: readonly { name: string; isChosen: boolean; isDisabled?: boolean; choose: () => void }[]
      note?: string | undefined
    }
  | { kind: 'amount'; label: string; min: number; max: number; value: number; onValue: (value: number) => void }

function ExportSettings({ settings }: { settings: readonly ExportSetting[] }) {
  return (
    <div className="flex flex-col gap-4">
      {settings.map((setting) =>
        setting.kind === 'choice' ? (
          <Choice key={setting.label} {...setting} />
        ) : (
          <div key={setting.label}>
            <span aria-hidden="true" className="text-caption font-medium">
              {setting.label}
            </span>
            <Slider {...setting} layout="row" step={1} text={String(setting.value)} onEnd={() => undefined} />
          </div>
        ),
      )}
    </div>
  )
}

function Choice({ label, options, note }: Extract<ExportSetting, { kind: 'choice' }>) {
  const group = useId()
  return (
    <fieldset>
      <legend className="mb-2 text-caption font-medium">{label}</legend>
      <div className="flex gap-2">
        {options.map(({ name, isChosen, isDisabled, choose }) => (
          <Chip
            key={name}
            name={group}
            checked={isChosen}
            disabled={isDisabled}
            onChange={choose}
            className="h-11 flex-1 px-2 text-caption"
          >
            <bdi translate="no" dir="ltr">
              {name}
            </bdi>
          </Chip>
        ))}
      </div>
      {note && <p className="mt-2 text-caption text-muted">{note}</p>}
    </fieldset>
  )
}

// The price in the export dialog, and anything that prevents an export.

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-3">
      <dt className="text-muted">{label}</dt>
      <dd className="text-end">{children}</dd>
    </div>
  )
}

interface PriceTermsProps {
  terms: { credits: number; isOwned: boolean; balance: number | undefined }
}

/** The price, the balance after paying, and the refund terms. */
function PriceTerms({ terms: { credits, isOwned, balance } }: PriceTermsProps) {
  return (
    <>
      <dl className="divide-y divide-line border-y border-line tabular-nums">
        <Line label={t`Price`}>
          {isOwned ? <Amount>{t`Already yours: 0 credits`}</Amount> : <Price credits={credits} />}
        </Line>
        {!isOwned && <BalanceLine credits={credits} balance={balance} />}
      </dl>
      {!isOwned && credits > 0 && <RefundNote of="template" />}
    </>
  )
}

/** The balance after paying; nothing while it is unknown. */
function BalanceLine({ credits, balance }: { credits: number; balance: number | undefined }) {
  if (balance === undefined) return null
  const amount = creditsText(Math.abs(balance - credits))
  return (
    <Line label={t`Balance after export`}>
      <Amount>{balance >= credits ? amount : t`${amount} short`}</Amount>
    </Line>
  )
}

/** The text size of `Price`. */
function Amount({ children }: { children: ReactNode }) {
  return <span className="text-caption font-medium whitespace-nowrap">{children}</span>
}

/** Why nothing was exported, or cannot be. */
function ExportProblem({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="rounded-card bg-bad-wash p-3 text-bad">
      {children}
    </p>
  )
}

// Warnings in the export offer.

/** The warnings of the export, measured again after each change. */
export function useWarnings(): ExportWarning[] {
  const model = useEditor()
  // A loaded font changes what fits.
  useObservable(model.preview)
  const listed = () => JSON.stringify(listWarnings(model))
  return JSON.parse(useSyncExternalStore(model.store.subscribe, listed, listed)) as ExportWarning[]
}

/** A list of warnings; each leads to its field or layer. */
function Warnings({ onClose }: { onClose: () => void }) {
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
