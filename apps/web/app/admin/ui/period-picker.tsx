// Selects a period: a preset, or a custom range between two days.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AdminPeriodName } from '@vitrine/contract/admin'
import X from 'lucide-react/icons/x'
import { useId, useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { coveringInput } from '../../ui/chip.tsx'
import { TextField } from '../../ui/field.tsx'
import { findMidnight, firstRange, periodNames, periodText, toDay, usePeriod } from './period.ts'

/** Its state is in the URL. */
export function PeriodPicker() {
  const [period, choose] = usePeriod()
  const id = useId()
  const today = toDay(new Date())
  return (
    <div className="flex flex-col gap-3">
      <fieldset className="flex flex-wrap gap-1 self-start rounded-card bg-well p-1">
        <legend className="sr-only">
          <Trans>Period</Trans>
        </legend>
        {(Object.keys(periodNames()) as AdminPeriodName[]).map((name) => (
          <label
            key={name}
            className="relative flex h-9 cursor-pointer items-center rounded-control border border-transparent px-3 text-caption font-medium text-muted transition-colors hover:text-ink has-checked:border-edge has-checked:bg-raised has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-plum"
          >
            <input
              type="radio"
              name={id}
              value={name}
              checked={period.name === name}
              onChange={() => choose(name === 'custom' ? firstRange(new Date()) : { name })}
              className={coveringInput}
            />
            <span>{periodNames()[name]}</span>
          </label>
        ))}
      </fieldset>
      {period.name === 'custom' && (
        <div className="flex flex-wrap items-end gap-2">
          <DayField
            label={t({ message: 'From', context: 'first day of a period' })}
            day={period.from}
            latest={today}
            onPick={(from) => choose({ ...period, from, to: from > period.to ? from : period.to })}
          />
          <DayField
            label={t({ message: 'To', context: 'last day of a period' })}
            day={period.to}
            latest={today}
            onPick={(to) => choose({ ...period, to, from: to < period.from ? to : period.from })}
          />
          <Button variant="quiet" size="small" onClick={() => choose({ name: 'all' })}>
            <X aria-hidden="true" size={16} />
            <Trans>Clear</Trans>
          </Button>
        </div>
      )}
    </div>
  )
}

type DayFieldProps = {
  label: string
  /** `yyyy-mm-dd`, like `latest` and the picked day. */
  day: string
  latest: string
  onPick: (day: string) => void
}

/**
 * The browser's own date picker. An incomplete day, or one after `latest`, is not picked; on blur the field shows the
 * current one again.
 */
function DayField({ label, day, latest, onPick }: DayFieldProps) {
  const [typed, setTyped] = useState<string>()
  return (
    <TextField
      type="date"
      label={label}
      value={typed ?? day}
      min={earliest}
      max={latest}
      onChange={({ target: { value, validity } }) => {
        setTyped(value)
        if (validity.valid && findMidnight(value)) onPick(value)
      }}
      onBlur={() => setTyped(undefined)}
      fieldClass="w-40"
    />
  )
}

/** No store is older, but a half-typed year is. */
const earliest = '2000-01-01'

/** Shows the name of the period. */
export function PeriodBadge() {
  const [period] = usePeriod()
  const name = periodText(period)
  return (
    <p role="status">
      <Badge tone={period.name === 'all' ? 'plain' : 'warn'}>
        <Trans>Showing: {name}</Trans>
      </Badge>
    </p>
  )
}
