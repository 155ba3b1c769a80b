// The written pages of the shop: a list of them, and the one that is open.
import { useQuery } from '@tanstack/react-query'
import { type AdminContentList, contentSlug, isPost } from '@vitrine/contract/content'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { AdminData } from '../admin-data.tsx'
import { useAdminQuery } from '../admin-query.ts'
import { contentApi, pageKey } from './content-api.ts'
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
            All pages
          </Link>
        </p>
        <OpenPage key={slug} slug={slug} onUnsaved={onUnsaved} onRemoved={() => setAddress({ section: 'pages' })} />
      </>
    )
  }
  return (
    <AdminData query={query} loadingText="Loading the pages...">
      {({ pages }) => (
        <div className="grid gap-12 lg:grid-cols-2">
          <PageList title="Pages" pages={pages.filter((page) => !isPost(page.slug))} />
          <div>
            <PageList title="Blog" pages={pages.filter((page) => isPost(page.slug))} />
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
              {page.changedAt && ', changed'}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function OpenPage({ slug, ...rest }: { slug: string; onRemoved: () => void } & WrittenPagesProps) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: pageKey(slug),
    queryFn: ({ signal }) => contentApi.get(slug, signal),
  })
  const query = { data, failure: data ? undefined : (error ?? undefined), isStale: false, isFetching, refetch }
  return (
    <AdminData query={query} loadingText="Loading the page...">
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
        else setProblem(checked.error.issues[0]?.message)
      }}
    >
      <TextField
        label="Address of a new post"
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
        Write
      </Button>
    </form>
  )
}
