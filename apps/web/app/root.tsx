// The HTML document, the providers that every page shares, and the error page of last resort.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type CSSProperties, type ReactNode, Suspense, use, useEffect } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
} from 'react-router'
import type { Route } from './+types/root'
import { ChunkError, lazyExtra } from './api/load-part.ts'
import { hostContext } from './api/page-request.ts'
import { type RootData, socialName, useLanguages, useRootData } from './api/root-data.ts'
import { useIsSignedIn } from './api/session.ts'
import styles from './app.css?url'
import { SignedOutNotice, SignOutQuestion } from './features/sign-in/session-dialogs.tsx'
import { firstPreloads } from './fonts/first-preload.ts'
import { listPreloads } from './fonts/page-fonts.ts'
import { serverText } from './language/i18n.ts'
import { usePageTexts } from './language/page-texts.ts'
import { OfflineLinks, useDeviceCopies } from './shell/device-copy.ts'
import { fontRulesPath } from './shell/font-rules.ts'
import { useSkippedTransitions } from './shell/skipped-transition.ts'
import { applyTheme, readTheme, themeScript } from './shell/theme.ts'
import { UnstoredSession } from './shell/unstored-session.tsx'
import { useVisits } from './shell/visit.ts'
import { buttonClass } from './ui/button.tsx'
import { afterScriptsScript, announceReady, NonceContext, startScript } from './ui/late-start.ts'
import { ToastProvider } from './ui/toast.tsx'

/** Named here and not imported: otherwise every lazily loaded part would fetch and apply it once more. */
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export function loader({ context }: Route.LoaderArgs): RootData {
  const host = context.get(hostContext)
  const { region, publicUrl, brand, brandStyle, logo, storefront, seller, services, profileCredits, tags } = host
  const { language } = host
  const { name, tagline, accent, theme } = brand
  const iconVersion = (brand.icon ?? brand.logo ?? '').slice(-8)
  return {
    // Translated by the catalogue or, for the owner's own words, by the texts under Languages in the settings.
    store: {
      name,
      tagline: serverText(tagline),
      accent,
      theme,
      logo,
      sharePicture: host.sharePicture?.url ?? '/share.png',
    },
    brandStyle,
    fonts: { rules: fontRulesPath(brand), preload: listPreloads(brand) },
    icon: host.hasOwnIcon ? `/icon.png?v=${iconVersion}` : '/favicon.svg',
    storefront: {
      ...storefront,
      headline: serverText(storefront.headline),
      announcement: serverText(storefront.announcement),
    },
    seller: { ...seller, socialLinks: seller.socialLinks.map((link) => ({ name: socialName(link), link })) },
    services,
    profileCredits,
    region,
    publicUrl,
    tags,
    language: { tag: language.tag, name: language.name, direction: language.direction, files: language.files },
    languages: host.languages,
  }
}

/**
 * A visitor's country does not change during a visit; only an owner who has saved settings reloads them, on the same
 * page.
 */
export const shouldRevalidate = ({ currentUrl, nextUrl, formAction }: ShouldRevalidateFunctionArgs) =>
  formAction === undefined && currentUrl.href === nextUrl.href

export function Layout({ children }: { children: ReactNode }) {
  const nonce = use(NonceContext)
  const { brandStyle, store, fonts, icon = '/favicon.svg' } = useRootData() ?? {}
  const { language } = useLanguages()
  const { files, areas } = usePageTexts()
  const theme = store?.theme === 'system' ? undefined : store?.theme
  // React drops attributes that it did not render when an error makes it rebuild the document.
  useEffect(() => applyTheme(readTheme()), [])
  useEffect(announceReady, [])
  return (
    // The theme script may set data-theme before hydration.
    <html
      lang={language.tag}
      dir={language.direction === 'rtl' ? 'rtl' : undefined}
      {...(areas.length > 0 && { 'data-texts': JSON.stringify(files), 'data-areas': areas.join(' ') })}
      data-theme={theme}
      data-default-theme={theme}
      style={brandStyle as CSSProperties}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#fbfaf7" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#14110e" media="(prefers-color-scheme: dark)" />
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: themeScript }} />
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: startScript }} />
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: afterScriptsScript }} />
        <link rel="icon" href={icon} {...(icon.endsWith('.svg') && { type: 'image/svg+xml' })} />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {(fonts?.preload ?? firstPreloads).map((href) => (
          <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        {areas.map((area) => (
          <link key={area} rel="preload" href={files[area]} as="fetch" crossOrigin="anonymous" />
        ))}
        {fonts?.rules && <link rel="stylesheet" href={fonts.rules} />}
        <Meta />
        {/* Style sheets are from this origin and need no nonce; the router would add one that the browser's copy
            lacks. */}
        <Links nonce="" />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        {/* The browser has them by now, and React skips unknown elements at the end of the body. */}
        {import.meta.env.SSR && <Scripts nonce={nonce} />}
      </body>
    </html>
  )
}

/** Visitors never load it. */
const GuestWork = lazyExtra(() => import('./shell/guest-work.ts'))

export default function App() {
  const isSignedIn = useIsSignedIn()
  useVisits()
  useDeviceCopies()
  useSkippedTransitions()
  return (
    <ToastProvider>
      <Suspense>{isSignedIn && <GuestWork />}</Suspense>
      <Outlet />
      <SignedOutNotice />
      <UnstoredSession />
      <SignOutQuestion />
      <OfflineLinks />
    </ToastProvider>
  )
}

function rootErrorText(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`
  if (error instanceof ChunkError) {
    const { message } = error
    return t`${message}. Please check your connection. Your saved work is safe.`
  }
  return t`Something went wrong on this page. Your saved work is safe.`
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const text = rootErrorText(error)
  return (
    <main className="page-width flex min-h-dvh flex-col items-start justify-center gap-4">
      <title>{t`Unexpected Application Error!`}</title>
      <h1 className="font-headline text-headline">
        <Trans>Unexpected Application Error!</Trans>
      </h1>
      <p className="text-muted">{text}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <button type="button" onClick={() => location.reload()} className={buttonClass()}>
          <Trans>Try again</Trans>
        </button>
        <a href="/" className={buttonClass({ variant: 'secondary' })}>
          <Trans>Go to the home page</Trans>
        </a>
      </div>
    </main>
  )
}
