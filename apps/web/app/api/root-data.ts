// What every page knows of the store and of the visitor's region, as the server rendered it.
import { t } from '@lingui/core/macro'
import type { Region } from '@vitrine/contract/region'
import type { BrandSettings, SellerSettings, StorefrontSettings } from '@vitrine/contract/settings'
import type { TagIds } from '@vitrine/contract/tags'
import { ENGLISH, type Language } from '@vitrine/language/language'
import { type UIMatch, useRouteLoaderData } from 'react-router'
import type { TextFiles } from '../language/page-texts.ts'

export type SocialLink = { name: string; link: string }
export type StoreBrand = Pick<BrandSettings, 'name' | 'tagline' | 'accent' | 'theme'> & {
  logo: { url: string; width: number; height: number } | null
  /** Address of the picture beside links to pages without one of their own. */
  sharePicture: string
}
export type Seller = Omit<SellerSettings, 'socialLinks'> & { socialLinks: readonly SocialLink[] }
/** What the store can do: without text messages no phone number is proven. */
export type Services = { hasTextMessages: boolean; hasGoogle: boolean; sellsPacks: boolean }
/** The typefaces of the pages: rules beside those of app.css, if any, and the files that every page needs. */
export type PageFonts = { rules: string | null; preload: readonly string[] }
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

/** What the specification falls back to when the country is unknown. */
const unknownRegion: Region = {
  country_code2: 'US',
  currencyCode: 'USD',
  currencySymbol: '$',
  isIndianUser: false,
  minorUnitsPer1000Credits: 950,
  paisePer1000Credits: 79_800,
}
/** Says nothing wrong where the root could not be loaded. */
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

/** Undefined where the root could not be loaded. */
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

/** Headline, announcement, and what the store promises. */
export function useStorefront(): StorefrontSettings {
  return useRootData()?.storefront ?? unknownStorefront
}

/** The title of a page that becomes known only while it is shown. */
export function usePageTitle(title: string): string {
  return `${title} · ${useStoreBrand().name}`
}

/** The visitor's region. */
export function useRegion(): Region {
  return useRootData()?.region ?? unknownRegion
}

/** What the store can do. */
export function useServices(): Services {
  return useRootData()?.services ?? allServices
}

/** The languages that visitors can choose, English first, and the one of this page. */
export function useLanguages(): { language: Language; languages: readonly Language[] } {
  const { language = ENGLISH, languages = [ENGLISH] } = useRootData() ?? {}
  return { language, languages }
}

/** The measuring services that are set up. */
export function useTags(): TagIds {
  return useRootData()?.tags ?? noTags
}
