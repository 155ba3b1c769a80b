// The fields of the section `pricing`: credit packs, and the free credits of new accounts.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { FormCheckbox, FormDate, FormNumber, FormText } from '../../ui/form/form.tsx'
import type { FormHandle } from '../../ui/form/use-form.ts'
import { creditsText, creditsWorthText } from '../ui/rupees.ts'
import { focusMoved, MoveButtons } from './move-buttons.tsx'
import type { SectionValue } from './section-form.tsx'

type Pricing = SectionValue<'pricing'>
type Pack = Pricing['packs'][number]

export function PackList({ form }: { form: FormHandle<Pricing> }) {
  const { values: pricing, findError } = form
  const { fields, append, remove, move } = useFieldArray({ control: form.control, name: 'packs', keyName: 'rowKey' })
  const list = useRef<HTMLUListElement>(null)
  const [moved, setMoved] = useState('')
  useFollowingWorth(form)
  const moveTo = (from: number, to: number) => {
    move(from, to)
    const pack = pricing.packs[from]
    if (pack) setMoved(movedText(pack, to + 1, fields.length))
    focusMoved(list, from, to)
  }
  return (
    <>
      {findError('packs') && <p className="text-caption text-bad">{findError('packs')}</p>}
      <ul ref={list} className="flex flex-col gap-4">
        {fields.map(({ rowKey }, index) => (
          <PackFields
            key={rowKey}
            form={form}
            index={index}
            onUp={index > 0 ? () => moveTo(index, index - 1) : undefined}
            onDown={index < fields.length - 1 ? () => moveTo(index, index + 1) : undefined}
            onRemove={fields.length > 1 ? () => remove(index) : undefined}
          />
        ))}
      </ul>
      <p role="status" className="sr-only">
        {moved}
      </p>
      {fields.length < 12 && (
        <Button
          variant="secondary"
          size="small"
          className="self-start"
          onClick={() => append(newPack(pricing.packs), { shouldFocus: false })}
        >
          <Plus aria-hidden="true" size={16} />
          <Trans>Add a pack</Trans>
        </Button>
      )}
    </>
  )
}

/** The price of 1,000 credits in the recommended pack; undefined while it is being typed. */
function paiseOf1000Credits(packs: readonly Pack[]): number | undefined {
  const pack = packs.find(({ isPopular }) => isPopular) ?? packs[0]
  const paise = pack && Math.round((pack.amountPaise * 1000) / pack.credits)
  return paise !== undefined && Number.isFinite(paise) && paise > 0 ? paise : undefined
}

/** The displayed worth of credits follows the packs, unless the owner has set it. */
function useFollowingWorth({ values, change }: FormHandle<Pricing>): void {
  const worth = paiseOf1000Credits(values.packs)
  const before = useRef(worth)
  const follow = useEffectEvent((next: number) => {
    const follows = values.paisePer1000Credits === before.current
    before.current = next
    if (follows && next !== values.paisePer1000Credits) change({ paisePer1000Credits: next })
  })
  useEffect(() => {
    if (worth !== undefined) follow(worth)
  }, [worth])
}

function movedText({ credits }: Pack, place: number, count: number): string {
  const pack = creditsText(credits)
  return t`${pack}: now number ${place} of ${count}`
}

/** Computed as on the server: against the list price, in whole per cent. */
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
  form: FormHandle<Pricing>
  index: number
  /** Undefined at that end of the list. */
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
  onRemove: (() => void) | undefined
}

function PackFields({ form, index, onUp, onDown, onRemove }: PackFieldsProps) {
  const pack = form.values.packs[index]
  const number = index + 1
  const name = `packs.${index}` as const
  return (
    <li className="flex flex-col gap-3 rounded-card border border-line bg-raised p-4">
      <div className="grid gap-4 sm:grid-cols-3">
        <FormNumber form={form} name={`${name}.credits`} label={t`Credits`} />
        <FormNumber
          form={form}
          name={`${name}.amountPaise`}
          label={t`Price in rupees`}
          hint={pack && savingsText(pack, form.values)}
          unit={100}
        />
        <FormText
          form={form}
          name={`${name}.id`}
          label={t`Id`}
          hint={t`In reports and at the gateway`}
          maxLength={40}
          write={(typed) => typed.trim().toLowerCase()}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        <FormDate form={form} name={`${name}.offeredFrom`} label={t`Offered from`} hint={t`Empty: at once`} />
        <FormDate
          form={form}
          name={`${name}.offeredUntil`}
          label={t`Offered until`}
          hint={t`Its last day, in India. Credits do not expire.`}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <FormCheckbox form={form} name={`${name}.isPopular`} label={t`Recommended`} />
        <FormCheckbox form={form} name={`${name}.isOncePerAccount`} label={t`Once per account`} />
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

/** The free credits of new accounts, and their cost at the prices of the packs. */
export function GiftFields({ form }: { form: FormHandle<Pricing> }) {
  const gifts = [
    ['signupCredits', t`Gift for a new account`, t`In credits`],
    ['profileCredits', t`Gift for a complete profile`, t`In credits, once, for accounts that signed up with Google`],
  ] as const
  return gifts.map(([name, label, hint]) => {
    const worth = creditsWorthText(form.values[name] || 0, form.values.paisePer1000Credits || 0)
    const cost = t`Each is given goods for ${worth}.`
    return <FormNumber key={name} form={form} name={name} label={label} hint={`${hint}. ${cost}`} decimals={0} />
  })
}
