// Owns the title, description and share picture of a page, in the shape React Router's `meta` returns.
import type { MetaDescriptor } from 'react-router'

const shopName = 'Vitrine'
const defaultPicture = '/share.png'

type PageMeta = {
  /** Without the shop's name; absent on the home page. */
  title?: string
  description: string
  publicUrl?: string | undefined
  path?: string
  /** Address of the share picture, absolute or from the root. */
  picture?: string
  type?: 'website' | 'video.other'
  /** Pages of one person are kept out of search engines. */
  isPrivate?: boolean
}

/** Title, description and Open Graph tags. Share pictures need absolute addresses, hence `publicUrl`. */
export function pageMeta({
  title,
  description,
  publicUrl = '',
  path,
  picture,
  type,
  isPrivate,
}: PageMeta): MetaDescriptor[] {
  const fullTitle = title ? `${title} · ${shopName}` : `${shopName}: films for your moments`
  const image = picture ?? defaultPicture
  return [
    { title: fullTitle },
    { name: 'description', content: description },
    { property: 'og:site_name', content: shopName },
    { property: 'og:title', content: fullTitle },
    { property: 'og:description', content: description },
    { property: 'og:type', content: type ?? 'website' },
    { property: 'og:image', content: image.startsWith('/') ? `${publicUrl}${image}` : image },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(path ? [{ property: 'og:url', content: `${publicUrl}${path}` }] : []),
    ...(path && publicUrl
      ? [{ tagName: 'link', rel: 'canonical', href: `${publicUrl}${path}` } as MetaDescriptor]
      : []),
    ...(isPrivate ? [{ name: 'robots', content: 'noindex' }] : []),
  ]
}
