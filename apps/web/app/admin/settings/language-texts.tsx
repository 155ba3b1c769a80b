// All texts of one language: search, missing texts, and the owner's changes, each saved when it is confirmed.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AdminLanguage, AdminText, ChangeTextsRequest } from '@vitrine/contract/routes/admin-settings'
import { useId, useRef, useState } from 'react'
import { ApiResponseError } from '../../api/api.ts'
import { errorText } from '../../api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { controlClass, Select } from '../../ui/control.tsx'
import { useToast } from '../../ui/toast.tsx'
import { adminCall } from '../api/admin-api.ts'
import { adminKey, useEditedQuery } from '../api/admin-query.ts'
import { AdminData } from '../ui/admin-data.tsx'
import { Pager, SearchField } from '../ui/table-controls.tsx'
import { BackLink } from './section-form.tsx'

const PAGE_SIZE = 50

const isShown = {
  all: () => true,
  missing: ({ bundled, own }: AdminText) => bundled === null && own === null,
  own: ({ own }: AdminText) => own !== null,
}
type Filter = keyof typeof isShown

export function LanguageTexts({ language }: { language: AdminLanguage }) {
  const query = useEditedQuery('GET /api/admin/languages/:tag/texts', { params: { tag: language.tag } })
  // Passed as values, because they would otherwise be parsed as parts of this message.
  const [name, mark] = ['{name}', '<0>']
  return (
    <>
      <BackLink to="?section=languages">
        <Trans>All languages</Trans>
      </BackLink>
      <h2 className="mb-1 font-headline text-title">{language.name}</h2>
      <p className="mb-6 max-w-[60ch] text-caption text-muted">
        <Trans>
          Words in braces such as {name} are filled in, and marks such as {mark} stand around links: keep them. A text
          is in effect everywhere as soon as it is saved.
        </Trans>
      </p>
      <AdminData query={query} loadingText={t`Loading the texts...`}>
        {({ texts }) => <TextList language={language} texts={texts} />}
      </AdminData>
    </>
  )
}

function TextList({ language, texts }: { language: AdminLanguage; texts: readonly AdminText[] }) {
  const [search, setSearch] = useState('')
  const [filter, setFilter] = useState<Filter>('all')
  const [page, setPage] = useState(1)
  const searched = search.toLocaleLowerCase()
  const found = texts
    .filter(isShown[filter])
    .filter(({ english, bundled, own }) =>
      [english, bundled, own].some((text) => text?.toLocaleLowerCase().includes(searched)),
    )
  const save = useSaveTexts(language.tag)
  return (
    <>
      <div className="mb-4 flex flex-wrap gap-3">
        {/* Stacked on phones. */}
        <div className="flex w-full flex-col gap-3 sm:w-auto sm:grow sm:flex-row">
          <SearchField
            label={t`Search the texts`}
            placeholder={t`English or translated`}
            search={search}
            onSearch={(text) => {
              setSearch(text)
              setPage(1)
            }}
          />
          <Select
            aria-label={t`Show`}
            value={filter}
            className="sm:min-w-36"
            onChange={({ target }) => {
              setFilter(target.value as Filter)
              setPage(1)
            }}
          >
            <option value="all">{t`All texts`}</option>
            <option value="missing">{t`Without translation`}</option>
            <option value="own">{t`In your own words`}</option>
          </Select>
        </div>
        <LanguageFile language={language} texts={texts} onTexts={save} />
      </div>
      {found.length === 0 && (
        <p className="py-8 text-muted">
          <Trans>No text found.</Trans>
        </p>
      )}
      <ul className="divide-y divide-line border-y border-line">
        {found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map((text) => (
          <TextRow key={text.key} text={text} language={language} onSave={save} />
        ))}
      </ul>
      <Pager page={page} pageSize={PAGE_SIZE} total={found.length} onPage={setPage} />
    </>
  )
}

/** Saves some texts of a language. Rejects with the API's error. */
function useSaveTexts(tag: string): (texts: ChangeTextsRequest['texts']) => Promise<void> {
  const queries = useQueryClient()
  return async (texts) => {
    queries.setQueryData(
      adminKey('GET /api/admin/languages/:tag/texts', { params: { tag } }),
      await adminCall('PUT /api/admin/languages/:tag/texts', { params: { tag }, body: { texts } }),
    )
    void queries.invalidateQueries({ queryKey: ['admin', '/languages'] })
  }
}

type TextRowProps = {
  text: AdminText
  language: AdminLanguage
  onSave: (texts: ChangeTextsRequest['texts']) => Promise<void>
}

function TextRow({ text, language, onSave }: TextRowProps) {
  const { key, english, context, bundled, own } = text
  const stored = own ?? bundled ?? ''
  const [typed, setTyped] = useState(stored)
  const showToast = useToast()
  const id = useId()
  const saving = useMutation({ mutationFn: (next: string | null) => onSave({ [key]: next }) })
  const save = (next: string | null) =>
    saving.mutate(next, {
      onSuccess: () => {
        setTyped(next ?? bundled ?? '')
        showToast('success', t`Saved`)
      },
    })
  const problem = saving.error ? problemText(saving.error) : undefined
  const isChanged = typed.trim() !== stored
  return (
    <li className="grid gap-x-6 gap-y-2 py-3 lg:grid-cols-2">
      <label htmlFor={id} lang="en" dir="ltr" className="text-caption whitespace-pre-wrap">
        <span>{english}</span>
        {context && <span className="block text-muted">{context}</span>}
      </label>
      <div className="flex flex-col gap-2">
        <textarea
          id={id}
          lang={language.tag}
          dir={language.direction}
          value={typed}
          rows={Math.min(6, Math.ceil(Math.max(typed.length, english.length) / 60))}
          maxLength={4000}
          aria-invalid={problem !== undefined}
          aria-describedby={problem && `${id}-problem`}
          onChange={({ target }) => setTyped(target.value)}
          className={`${controlClass} field-sizing-content h-auto max-h-40 py-2`}
        />
        {problem && (
          <p id={`${id}-problem`} role="alert" className="text-caption text-bad">
            {problem}
          </p>
        )}
        {(isChanged || own !== null) && (
          <div className="flex gap-2">
            {isChanged && (
              <Button
                size="small"
                isBusy={saving.isPending}
                disabled={typed.trim() === ''}
                onClick={() => save(typed.trim())}
              >
                <Trans>Save</Trans>
              </Button>
            )}
            {own !== null && (
              <Button variant="secondary" size="small" onClick={() => save(null)}>
                <Trans>Use the original</Trans>
              </Button>
            )}
          </div>
        )}
      </div>
    </li>
  )
}

type LanguageFileProps = {
  language: AdminLanguage
  texts: readonly AdminText[]
  onTexts: (texts: ChangeTextsRequest['texts']) => Promise<void>
}

/**
 * All texts as a file for translators: a JSON object of translations by English text; empty ones are not translated
 * yet.
 */
function LanguageFile({ language, texts, onTexts }: LanguageFileProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setIsBusy] = useState(false)
  const showToast = useToast()
  const read = async (file: File) => {
    setIsBusy(true)
    try {
      const found = changedTexts(JSON.parse(await file.text()), texts)
      await onTexts(found)
      const count = Object.keys(found).length
      showToast('success', t`Texts changed: ${count}`)
    } catch (error) {
      const message = error instanceof SyntaxError ? t`This is not a file of texts.` : problemText(error)
      showToast('error', `${file.name}: ${message}`)
    }
    setIsBusy(false)
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="secondary" onClick={() => downloadTexts(language, texts)}>
        <Trans>Download file</Trans>
      </Button>
      <Button variant="secondary" isBusy={isBusy} onClick={() => input.current?.click()}>
        <Trans>Upload file</Trans>
      </Button>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        hidden
        aria-label={t`File of texts`}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) void read(file)
        }}
      />
    </div>
  )
}

function downloadTexts({ tag }: AdminLanguage, texts: readonly AdminText[]): void {
  const content = Object.fromEntries(texts.map(({ key, bundled, own }) => [key, own ?? bundled ?? '']))
  const address = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }))
  const link = Object.assign(document.createElement('a'), { href: address, downloadTexts: `${tag}.json` })
  link.click()
  URL.revokeObjectURL(address)
}

/** The changed texts of a file. Throws SyntaxError for an invalid file. */
function changedTexts(content: unknown, texts: readonly AdminText[]): Record<string, string> {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) throw new SyntaxError('no object')
  const now = new Map(texts.map(({ key, own, bundled }) => [key, own ?? bundled ?? '']))
  const entries = Object.entries(content).filter(([key, text]) => text !== '' && text !== now.get(key))
  if (entries.some(([, text]) => typeof text !== 'string')) throw new SyntaxError('no text')
  return Object.fromEntries(entries)
}

/** The problem of a text, or that it could not be saved. */
function problemText(error: unknown): string {
  const issues =
    error instanceof ApiResponseError ? (error.details.issues as { message: string }[] | undefined) : undefined
  return issues?.[0]?.message ?? errorText(error, t`The text could not be saved. Please try again.`)
}
