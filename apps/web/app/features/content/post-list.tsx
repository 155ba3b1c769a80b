// The list of blog posts.
import { Trans } from '@lingui/react/macro'
import type { PostSummary } from '@vitrine/contract/content'
import { Link } from 'react-router'
import { dateFormat } from '../../language/format.ts'
import { useTextLanguage } from './text-language.ts'

/** The formatted date of a post. */
export const dateText = (date: string): string =>
  dateFormat({ dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date))

export function PostList({ posts }: { posts: readonly PostSummary[] }) {
  if (posts.length === 0)
    return (
      <p>
        <Trans>Nothing has been written yet.</Trans>
      </p>
    )
  return (
    <ul className="not-prose divide-y divide-line border-y border-line">
      {posts.map((post) => (
        <Post key={post.slug} post={post} />
      ))}
    </ul>
  )
}

function Post({ post: { slug, language, title, description, date } }: { post: PostSummary }) {
  const attributes = useTextLanguage(language)
  return (
    <li className="relative py-7">
      <time dateTime={date} className="text-caption text-muted">
        {dateText(date)}
      </time>
      <h2 {...attributes} className="mt-1 font-headline text-title">
        <Link to={`/${slug}`} className="card-link">
          {title}
        </Link>
      </h2>
      <p {...attributes} className="mt-1 text-muted">
        {description}
      </p>
    </li>
  )
}
