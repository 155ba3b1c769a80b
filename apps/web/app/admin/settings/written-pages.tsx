// The written pages of the shop: a list of them, and the one that is open.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type AdminContentList, type AdminContentPage, contentSlug, isPost } from '@vitrine/contract/content'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { serverText } from '../../language/server-text.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { AdminData } from '../admin-data.tsx'
import { useAdminQuery, useEditedQuery } from '../admin-query.ts'
import { PageEditor } from './page-editor.tsx'

type WrittenPagesProps = { onUnsaved: (isUnsaved: boolean) => void }

export function WrittenPages({ onUnsaved }: WrittenPagesProps) {
  const [address, setAddress] = useSearchParams()
  const slug = address.get('page')
  const query = useAdminQuery<AdminContentList>('/content')
  if (slug) {
    return (
      <>
        <p className="mb-6">
          <Link to="?section=pages" className="rounded-control text-plum underline underline-offset-4">
            <Trans>All pages</Trans>
          </Link>
        </p>
        <OpenPage key={slug} slug={slug} onUnsaved={onUnsaved} onRemoved={() => setAddress({ section: 'pages' })} />
      </>
    )
  }
  return (
    <AdminData query={query} loadingText={t`Loading the pages...`}>
      {({ pages }) => (
        <div className="grid gap-12 lg:grid-cols-2">
          <PageList title={t`Pages`} pages={pages.filter((page) => !isPost(page.slug))} />
          <div>
            <PageList title={t`Blog`} pages={pages.filter((page) => isPost(page.slug))} />
            <NewPost onSlug={(slug) => setAddress({ section: 'pages', page: slug })} />
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
              {page.title}
            </Link>
            <span className="text-caption text-muted">
              /{page.slug}
              {page.changedAt && t`, changed`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function OpenPage({ slug, ...rest }: { slug: string; onRemoved: () => void } & WrittenPagesProps) {
  const query = useEditedQuery<AdminContentPage>('/content/page', { slug })
  return (
    <AdminData query={query} loadingText={t`Loading the page...`}>
      {(page) => <PageEditor page={page} {...rest} />}
    </AdminData>
  )
}

function NewPost({ onSlug }: { onSlug: (slug: string) => void }) {
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  return (
    <form
      noValidate
      className="mt-6 flex items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        const checked = contentSlug.safeParse(`blog/${name}`)
        if (checked.success) onSlug(checked.data)
        else setProblem(serverText(checked.error.issues[0]?.message ?? ''))
      }}
    >
      <TextField
        label={t`Address of a new post`}
        hint={`/blog/${name || 'diwali-wishes'}`}
        value={name}
        maxLength={80}
        error={problem}
        fieldClass="flex-1"
        onChange={({ target }) => {
          setName(target.value.toLowerCase().replaceAll(' ', '-'))
          setProblem(undefined)
        }}
      />
      <Button type="submit" variant="secondary" className="mt-6.5">
        <Trans>Write</Trans>
      </Button>
    </form>
  )
}
