// The editor of a written page: its Markdown next to a preview.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type AdminContentPage,
  type ContentText,
  contentSubject,
  contentWords,
  isOccasion,
  isPost,
} from '@vitrine/contract/content'
import { ENGLISH } from '@vitrine/language/language'
import { useEffect, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { noBlockData, useTextLanguage } from '../../features/content/load-content.ts'
import { WrittenText } from '../../features/content/written-text.tsx'
import { i18n } from '../../language/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { FormDate, FormLongText, FormText } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useToast } from '../../ui/toast.tsx'
import { adminCall, backgroundAdminCall } from '../api/admin-api.ts'
import { adminKey } from '../api/admin-query.ts'
import { OccasionFields } from './occasion-fields.tsx'
import { historyKey, SectionForm } from './section-form.tsx'
import { SettingsHistory } from './settings-history.tsx'

const previewDelayMs = 250

type PageEditorProps = {
  page: AdminContentPage
  onUnsaved: (isUnsaved: boolean) => void
  onRemoved: () => void
}

export function PageEditor({ page, onUnsaved, onRemoved }: PageEditorProps) {
  const { slug, language, text: stored, revision, original, english, translations, isOlder } = page
  const place = { slug, language }
  const isTranslation = language !== ENGLISH.tag
  const [keepTranslations, setKeepTranslations] = useState(true)
  const attributes = useTextLanguage(language)
  const queries = useQueryClient()
  const take = (next: AdminContentPage) => {
    queries.setQueryData(pageKey(place), next)
    // The other languages show the state of the English text.
    void queries.invalidateQueries({
      queryKey: pagesKey,
      predicate: ({ queryKey }) => queryKey[2] !== pageKey(place)[2],
    })
    void queries.invalidateQueries({ queryKey: contentKey })
    void queries.invalidateQueries({ queryKey: historyKey })
  }
  const send = async (newText: ContentText) => {
    const next = await contentApi.change(place, newText, revision, keepTranslations)
    take(next)
    return next.text
  }
  const form = useForm({
    values: stored,
    send,
    reload: () => queries.invalidateQueries({ queryKey: pageKey(place) }),
    schema: async () => (await import('@vitrine/contract/content')).contentText,
    fieldByError,
  })
  const { values: text, change } = form
  const showToast = useToast()
  const [isRemoving, setIsRemoving] = useState(false)
  const remove = async () => {
    setIsRemoving(true)
    try {
      await contentApi.remove(place, revision)
    } catch (error) {
      setIsRemoving(false)
      return showToast('error', errorText(error, t`The text could not be removed. Please try again.`))
    }
    void queries.invalidateQueries({ queryKey: contentKey })
    if (isTranslation) {
      void queries.invalidateQueries({ queryKey: historyKey })
      await queries.invalidateQueries({ queryKey: pageKey(place) })
      form.discard()
      setIsRemoving(false)
      return
    }
    queries.removeQueries({ queryKey: pagesKey })
    onRemoved()
  }
  const isRemovable = isTranslation ? stored.title !== '' : (isPost(slug) || isOccasion(slug)) && stored.title !== ''
  return (
    <>
      <SectionForm form={form} onUnsaved={onUnsaved}>
        {isTranslation && <TranslationState isWritten={stored.title !== ''} isOlder={isOlder} />}
        {translations.length > 0 && (
          <OldTranslations languages={translations} keepsOld={keepTranslations} onKeepsOld={setKeepTranslations} />
        )}
        <div className="grid gap-5 sm:grid-cols-2">
          <FormText {...attributes} form={form} name="title" label={t`Title`} />
          {isPost(slug) && !isTranslation && <FormDate form={form} name="date" label={t`Date`} />}
          <FormText
            {...attributes}
            form={form}
            name="description"
            label={t`Description`}
            hint={t`For search engines and shared links`}
            fieldClass="sm:col-span-2"
          />
        </div>
        <div className="grid gap-8 lg:grid-cols-2">
          <FormLongText
            {...attributes}
            form={form}
            name="body"
            label={t`Text, in Markdown`}
            hint={<MarkdownHint />}
            spellCheck
            className="h-[34rem]! resize-y font-mono text-caption leading-relaxed"
          />
          <Preview title={text.title} body={text.body} language={language} />
        </div>
        {isOccasion(slug) && !isTranslation && <OccasionFields page={page} form={form} />}
        <div className="flex flex-wrap gap-2">
          {original && (revision > 0 || stored.title === '') && (
            <Button variant="secondary" size="small" onClick={() => change(pickTexts(original))}>
              <Trans>Insert the original text</Trans>
            </Button>
          )}
          {isTranslation && english && (
            <Button variant="secondary" size="small" onClick={() => change(pickTexts(english))}>
              <Trans>Insert the English text</Trans>
            </Button>
          )}
          {isRemovable && (
            <Button variant="danger" size="small" isBusy={isRemoving} onClick={() => void remove()}>
              {isTranslation ? (
                <Trans>Remove this translation</Trans>
              ) : isOccasion(slug) ? (
                <Trans>Remove this page</Trans>
              ) : (
                <Trans>Remove this post</Trans>
              )}
            </Button>
          )}
        </div>
      </SectionForm>
      <SettingsHistory
        subjectId={contentSubject(slug, language)}
        // Before the first text there was none.
        onRestore={(before) => (before.title === null && isRemovable ? remove() : send({ ...stored, ...before }))}
      />
    </>
  )
}

/** Maps errors of a text to the fields that show them. */
const fieldByError = Object.fromEntries(
  (['title', 'description', 'date', 'body', 'templates', 'sharePicture'] as const).map((name) => [
    `text.${name}`,
    name,
  ]),
)

/** Without the owner's choices for a page of an occasion. */
const pickTexts = ({ title, description, date, body }: ContentText) => ({ title, description, date, body })

/** What visitors of this language see instead of a missing text, or why it should be checked again. */
function TranslationState({ isWritten, isOlder }: { isWritten: boolean; isOlder: boolean }) {
  if (isWritten && !isOlder) return null
  return (
    <p role="status" className="max-w-[60ch] rounded-card bg-well px-4 py-3">
      {isWritten ? (
        <Trans>The English text was changed after this translation. Please check whether both say the same.</Trans>
      ) : (
        <Trans>This page is not written in this language yet. Its visitors read the English text.</Trans>
      )}
    </p>
  )
}

type OldTranslationsProps = {
  languages: readonly string[]
  keepsOld: boolean
  onKeepsOld: (keepsOld: boolean) => void
}

/** The effect of changed English words on the translations. */
function OldTranslations({ languages, keepsOld, onKeepsOld }: OldTranslationsProps) {
  const names = new Intl.DisplayNames(i18n.locale, { type: 'language' })
  const list = new Intl.ListFormat(i18n.locale).format(languages.map((tag) => names.of(tag) ?? tag))
  return (
    <fieldset className="flex max-w-[60ch] flex-col gap-2">
      <legend className="mb-1.5 text-caption font-medium">
        <Trans>Once you change the English words, its readers in {list} see</Trans>
      </legend>
      <Radio label={t`the present translation, until it is updated`} isOn={keepsOld} onOn={() => onKeepsOld(true)} />
      <Radio
        label={t`the English text, until there is a new translation`}
        isOn={!keepsOld}
        onOn={() => onKeepsOld(false)}
      />
    </fieldset>
  )
}

function Radio({ label, isOn, onOn }: { label: string; isOn: boolean; onOn: () => void }) {
  return (
    <label className="relative flex min-h-8 items-center gap-2.5">
      <input
        type="radio"
        name="old-translations"
        checked={isOn}
        onChange={onOn}
        className="size-5 shrink-0 accent-marigold"
      />
      <span>{label}</span>
    </label>
  )
}

function MarkdownHint() {
  const words = contentWords.map((word) => `{{${word}}}`).join(', ')
  return <Trans>## heading, **bold**, [link](/faq), - list. {words} stand for what the settings say.</Trans>
}

/** A preview of the text, updated when typing pauses. */
function Preview({ title, body, language }: { title: string; body: string; language: string }) {
  const attributes = useTextLanguage(language)
  const [shownBody, setShownBody] = useState(body)
  useEffect(() => {
    const timer = setTimeout(() => setShownBody(body), previewDelayMs)
    return () => clearTimeout(timer)
  }, [body])
  const { data, error } = useQuery({
    queryKey: ['admin', 'content-preview', shownBody],
    queryFn: ({ signal }) =>
      backgroundAdminCall('POST /api/admin/content/preview', { body: { body: shownBody }, signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return (
    <section aria-label={t`Preview`} className="min-w-0">
      <p className="mb-1.5 text-caption font-medium">
        <Trans>Preview</Trans>
      </p>
      <div className="h-[34rem] overflow-y-auto rounded-card border border-line bg-paper px-6 pb-8">
        <div className="prose-page">
          <h1 {...attributes}>{title}</h1>
          {data && <WrittenText sections={data.sections} language={language} data={noBlockData} />}
          {error && !data && (
            <p>
              <Trans>The preview could not be loaded. The text is safe; it can be saved without it.</Trans>
            </p>
          )}
        </div>
      </div>
    </section>
  )
}

const contentKey = adminKey('GET /api/admin/content')
/** Identifies a text: a page, and a language by its BCP 47 tag. */
type TextPlace = { slug: string; language: string }
const pageKey = (place: TextPlace) => adminKey('GET /api/admin/content/page', { query: place })
/** The key of a page in all languages. */
const pagesKey = ['admin', '/content/page'] as const

const contentApi = {
  change: (place: TextPlace, text: ContentText, revision: number, keepTranslations = true) =>
    adminCall('PUT /api/admin/content/page', { query: place, body: { text, revision, keepTranslations } }),
  remove: (place: TextPlace, revision: number) =>
    adminCall('DELETE /api/admin/content/page', { query: { ...place, revision } }),
}
