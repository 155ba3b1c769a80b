// The written pages of the store: their list, and the open one.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type AdminContentList, contentSlug, isOccasion, isPost } from '@vitrine/contract/content'
import { ENGLISH } from '@vitrine/language/language'
import { Link, useSearchParams } from 'react-router'
import { useLanguages } from '../../api/root-data.ts'
import { serverText } from '../../language/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Form, FormText } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { useAdminQuery, useEditedQuery } from '../api/admin-query.ts'
import { AdminData } from '../ui/admin-data.tsx'
import { PageEditor } from './page-editor.tsx'
import { BackLink } from './section-form.tsx'

type WrittenPagesProps = { onUnsaved: (isUnsaved: boolean) => void }

export function WrittenPages({ onUnsaved }: WrittenPagesProps) {
  const [searchParams, setSearchParams] = useSearchParams()
  const slug = searchParams.get('page')
  const query = useAdminQuery('GET /api/admin/content')
  if (slug) {
    return (
      <>
        <BackLink to="?section=pages">
          <Trans>All pages</Trans>
        </BackLink>
        <OpenPage slug={slug} onUnsaved={onUnsaved} />
      </>
    )
  }
  return (
    <AdminData query={query} loadingText={t`Loading the pages...`}>
      {({ pages }) => (
        <div className="grid gap-12 lg:grid-cols-2">
          <PageList title={t`Pages`} pages={pages.filter(({ slug }) => !isPost(slug) && !isOccasion(slug))} />
          <div>
            <PageList title={t`Blog`} pages={pages.filter((page) => isPost(page.slug))} />
            <NewPage
              folder="blog"
              label={t`Address of a new post`}
              example="diwali-wishes"
              onSlug={(slug) => setSearchParams({ section: 'pages', page: slug })}
            />
          </div>
          <div className="lg:col-span-2">
            <PageList title={t`Occasions and collections`} pages={pages.filter((page) => isOccasion(page.slug))} />
            <p className="max-w-[60ch] pt-3 text-caption text-muted">
              <Trans>
                Each shows the templates that a search for its name finds, /occasions/baby-shower those for “baby
                shower”, or those that you choose, in your order.
              </Trans>
            </p>
            <NewPage
              folder="occasions"
              label={t`Address of a new occasion or collection`}
              example="baby-shower"
              onSlug={(slug) => setSearchParams({ section: 'pages', page: slug })}
            />
          </div>
        </div>
      )}
    </AdminData>
  )
}

function PageList({ title, pages }: { title: string; pages: AdminContentList['pages'] }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-3 font-headline text-title">{title}</h2>
      <ul className="divide-y divide-line border-y border-line">
        {pages.map((page) => (
          <li key={page.slug} className="relative flex flex-wrap items-baseline justify-between gap-x-4 py-3">
            <Link
              to={`?${new URLSearchParams({ section: 'pages', page: page.slug })}`}
              className="card-link font-medium"
            >
              <bdi>{page.title}</bdi>
            </Link>
            <span className="text-caption text-muted">
              <bdi translate="no" dir="ltr">{`/${page.slug}`}</bdi>
              {page.changedAt && <span>{t`, changed`}</span>}
              <Translations tags={page.languages} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The languages other than English that a page is written in. */
function Translations({ tags }: { tags: readonly string[] }) {
  const { languages } = useLanguages()
  return languages
    .filter(({ tag }) => tag !== ENGLISH.tag && tags.includes(tag))
    .map(({ tag, name }) => (
      <span key={tag}>
        {' · '}
        <bdi translate="no" lang={tag}>
          {name}
        </bdi>
      </span>
    ))
}

/** A page with a tab for each language of the store. */
function OpenPage({ slug, onUnsaved }: { slug: string } & WrittenPagesProps) {
  const [searchParams, setSearchParams] = useSearchParams()
  const { languages } = useLanguages()
  const { tag } = languages.find(({ tag }) => tag === searchParams.get('language')) ?? ENGLISH
  const open = (language: string) =>
    setSearchParams({ section: 'pages', page: slug, language }, { preventScrollReset: true })
  const text = (
    <OpenText
      key={`${slug} ${tag}`}
      slug={slug}
      language={tag}
      onUnsaved={onUnsaved}
      onRemoved={() => setSearchParams({ section: 'pages' })}
    />
  )
  if (languages.length === 1) return text
  const tabs = languages.map(({ tag, name }) => ({ name: tag, label: name, lang: tag }))
  return (
    <Tabs label={t`Language of the text`} tabs={tabs} open={tag} onOpen={open}>
      {text}
    </Tabs>
  )
}

type OpenTextProps = { slug: string; language: string; onRemoved: () => void } & WrittenPagesProps

function OpenText({ slug, language, ...rest }: OpenTextProps) {
  const query = useEditedQuery('GET /api/admin/content/page', { query: { slug, language } })
  return (
    <AdminData query={query} loadingText={t`Loading the page...`}>
      {(page) => <PageEditor page={page} {...rest} />}
    </AdminData>
  )
}

type NewPageProps = { folder: 'blog' | 'occasions'; label: string; example: string; onSlug: (slug: string) => void }

function NewPage({ folder, label, example, onSlug }: NewPageProps) {
  const form = useForm<{ name: string }>({
    values: { name: '' },
    check({ name }) {
      const checked = contentSlug.safeParse(`${folder}/${name}`)
      return checked.success ? {} : { name: serverText(checked.error.issues[0]?.message ?? '') }
    },
    send: async ({ name }) => onSlug(`${folder}/${name}`),
  })
  return (
    <Form form={form} className="mt-6 flex items-start gap-3">
      <FormText
        form={form}
        name="name"
        label={label}
        hint={<bdi translate="no" dir="ltr">{`/${folder}/${form.values.name || example}`}</bdi>}
        maxLength={80}
        write={(typed) => typed.toLowerCase().replaceAll(' ', '-')}
        fieldClass="flex-1"
      />
      <Button type="submit" variant="secondary" className="mt-6.5">
        <Trans>Write</Trans>
      </Button>
    </Form>
  )
}
