// The data about the store and the visitor's region that every page has, as rendered by the server.
import { t } from '@lingui/core/macro'
import type { Region } from '@vitrine/contract/routes/store'
import type { BrandSettings, SellerSettings, StorefrontSettings, TagIds } from '@vitrine/contract/settings'
import { ENGLISH, type Language } from '@vitrine/language/language'
import { type UIMatch, useRouteLoaderData } from 'react-router'
import type { TextFiles } from '../language/page-texts.ts'

type SocialLink = { name: string; link: string }
export type StoreBrand = Pick<BrandSettings, 'name' | 'tagline' | 'accent' | 'theme'> & {
  logo: { url: string; width: number; height: number } | null
  /** Address of the picture for link previews of pages without their own. */
  sharePicture: string
}
type Seller = Omit<SellerSettings, 'socialLinks'> & { socialLinks: readonly SocialLink[] }
/** The abilities of the store: without text messages no phone number is verified. */
export type Services = { hasTextMessages: boolean; hasGoogle: boolean; sellsPacks: boolean }
/** The typefaces of the pages: rules in addition to those of app.css, if any, and the files that every page needs. */
type PageFonts = { rules: string | null; preload: readonly string[] }
export type RootData = {
  store: StoreBrand
  /** Custom properties of the root element. */
  brandStyle: Readonly<Record<string, string>>
  fonts: PageFonts
  /** Address of the icon in tabs. */
  icon: string
  storefront: StorefrontSettings
  seller: Seller
  services: Services
  /** Credits for completing the profile of a social account; 0: no gift. */
  profileCredits: number
  region: Region
  publicUrl: string
  tags: TagIds
  language: Language & { files: TextFiles }
  languages: readonly Language[]
}

/** The specification's fallback for an unknown country. */
const unknownRegion: Region = {
  country_code2: 'US',
  currencyCode: 'USD',
  currencySymbol: '$',
  isIndianUser: false,
  minorUnitsPer1000Credits: 950,
  paisePer1000Credits: 79_800,
}
/** Makes no claims, for when the root failed to load. */
const unknownStoreBrand: StoreBrand = {
  get name() {
    return t`This store`
  },
  tagline: '',
  accent: '#f5a400',
  theme: 'system',
  logo: null,
  sharePicture: '/share.png',
}
const allServices: Services = { hasTextMessages: true, hasGoogle: true, sellsPacks: true }
const noTags: TagIds = {}

/** Undefined if the root failed to load. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData('root') as RootData | undefined
}

/** The root's data for the `meta` of a page. */
export function findRootData(matches: readonly ((Pick<UIMatch, 'id'> & { loaderData?: unknown }) | undefined)[]) {
  return matches.find((match) => match?.id === 'root')?.loaderData as RootData | undefined
}

/** The store's name and look. */
export function useStoreBrand(): StoreBrand {
  return useRootData()?.store ?? unknownStoreBrand
}

const unknownStorefront: StorefrontSettings = {
  headline: '',
  announcement: '',
  announcementLink: '',
  answerDays: 1,
  refundDays: 14,
  refundPaidDays: 5,
}

/** Headline, announcement, and the promises of the store. */
export function useStorefront(): StorefrontSettings {
  return useRootData()?.storefront ?? unknownStorefront
}

/** The title of a page that is known only after rendering. */
export function usePageTitle(title: string): string {
  return `${title} · ${useStoreBrand().name}`
}

/** The visitor's region. */
export function useRegion(): Region {
  return useRootData()?.region ?? unknownRegion
}

/** The abilities of the store. */
export function useServices(): Services {
  return useRootData()?.services ?? allServices
}

/** The languages that visitors can choose, English first, and the one of this page. */
export function useLanguages(): { language: Language; languages: readonly Language[] } {
  const { language = ENGLISH, languages = [ENGLISH] } = useRootData() ?? {}
  return { language, languages }
}

/** The configured analytics services. */
export function useTags(): TagIds {
  return useRootData()?.tags ?? noTags
}

/** The names of social networks, matched against the end of the host. */
const names: readonly (readonly [host: string, name: string])[] = [
  ['instagram.com', 'Instagram'],
  ['youtube.com', 'YouTube'],
  ['facebook.com', 'Facebook'],
  ['x.com', 'X'],
  ['twitter.com', 'X'],
  ['linkedin.com', 'LinkedIn'],
  ['pinterest.com', 'Pinterest'],
  ['wa.me', 'WhatsApp'],
  ['whatsapp.com', 'WhatsApp'],
  ['t.me', 'Telegram'],
  ['threads.net', 'Threads'],
  ['tiktok.com', 'TikTok'],
]

/** 'Instagram' for an address there; the host of any other address. */
export function socialName(link: string): string {
  const host = new URL(link).hostname.replace(/^www\./, '')
  return names.find(([known]) => host === known || host.endsWith(`.${known}`))?.[1] ?? host
}
