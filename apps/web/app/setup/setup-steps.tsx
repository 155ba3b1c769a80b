// The five steps of the setup, in their order.
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { OfferedSample, SetupState } from '@vitrine/contract/routes/setup'
import type { LanguageSettings } from '@vitrine/contract/settings'
import { BUNDLED_LANGUAGES, ENGLISH, SUGGESTED_LANGUAGES } from '@vitrine/language/language'
import { useState } from 'react'
import { BrandLookFields, BrandNameFields, BrandPreviews } from '../admin/settings/brand-fields.tsx'
import { GiftFields, PackList } from '../admin/settings/pricing-fields.tsx'
import { FieldGroup } from '../admin/settings/section-form.tsx'
import { kindLabels } from '../admin/templates/label.ts'
import { errorText } from '../api/error-text.ts'
import { useLanguages } from '../api/root-data.ts'
import { classNames } from '../ui/class-names.ts'
import { CheckboxField } from '../ui/field.tsx'
import { FormPassword, FormText } from '../ui/form/form.tsx'
import { type FormHandle, useForm } from '../ui/form/use-form.ts'
import { RadioCards } from '../ui/radio-cards.tsx'
import { type ChosenSamples, setupApi } from './setup-api.ts'
import { StepForm, StepHeading, type StepProps, useSectionStep } from './step-form.tsx'

export function NameStep({ state, onState, reload, ...way }: StepProps) {
  const brand = useSectionStep('brand', 'name', { state, onState, reload })
  // A suggestion only until the owner has saved a choice, which may be empty.
  const { language } = useLanguages()
  const [suggested, setSuggested] = useState(state.stepsDone === 0 ? { offered: suggestedWith(language.tag) } : {})
  const languages = useSectionStep('languages', 'name', { state, onState, reload }, suggested)
  const save = async () => {
    const isSaved = (await brand.save()) && (await languages.save())
    if (isSaved) setSuggested({})
    return isSaved
  }
  // The languages are saved after the name.
  const { state: saving } = brand.isBusy || brand.state.status === 'failed' ? brand : languages
  return (
    <StepForm form={{ ...brand, save, state: saving, isBusy: brand.isBusy || languages.isBusy }} {...way}>
      <StepHeading step={1} title={t`What is your store called?`}>
        <Trans>
          Visitors read the name on every page, in emails and on receipts. Everything here can be changed later.
        </Trans>
      </StepHeading>
      <div className="flex max-w-[34rem] flex-col gap-5">
        <BrandNameFields form={brand} settings={state.settings} />
        <LanguageChoice form={languages} />
      </div>
    </StepForm>
  )
}

/** The languages of India, and the owner's own. */
const suggestedWith = (tag: string): string[] =>
  [...new Set([...SUGGESTED_LANGUAGES, tag])].filter((each) => each !== ENGLISH.tag)

/** The bundled languages that the store offers. Owners add others in the settings. */
function LanguageChoice({ form }: { form: FormHandle<LanguageSettings> }) {
  const { offered } = form.values
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 text-caption font-medium">
        <Trans>Languages of the store</Trans>
      </legend>
      <p className="text-caption text-muted">
        <Trans>
          Visitors get the language of their browser, or the one they choose at the end of each page. A text without a
          translation is shown in English.
        </Trans>
      </p>
      <div className="flex flex-wrap gap-x-6 gap-y-3">
        {BUNDLED_LANGUAGES.map(({ tag, name }) => (
          <CheckboxField
            key={tag}
            label={`${name} (${tag})`}
            checked={tag === ENGLISH.tag || offered.includes(tag)}
            disabled={tag === ENGLISH.tag}
            onChange={({ target }) =>
              form.change({ offered: target.checked ? [...offered, tag] : offered.filter((other) => other !== tag) })
            }
          />
        ))}
      </div>
    </fieldset>
  )
}

export function LookStep({ state, onState, reload, ...way }: StepProps) {
  const form = useSectionStep('brand', 'look', { state, onState, reload })
  return (
    <StepForm form={form} {...way}>
      <StepHeading step={2} title={t`What does it look like?`}>
        <Trans>Two colours and the shape of corners and letters. Text stays readable whatever you choose.</Trans>
      </StepHeading>
      <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
        <div>
          <BrandLookFields form={form} />
        </div>
        <BrandPreviews brand={form.values} />
      </div>
    </StepForm>
  )
}

const readOwner = ({ owner }: SetupState) => ({
  email: owner?.email ?? '',
  username: owner?.username ?? '',
  password: '',
  adminPassword: '',
})

/** Only a hash of the password is stored, and returning owners need not type it again. */
export function OwnerStep({ state, onState, reload, ...way }: StepProps) {
  const { owner, needsAdminPassword, revision } = state
  const form = useForm({
    values: readOwner(state),
    async send({ password, adminPassword, ...account }) {
      const typed = { ...(password && { password }), ...(needsAdminPassword && adminPassword && { adminPassword }) }
      const next = await setupApi.saveOwner({ ...account, ...typed, revision })
      onState(next)
      return readOwner(next)
    },
    reload,
  })
  const keptHint = owner ? t`Kept. Leave it empty, or type another one.` : undefined
  return (
    <StepForm form={form} {...way}>
      <StepHeading step={3} title={t`Who owns it?`}>
        <Trans>Your account: you sign in with it as customers do, and it opens the admin area.</Trans>
      </StepHeading>
      <div className="flex max-w-[34rem] flex-col gap-5">
        <FormText form={form} name="email" label={t`Email address`} type="email" autoComplete="email" maxLength={254} />
        <FormText
          form={form}
          name="username"
          label={t`Username`}
          hint={t`3 to 30 letters, digits, dots, hyphens and underscores`}
          autoComplete="username"
          spellCheck={false}
          maxLength={30}
        />
        <FormPassword
          form={form}
          name="password"
          label={t`Password`}
          hint={keptHint ?? t`At least 6 characters`}
          autoComplete="new-password"
        />
        {needsAdminPassword && (
          <FormPassword
            form={form}
            name="adminPassword"
            label={t`Password of the admin area`}
            hint={keptHint ?? t`Asked for on top of your own, so choose another one`}
            autoComplete="new-password"
          />
        )}
      </div>
    </StepForm>
  )
}

export function PackStep({ state, onState, reload, ...way }: StepProps) {
  const form = useSectionStep('pricing', 'packs', { state, onState, reload })
  return (
    <StepForm form={form} {...way}>
      <StepHeading step={4} title={t`Which packs of credits do you sell?`}>
        <Trans>
          Customers pay for packs and spend credits on templates. These are a good start; a small pack that is sold once
          per account makes the first try cheap.
        </Trans>
      </StepHeading>
      <PackList form={form} />
      <FieldGroup
        title={t`Free credits`}
        note={t`Credits that people are given can be spent like bought ones. 0 gives none; you can change it at any time under Settings.`}
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <GiftFields form={form} />
        </div>
      </FieldGroup>
    </StepForm>
  )
}

type Typed = { samples: ChosenSamples; isList: boolean }

type Choice = 'all' | 'some' | 'none'

const listChoices = (): readonly { value: Choice; label: string; note: string }[] => [
  {
    value: 'all',
    label: t`All of them`,
    note: t`The store is full from the first day. Each can be changed or withdrawn.`,
  },
  { value: 'some', label: t`Some of them`, note: t`Choose below.` },
  { value: 'none', label: t`None`, note: t`You bring your own templates.` },
]

export function SampleStep({ state, onState, reload, onBack, onNext }: StepProps) {
  const { samples, revision, offeredSamples } = state
  const form = useForm<Typed>({
    values: { samples: samples ?? 'all', isList: Array.isArray(samples) && samples.length > 0 },
    async send(typed) {
      onState(await setupApi.saveSamples(typed.samples, revision))
      await onNext()
      return typed
    },
    explain: (error) => errorText(error, t`The store could not be opened. Please try again.`),
    reload,
  })
  const { samples: chosen, isList } = form.values
  const open = chosen === 'all' ? 'all' : isList ? 'some' : 'none'
  const choose = (choice: Choice) => form.change({ samples: choice === 'all' ? 'all' : [], isList: choice === 'some' })
  return (
    <StepForm form={form} onBack={onBack} onNext={() => undefined} nextLabel={t`Open the store`}>
      <StepHeading step={5} title={t`Which templates does it begin with?`}>
        {plural(offeredSamples.length, {
          one: '# templates come with the store. They are yours to sell.',
          other: '# templates come with the store. They are yours to sell.',
        })}
      </StepHeading>
      <RadioCards
        label={t`Templates to begin with`}
        isLabelHidden
        choices={listChoices()}
        value={open}
        onValue={choose}
      />
      {open === 'some' && chosen !== 'all' && (
        <SampleGrid
          offered={offeredSamples}
          chosen={chosen}
          onChosen={(samples) => form.change({ samples, isList: true })}
        />
      )}
    </StepForm>
  )
}

type SampleGridProps = {
  offered: readonly OfferedSample[]
  chosen: readonly string[]
  onChosen: (ids: string[]) => void
}

function SampleGrid({ offered, chosen, onChosen }: SampleGridProps) {
  return (
    <fieldset>
      <legend className="mb-3 text-caption font-medium">
        {plural(chosen.length, { one: '# chosen', other: '# chosen' })}
      </legend>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4">
        {offered.map(({ id, name, kind, posterUrl, dominantColor }) => (
          <li key={id}>
            <label
              className={classNames(
                'flex h-full cursor-pointer flex-col overflow-hidden rounded-card border bg-raised has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-plum',
                chosen.includes(id) ? 'border-marigold' : 'border-line',
              )}
            >
              <img
                src={posterUrl}
                alt=""
                loading="lazy"
                className="aspect-4/3 w-full object-cover"
                style={{ backgroundColor: dominantColor }}
              />
              <span className="flex items-start gap-2 p-2.5 text-caption">
                <input
                  type="checkbox"
                  checked={chosen.includes(id)}
                  onChange={({ target }) =>
                    onChosen(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
                  }
                  className="mt-0.5 size-4.5 shrink-0 accent-marigold outline-none"
                />
                <span>
                  <span className="font-medium">{name}</span>
                  <span className="block text-muted">{kindLabels()[kind]}</span>
                </span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
