// The five steps above the form: where one is, and the way back to those that are saved.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import Check from 'lucide-react/icons/check'
import { classNames } from '../ui/class-names.ts'

type StepListProps = {
  labels: readonly string[]
  open: number
  /** Steps that are saved, from the first. */
  done: number
  onOpen: (step: number) => void
}

export function StepList({ labels, open, done, onOpen }: StepListProps) {
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
