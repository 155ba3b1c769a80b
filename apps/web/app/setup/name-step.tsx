// The first step: the name of the store, and its languages.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { LanguageSettings } from '@vitrine/contract/settings'
import { BUNDLED_LANGUAGES, ENGLISH, SUGGESTED_LANGUAGES } from '@vitrine/language/language'
import { useState } from 'react'
import { BrandNameFields } from '../admin/settings/brand-fields.tsx'
import { useLanguages } from '../api/root-data.ts'
import { CheckboxField } from '../ui/field.tsx'
import type { FormOf } from '../ui/form/use-form.ts'
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
function LanguageChoice({ form }: { form: FormOf<LanguageSettings> }) {
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
