// Page requests on the server: what they are given (API transport, the visitor’s region, script mark), the address of the page,
// and which of their errors no bug caused.
import type { Region } from '@vitrine/contract/routes/store'
import type { BrandSettings, SellerSettings, StorefrontSettings, TagIds } from '@vitrine/contract/settings'
import { type Language, splitAddress } from '@vitrine/language/language'
import { createContext, isRouteErrorResponse, type LoaderFunctionArgs } from 'react-router'
import type { Messages } from '../language/i18n.ts'
import type { TextFiles } from '../language/page-texts.ts'
import type { ApiTransport } from './api.ts'

export type Host = {
  /** Answers API requests without leaving the process. */
  transport: ApiTransport
  /** The visitor's location, as the server determined it. */
  region: Region
  /** Marks our own inline scripts: the server removes it and allows their hashes. Never use it in anything else. */
  nonce: string
  /** Origin of the store, without a trailing slash. */
  publicUrl: string
  brand: BrandSettings
  /** Custom properties of the root element. */
  brandStyle: Readonly<Record<string, string>>
  /** Null: the bundled mark. */
  logo: { url: string; width: number; height: number } | null
  /** For link previews of pages without their own picture; null: one is generated from name and colours. */
  sharePicture: { url: string } | null
  /** Whether icons are uploaded pictures; otherwise they are the bundled mark. */
  hasOwnIcon: boolean
  /** Always has an email address. */
  storefront: StorefrontSettings
  seller: SellerSettings
  services: { hasTextMessages: boolean; hasGoogle: boolean; sellsPacks: boolean }
  /** Credits for completing the profile of a social account. */
  profileCredits: number
  /** Analytics services that may be loaded once the visitor agrees. */
  tags: TagIds
  language: Language & { texts: Messages; files: TextFiles }
  /** All languages that visitors can choose, English first. */
  languages: readonly Language[]
}

export const hostContext = createContext<Host>()

/**
 * Path and search of the requested page below the prefix of its language, which the router adds to links and redirects: `/login?next=%2FCart` of `/hi/login?next=%2FCart`. `url` is the router's: that
 * of the request itself has `.data` after the path during client navigation.
 */
export function readPageAddress({ url, context }: Pick<LoaderFunctionArgs, 'url' | 'context'>): string {
  const { pathname, search } = url
  const address = pathname + search
  return splitAddress(address, context.get(hostContext).languages)?.rest ?? address
}

/** The router's message when it responds with 400 to a form from another site. */
const FOREIGN_FORM = /`origin` header.*Aborting the action\.$/

/** Whether an error is not logged: a page that does not exist, an aborted request, or a form posted from another site. */
export function isExpectedError(error: unknown, request: Request): boolean {
  if (request.signal.aborted || isRouteErrorResponse(error)) return true
  const origin = request.headers.get('origin')
  const isForeign = origin !== null && origin !== new URL(request.url).origin
  return isForeign && error instanceof Error && FOREIGN_FORM.test(error.message)
}
