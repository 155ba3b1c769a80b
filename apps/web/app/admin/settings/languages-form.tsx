// The section `languages`: the languages that visitors can choose, the owner's own languages, and the texts of each.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AdminLanguage, AdminLanguages } from '@vitrine/contract/routes/admin-settings'
import { languageTag } from '@vitrine/contract/text-schema'
import { ENGLISH } from '@vitrine/language/language'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { CheckboxField, SelectField, TextField } from '../../ui/field.tsx'
import { useEditedQuery } from '../api/admin-query.ts'
import { AdminData } from '../ui/admin-data.tsx'
import { countText } from '../ui/rupees.ts'
import { LanguageTexts } from './language-texts.tsx'
import { FieldGroup, SectionForm, type SectionFormProps, useSection } from './section-form.tsx'

export function LanguagesForm(props: SectionFormProps) {
  const [searchParams] = useSearchParams()
  const query = useEditedQuery('GET /api/admin/languages')
  const open = searchParams.get('language')
  return (
    <AdminData query={query} loadingText={t`Loading the languages...`}>
      {(state) => {
        const language = state.languages.find(({ tag }) => tag === open)
        return language ? (
          <LanguageTexts key={language.tag} language={language} />
        ) : (
          <Languages state={state} {...props} />
        )
      }}
    </AdminData>
  )
}

function Languages({ state, settings, onUnsaved }: SectionFormProps & { state: AdminLanguages }) {
  const form = useSection('languages', settings)
  const { offered, added } = form.values
  const shown: Shown[] = [
    ...state.languages.filter(({ tag, isBundled }) => isBundled || added.some((each) => each.tag === tag)),
    ...added.filter(({ tag }) => !state.languages.some((each) => each.tag === tag)),
  ]
  return (
    <SectionForm form={form} onUnsaved={onUnsaved}>
      <FieldGroup
        title={t`Languages of the store`}
        note={t`Visitors get the language of their browser, or the one they choose at the end of each page. A text without a translation is shown in English.`}
      >
        <ul className="divide-y divide-line border-y border-line">
          {shown.map((language) => (
            <LanguageRow
              key={language.tag}
              language={language}
              total={state.total}
              isOffered={offered.includes(language.tag)}
              onOffered={(isOffered) =>
                form.change({
                  offered: isOffered ? [...offered, language.tag] : offered.filter((tag) => tag !== language.tag),
                })
              }
              onRemove={
                added.some(({ tag }) => tag === language.tag)
                  ? () =>
                      form.change({
                        added: added.filter(({ tag }) => tag !== language.tag),
                        offered: offered.filter((tag) => tag !== language.tag),
                      })
                  : undefined
              }
            />
          ))}
        </ul>
        <AddLanguage
          taken={shown.map(({ tag }) => tag)}
          onAdd={(language) => form.change({ added: [...added, language] })}
        />
      </FieldGroup>
    </SectionForm>
  )
}

/** A newly added language has no texts yet. */
type Shown = Pick<AdminLanguage, 'tag' | 'name' | 'direction'> & Partial<AdminLanguage>

type LanguageRowProps = {
  language: Shown
  total: number
  isOffered: boolean
  onOffered: (isOffered: boolean) => void
  onRemove: (() => void) | undefined
}

function LanguageRow({ language, total, isOffered, onOffered, onRemove }: LanguageRowProps) {
  const { tag, name, direction, translated } = language
  const [done, all] = [countText(translated ?? 0), countText(total)]
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <CheckboxField
        label={`${name} (${tag})`}
        checked={tag === ENGLISH.tag || isOffered}
        disabled={tag === ENGLISH.tag}
        onChange={({ target }) => onOffered(target.checked)}
      />
      <span className="flex flex-wrap items-center gap-x-6 gap-y-2 text-caption">
        <span className="text-muted tabular-nums">
          {direction === 'rtl' && <span>{`${t`Right to left`} · `}</span>}
          <span>{translated === undefined ? t`Save to translate it` : t`${done} of ${all} texts`}</span>
        </span>
        {translated !== undefined && (
          <Link
            to={`?${new URLSearchParams({ section: 'languages', language: tag })}`}
            className="rounded-control text-plum underline underline-offset-4"
          >
            <Trans>Edit texts</Trans>
          </Link>
        )}
        {onRemove && (
          <Button variant="secondary" size="small" onClick={onRemove}>
            <Trans>Remove</Trans>
          </Button>
        )}
      </span>
    </li>
  )
}

type Added = Pick<AdminLanguage, 'tag' | 'name' | 'direction'>

function AddLanguage({ taken, onAdd }: { taken: readonly string[]; onAdd: (language: Added) => void }) {
  const [tag, setTag] = useState('')
  const [problem, setProblem] = useState<string>()
  const name = ownName(tag)
  const [direction, setDirection] = useState<'ltr' | 'rtl'>()
  const add = () => {
    const checked = languageTag.safeParse(tag)
    if (!checked.success || !name) setProblem(t`Enter the tag of a language, such as bn for Bengali`)
    else if (taken.includes(tag)) setProblem(t`This language is in the list already`)
    else {
      onAdd({ tag, name, direction: direction ?? findDirection(tag) })
      setTag('')
      setDirection(undefined)
    }
  }
  return (
    <div className="flex flex-wrap items-start gap-3">
      <TextField
        label={t`Another language`}
        placeholder="bn"
        hint={name ?? t`Its tag, such as bn for Bengali or pt-BR for Brazilian Portuguese`}
        value={tag}
        maxLength={20}
        error={problem}
        fieldClass="w-64"
        onChange={({ target }) => {
          setTag(target.value.trim())
          setProblem(undefined)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          add()
        }}
      />
      <SelectField
        label={t`Direction`}
        value={direction ?? findDirection(tag)}
        onChange={({ target }) => setDirection(target.value as 'ltr' | 'rtl')}
      >
        <option value="ltr">{t`Left to right`}</option>
        <option value="rtl">{t`Right to left`}</option>
      </SelectField>
      <Button variant="secondary" className="mt-6.5" onClick={add}>
        <Trans>Add language</Trans>
      </Button>
    </div>
  )
}

/** The name of a language in itself; undefined for an unknown tag. */
function ownName(tag: string): string | undefined {
  if (!languageTag.safeParse(tag).success) return undefined
  const name = new Intl.DisplayNames([tag], { type: 'language', fallback: 'none' }).of(tag)
  return name && name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
}

/** Languages whose usual script runs from right to left (Unicode CLDR, character order). */
const RIGHT_TO_LEFT = new Set([
  'ar',
  'arc',
  'az-Arab',
  'ckb',
  'dv',
  'fa',
  'he',
  'ks',
  'pa-Arab',
  'ps',
  'sd',
  'ug',
  'ur',
  'yi',
])
const findDirection = (tag: string) =>
  RIGHT_TO_LEFT.has(tag) || RIGHT_TO_LEFT.has(tag.split('-')[0] ?? '') ? 'rtl' : 'ltr'
