// The credit packs of the section `pricing`.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import { useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { creditsText } from '../rupees.ts'
import { focusMoved, MoveButtons } from './move-buttons.tsx'
import type { SavedFormOf } from './use-saved-form.ts'
import type { SectionValue } from './use-section.ts'

type Pricing = SectionValue<'pricing'>
type Pack = Pricing['packs'][number]

export function PackList({ work }: { work: Pick<SavedFormOf<Pricing>, 'value' | 'change' | 'problemOf'> }) {
  const { value: pricing, problemOf } = work
  const change = usePacks(work)
  const list = useRef<HTMLUListElement>(null)
  const [moved, setMoved] = useState('')
  // A row stays the same one while its pack moves, so that its button can be pressed again and again.
  const [keys, setKeys] = useState<readonly number[]>([])
  const rowKeys = pricing.packs.map((_, index) => keys[index] ?? index)
  const move = (from: number, to: number) => {
    const packs = [...pricing.packs]
    const [pack] = packs.splice(from, 1)
    if (!pack) return
    packs.splice(to, 0, pack)
    change({ packs })
    const [key = 0] = rowKeys.splice(from, 1)
    rowKeys.splice(to, 0, key)
    setKeys(rowKeys)
    setMoved(movedText(pack, to + 1, packs.length))
    focusMoved(list, from, to)
  }
  return (
    <>
      {problemOf('packs') && <p className="text-caption text-bad">{problemOf('packs')}</p>}
      <ul ref={list} className="flex flex-col gap-4">
        {pricing.packs.map((pack, index) => (
          <PackFields
            key={rowKeys[index]}
            pack={pack}
            savings={savingsText(pack, pricing)}
            problemOf={(field) => problemOf(`packs.${index}.${field}`)}
            number={index + 1}
            onUp={index > 0 ? () => move(index, index - 1) : undefined}
            onDown={index < pricing.packs.length - 1 ? () => move(index, index + 1) : undefined}
            onPack={(next) => change({ packs: pricing.packs.map((one, at) => (at === index ? next : one)) })}
            onRemove={
              pricing.packs.length > 1
                ? () => change({ packs: pricing.packs.filter((_, at) => at !== index) })
                : undefined
            }
          />
        ))}
      </ul>
      <p role="status" className="sr-only">
        {moved}
      </p>
      {pricing.packs.length < 12 && (
        <Button
          variant="secondary"
          size="small"
          className="self-start"
          onClick={() => change({ packs: [...pricing.packs, newPack(pricing.packs)] })}
        >
          <Plus aria-hidden="true" size={16} />
          <Trans>Add a pack</Trans>
        </Button>
      )}
    </>
  )
}

/** What 1,000 credits cost in the recommended pack; undefined while that is being typed. */
export function paiseOf1000Credits(packs: readonly Pack[]): number | undefined {
  const pack = packs.find(({ isPopular }) => isPopular) ?? packs[0]
  const paise = pack && Math.round((pack.amountPaise * 1000) / pack.credits)
  return paise !== undefined && Number.isFinite(paise) && paise > 0 ? paise : undefined
}

/** Changes the packs, and with them what credits are said to be worth, unless the owner has set that to something else. */
function usePacks({ value, change }: Pick<SavedFormOf<Pricing>, 'value' | 'change'>) {
  const followed = useRef(paiseOf1000Credits(value.packs))
  return ({ packs }: Pick<Pricing, 'packs'>) => {
    const next = paiseOf1000Credits(packs)
    const follows = value.paisePer1000Credits === followed.current
    if (!follows || next === undefined) return change({ packs })
    followed.current = next
    change({ packs, paisePer1000Credits: next })
  }
}

function movedText({ credits }: Pack, place: number, count: number): string {
  const pack = creditsText(credits)
  return t`${pack}: now number ${place} of ${count}`
}

/** As the server counts it: against the list price, in whole per cent. */
function savingsText({ credits, amountPaise, isOncePerAccount }: Pack, pricing: Pricing): string {
  const saved = Math.floor(100 - (amountPaise * 100_000) / (credits * pricing.listPaisePer1000Credits))
  return isOncePerAccount || !(saved >= 1) ? t`No savings shown` : t`Shown with “${saved}% savings”`
}

function newPack(packs: readonly Pack[]): Pack {
  const credits = Math.max(0, ...packs.map((pack) => pack.credits || 0)) + 500
  const ids = new Set(packs.map(({ id }) => id))
  const number = [...Array(20).keys()].find((n) => !ids.has(`pack-${n + 1}`)) ?? 0
  const always = { isOncePerAccount: false, offeredFrom: null, offeredUntil: null }
  return { ...always, id: `pack-${number + 1}`, credits, amountPaise: credits * 60, isPopular: false }
}

type PackFieldsProps = {
  pack: Pack
  savings: string
  problemOf: (field: keyof Pack) => string | undefined
  number: number
  /** Undefined at that end of the list. */
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
  onPack: (pack: Pack) => void
  onRemove: (() => void) | undefined
}

function PackFields({ pack, savings, problemOf, number, onUp, onDown, onPack, onRemove }: PackFieldsProps) {
  return (
    <li className="flex flex-col gap-3 rounded-card border border-line bg-raised p-4">
      <div className="grid gap-4 sm:grid-cols-3">
        <NumberField
          label={t`Credits`}
          value={pack.credits}
          error={problemOf('credits')}
          onValue={(credits) => onPack({ ...pack, credits })}
        />
        <NumberField
          label={t`Price in rupees`}
          hint={savings}
          value={pack.amountPaise / 100}
          error={problemOf('amountPaise')}
          onValue={(rupees) => onPack({ ...pack, amountPaise: Math.round(rupees * 100) })}
        />
        <TextField
          label={t`Id`}
          hint={t`In reports and at the gateway`}
          value={pack.id}
          maxLength={40}
          error={problemOf('id')}
          onChange={({ target }) => onPack({ ...pack, id: target.value.trim().toLowerCase() })}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        <DayField
          label={t`Offered from`}
          hint={t`Empty: at once`}
          day={pack.offeredFrom}
          error={problemOf('offeredFrom')}
          onDay={(offeredFrom) => onPack({ ...pack, offeredFrom })}
        />
        <DayField
          label={t`Offered until`}
          hint={t`Its last day, in India. Credits do not expire.`}
          day={pack.offeredUntil}
          error={problemOf('offeredUntil')}
          onDay={(offeredUntil) => onPack({ ...pack, offeredUntil })}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Checkbox label={t`Recommended`} isOn={pack.isPopular} onIsOn={(isPopular) => onPack({ ...pack, isPopular })} />
        <Checkbox
          label={t`Once per account`}
          isOn={pack.isOncePerAccount}
          onIsOn={(isOncePerAccount) => onPack({ ...pack, isOncePerAccount })}
        />
        <span className="ms-auto flex items-center gap-1">
          <MoveButtons
            upLabel={t`Move pack ${number} up`}
            downLabel={t`Move pack ${number} down`}
            onUp={onUp}
            onDown={onDown}
          />
          {onRemove && (
            <Button variant="quiet" size="small" onClick={onRemove}>
              <Trash aria-hidden="true" size={16} />
              <Trans>Remove</Trans>
            </Button>
          )}
        </span>
      </div>
    </li>
  )
}

type DayFieldProps = {
  label: string
  hint: string
  day: string | null
  error: string | undefined
  onDay: (day: string | null) => void
}

function DayField({ label, hint, day, error, onDay }: DayFieldProps) {
  return (
    <TextField
      label={label}
      hint={hint}
      type="date"
      value={day ?? ''}
      error={error}
      onChange={({ target }) => onDay(target.value || null)}
    />
  )
}

function Checkbox({ label, isOn, onIsOn }: { label: string; isOn: boolean; onIsOn: (isOn: boolean) => void }) {
  return (
    <label className="flex min-h-11 items-center gap-2">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ target }) => onIsOn(target.checked)}
        className="size-4.5 accent-marigold"
      />
      <span>{label}</span>
    </label>
  )
}
