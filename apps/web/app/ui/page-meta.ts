// Metadata for search engines and messengers: title, description, address, share image and video, as React Router’s `meta`
// returns it.
import { ENGLISH, type Language, localPath } from '@vitrine/language/language'
import type { MetaDescriptor } from 'react-router'
import { findRootData } from '../api/root-data.ts'

const defaultPicture = '/share.png'

/** The part of a `meta` function's arguments that `pageMeta` needs. */
export type MetaMatches = { matches: Parameters<typeof findRootData>[0] }

type PageMeta = MetaMatches & {
  /** Without the store's name; absent on the home page. */
  title?: string
  description: string
  path?: string
  /** Address of the share picture, absolute or from the root. */
  picture?: string
  /** Address of the video that messengers may play. */
  video?: string | undefined
  /** Width and height of the video in pixels. */
  size?: { width: number; height: number }
  /** Tags of the languages that the page is written in, including English; by default those of the store. */
  writtenIn?: readonly string[]
  type?: 'website' | 'video.other'
  /** Personal pages are kept out of search engines. */
  isPrivate?: boolean
}

/** Title, description and Open Graph tags. Share pictures need absolute addresses. */
export function pageMeta(page: PageMeta): MetaDescriptor[] {
  const { matches, title, description, path, picture, video, size, writtenIn, type, isPrivate } = page
  const { publicUrl = '', store, language: ofVisitor = ENGLISH, languages: ofStore = [] } = findRootData(matches) ?? {}
  const isWritten = ({ tag }: Language) => writtenIn?.includes(tag) ?? true
  const languages = ofStore.filter(isWritten)
  // A page that is not written in the visitor's language is the English one at another address.
  const language = isWritten(ofVisitor) ? ofVisitor : ENGLISH
  const fullTitle = [title, store && (title || !store.tagline ? store.name : `${store.name}: ${store.tagline}`)]
    .filter(Boolean)
    .join(' · ')
  const absolute = (address: string) => (address.startsWith('/') ? `${publicUrl}${address}` : address)
  const addressIn = (language: Language) => `${publicUrl}${localPath(language, path ?? '/')}`
  const link = (rel: string, rest: Record<string, string>) => ({ tagName: 'link', rel, ...rest }) as MetaDescriptor
  const isTranslated = languages.length > 1 && !isPrivate
  const alternates = isTranslated
    ? [...languages.map((each) => [each.tag, each] as const), ['x-default', ENGLISH] as const].map(([hrefLang, each]) =>
        link('alternate', { hrefLang, href: addressIn(each) }),
      )
    : []
  return [
    { title: fullTitle },
    { name: 'description', content: description },
    ...(store ? [{ property: 'og:site_name', content: store.name }] : []),
    { property: 'og:title', content: fullTitle },
    { property: 'og:description', content: description },
    { property: 'og:type', content: type ?? 'website' },
    { property: 'og:image', content: absolute(picture ?? store?.sharePicture ?? defaultPicture) },
    ...(video
      ? [
          { property: 'og:video', content: absolute(video) },
          { property: 'og:video:type', content: 'video/mp4' },
        ]
      : []),
    ...(size && video
      ? [
          { property: 'og:video:width', content: String(size.width) },
          { property: 'og:video:height', content: String(size.height) },
        ]
      : []),
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(path ? [{ property: 'og:url', content: addressIn(language) }] : []),
    ...(path && publicUrl ? [link('canonical', { href: addressIn(language) }), ...alternates] : []),
    ...(isPrivate ? [{ name: 'robots', content: 'noindex' }] : []),
  ]
}
