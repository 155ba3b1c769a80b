// Blog posts, newest first. Each is a page in this folder.

export type Post = { path: string; title: string; summary: string; date: string }

export const posts: readonly Post[] = [
  {
    path: '/blog/a-film-instead-of-a-card',
    title: 'A video instead of a card',
    summary: 'What to put into a wedding invitation video, and what to leave out.',
    date: '2026-11-12',
  },
  {
    path: '/blog/photos-that-work',
    title: 'Photos that work',
    summary: 'How to choose the one photo a template stands or falls with.',
    date: '2026-10-28',
  },
]

/** The day a post is from, as it is written. */
export const dateText = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
