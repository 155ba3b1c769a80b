// The visitor’s region, as the server found it, for everything that shows prices.
import type { Region } from '@vitrine/contract/region'
import type { TagIds } from '@vitrine/contract/tags'
import { useRouteLoaderData } from 'react-router'

export type SocialLink = { name: string; link: string }
export type RootData = {
  region: Region
  publicUrl: string
  contactEmail: string
  socialLinks: readonly SocialLink[]
  tags: TagIds
}

/** What the specification falls back to when the country is unknown. */
const unknownRegion: Region = {
  country_code2: 'US',
  currencyCode: 'USD',
  currencySymbol: '$',
  isIndianUser: false,
  minorUnitsPer1000Credits: 950,
}

/** The visitor's region; the fallback where the root could not be loaded. */
export function useRegion(): Region {
  return (useRouteLoaderData('root') as RootData | undefined)?.region ?? unknownRegion
}

/** The shop's profiles elsewhere; none where the root could not be loaded. */
export function useSocialLinks(): readonly SocialLink[] | undefined {
  return (useRouteLoaderData('root') as RootData | undefined)?.socialLinks
}

const noTags: TagIds = {}

/** The measuring services that are set up; none where the root could not be loaded. */
export function useTags(): TagIds {
  return (useRouteLoaderData('root') as RootData | undefined)?.tags ?? noTags
}
