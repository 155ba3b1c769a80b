// The list of blog posts.
import { Link } from 'react-router'
import { dateText, posts } from './posts.ts'

export function PostList() {
  return (
    <ul className="not-prose divide-y divide-line border-y border-line">
      {posts.map((post) => (
        <li key={post.path} className="relative py-7">
          <time dateTime={post.date} className="text-caption text-muted">
            {dateText.format(new Date(post.date))}
          </time>
          <h2 className="mt-1 font-headline text-title">
            <Link to={post.path} className="card-link">
              {post.title}
            </Link>
          </h2>
          <p className="mt-1 text-muted">{post.summary}</p>
        </li>
      ))}
    </ul>
  )
}
