// Metadata for search engines and messengers: title, description, address, share image and video, as React Router’s `meta`
// returns it.
import type { MetaDescriptor } from 'react-router'
import { findRootData } from './root-data.ts'

const defaultPicture = '/share.png'

/** What a `meta` function gets, as far as `pageMeta` needs it. */
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
  type?: 'website' | 'video.other'
  /** Pages of one person are kept out of search engines. */
  isPrivate?: boolean
}

/** Title, description and Open Graph tags. Share pictures need absolute addresses. */
export function pageMeta(page: PageMeta): MetaDescriptor[] {
  const { matches, title, description, path, picture, video, size, type, isPrivate } = page
  const { publicUrl = '', shop } = findRootData(matches) ?? {}
  const fullTitle = [title, shop && (title || !shop.tagline ? shop.name : `${shop.name}: ${shop.tagline}`)]
    .filter(Boolean)
    .join(' · ')
  const absolute = (address: string) => (address.startsWith('/') ? `${publicUrl}${address}` : address)
  return [
    { title: fullTitle },
    { name: 'description', content: description },
    ...(shop ? [{ property: 'og:site_name', content: shop.name }] : []),
    { property: 'og:title', content: fullTitle },
    { property: 'og:description', content: description },
    { property: 'og:type', content: type ?? 'website' },
    { property: 'og:image', content: absolute(picture ?? shop?.sharePicture ?? defaultPicture) },
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
    ...(path ? [{ property: 'og:url', content: `${publicUrl}${path}` }] : []),
    ...(path && publicUrl
      ? [{ tagName: 'link', rel: 'canonical', href: `${publicUrl}${path}` } as MetaDescriptor]
      : []),
    ...(isPrivate ? [{ name: 'robots', content: 'noindex' }] : []),
  ]
}
