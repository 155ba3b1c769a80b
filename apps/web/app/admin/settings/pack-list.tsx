// The credit packs of the section `pricing`.
import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { NumberField } from './section-form.tsx'
import type { SavedFormOf } from './use-saved-form.ts'
import type { SectionValue } from './use-section.ts'

type Pricing = SectionValue<'pricing'>
type Pack = Pricing['packs'][number]

export function PackList({ work }: { work: Pick<SavedFormOf<Pricing>, 'value' | 'change' | 'problemOf'> }) {
  const { value: pricing, change, problemOf } = work
  return (
    <>
      {problemOf('packs') && <p className="text-caption text-bad">{problemOf('packs')}</p>}
      <ul className="flex flex-col gap-4">
        {pricing.packs.map((pack, index) => (
          <PackFields
            key={index}
            pack={pack}
            savings={savingsText(pack, pricing)}
            problemOf={(field) => problemOf(`packs.${index}.${field}`)}
            onPack={(next) => change({ packs: pricing.packs.map((one, at) => (at === index ? next : one)) })}
            onRemove={
              pricing.packs.length > 1
                ? () => change({ packs: pricing.packs.filter((_, at) => at !== index) })
                : undefined
            }
          />
        ))}
      </ul>
      {pricing.packs.length < 12 && (
        <Button
          variant="secondary"
          size="small"
          className="self-start"
          onClick={() => change({ packs: [...pricing.packs, newPack(pricing.packs)] })}
        >
          <Plus aria-hidden="true" size={16} />
          Add a pack
        </Button>
      )}
    </>
  )
}

/** As the server counts it: against the list price, in whole per cent. */
function savingsText({ credits, amountPaise, isOncePerAccount }: Pack, pricing: Pricing): string {
  const saved = Math.floor(100 - (amountPaise * 100_000) / (credits * pricing.listPaisePer1000Credits))
  return isOncePerAccount || !(saved >= 1) ? 'No savings shown' : `Shown with “${saved}% savings”`
}

function newPack(packs: readonly Pack[]): Pack {
  const credits = Math.max(0, ...packs.map((pack) => pack.credits || 0)) + 500
  const ids = new Set(packs.map(({ id }) => id))
  const number = [...Array(20).keys()].find((n) => !ids.has(`pack-${n + 1}`)) ?? 0
  return { id: `pack-${number + 1}`, credits, amountPaise: credits * 60, isPopular: false, isOncePerAccount: false }
}

type PackFieldsProps = {
  pack: Pack
  savings: string
  problemOf: (field: keyof Pack) => string | undefined
  onPack: (pack: Pack) => void
  onRemove: (() => void) | undefined
}

function PackFields({ pack, savings, problemOf, onPack, onRemove }: PackFieldsProps) {
  return (
    <li className="flex flex-col gap-3 rounded-card border border-line bg-raised p-4">
      <div className="grid gap-4 sm:grid-cols-3">
        <NumberField
          label="Credits"
          value={pack.credits}
          error={problemOf('credits')}
          onValue={(credits) => onPack({ ...pack, credits })}
        />
        <NumberField
          label="Price in rupees"
          hint={savings}
          value={pack.amountPaise / 100}
          error={problemOf('amountPaise')}
          onValue={(rupees) => onPack({ ...pack, amountPaise: Math.round(rupees * 100) })}
        />
        <TextField
          label="Id"
          hint="In reports and at the gateway"
          value={pack.id}
          maxLength={40}
          error={problemOf('id')}
          onChange={({ target }) => onPack({ ...pack, id: target.value.trim().toLowerCase() })}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Checkbox label="Recommended" isOn={pack.isPopular} onIsOn={(isPopular) => onPack({ ...pack, isPopular })} />
        <Checkbox
          label="Once per account"
          isOn={pack.isOncePerAccount}
          onIsOn={(isOncePerAccount) => onPack({ ...pack, isOncePerAccount })}
        />
        {onRemove && (
          <Button variant="quiet" size="small" className="ml-auto" onClick={onRemove}>
            <Trash aria-hidden="true" size={16} />
            Remove
          </Button>
        )}
      </div>
    </li>
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
      {label}
    </label>
  )
}
