// The footer: links to all pages, and the cookie settings.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useRootData } from '../api/root-data.ts'
import { useIsSignedIn } from '../api/session.ts'
import { showConsentSettings } from './consent.ts'
import { Logo } from './logo.tsx'
import { LanguageSwitch } from './switches.tsx'

const columns = () =>
  [
    {
      name: 'templates',
      title: t`Templates`,
      links: [
        ['/templates-list', t`Browse Templates`],
        ['/image-templates', t`Image templates`],
        ['/direct-sell-templates', t`Ready-made videos`],
        ['/occasions', t`Occasions`],
        ['/pricing', t`Pricing`],
        ['/features', t`Features`],
      ],
    },
    {
      name: 'help',
      title: t`Help`,
      links: [
        ['/faq', t`FAQ`],
        ['/tutorials', t`Tutorials`],
        ['/support', t`Support`],
        ['/contact', t`Contact`],
        ['/blog', t`Blog`],
      ],
    },
    {
      name: 'legal',
      title: t`Legal`,
      links: [
        ['/terms', t`Terms`],
        ['/privacy', t`Privacy`],
        ['/cookies', t`Cookies`],
        ['/refund', t`Refunds`],
      ],
    },
  ] as const

const linkClass = 'rounded-control py-1 text-start text-muted transition-colors hover:text-ink'

export function Footer() {
  const isSignedIn = useIsSignedIn()
  return (
    <footer className="mt-24 border-t border-line">
      <div className="page-width grid grid-cols-2 gap-x-8 gap-y-10 py-14 md:grid-cols-[minmax(0,1.6fr)_repeat(4,minmax(0,1fr))]">
        <div className="flex flex-col items-start gap-3 max-md:col-span-full">
          <Logo />
          <p className="max-w-[30ch] text-caption text-muted">
            <Trans>Templates for weddings, festivals, shops and birthdays. Yours in a few minutes.</Trans>
          </p>
          <SocialLinks />
        </div>
        {columns().map(({ name, title, links }) => (
          <FooterColumn key={name} title={title}>
            {links.map(([path, label]) => (
              <Link key={path} to={path} className={linkClass}>
                {label}
              </Link>
            ))}
            {name === 'legal' && (
              <button type="button" className={linkClass} onClick={() => showConsentSettings(true)}>
                <Trans>Cookie settings</Trans>
              </button>
            )}
          </FooterColumn>
        ))}
        <FooterColumn title={t`Account`}>
          {isSignedIn ? (
            <>
              <Link to="/profile" className={linkClass}>
                <Trans>My Profile</Trans>
              </Link>
              <Link to="/Purchased" className={linkClass}>
                <Trans>My Downloads</Trans>
              </Link>
              <Link to="/buy-credits" className={linkClass}>
                <Trans>Buy Credits</Trans>
              </Link>
            </>
          ) : (
            <>
              <Link to="/login" className={linkClass}>
                <Trans>Login</Trans>
              </Link>
              <Link to="/register" className={linkClass}>
                <Trans>Register</Trans>
              </Link>
            </>
          )}
        </FooterColumn>
      </div>
      <LanguageSwitch className="page-width border-t border-line py-5 text-caption" />
      <SellerLine />
    </footer>
  )
}

/**
 * The seller's identity, as the Consumer Protection (E-Commerce) Rules 2020 require; nothing until the owner has
 * entered it.
 */
function SellerLine() {
  const { legalName, address, taxNumbers, phone } = useRootData()?.seller ?? {}
  const parts = [legalName, address?.join(', '), phone, ...(taxNumbers ?? [])].filter(Boolean)
  if (parts.length === 0) return null
  return <p className="page-width border-t border-line py-5 text-caption text-muted">{parts.join(' · ')}</p>
}

/** Links to the store's social profiles, as configured. */
function SocialLinks() {
  const links = useRootData()?.seller.socialLinks
  if (!links?.length) return null
  return (
    <nav aria-label={t`Social media`} className="flex flex-wrap gap-x-4 text-caption">
      {links.map(({ name, link }) => (
        <a key={link} href={link} rel="me noopener" className={linkClass}>
          {name}
        </a>
      ))}
    </nav>
  )
}

function FooterColumn({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={title} className="flex flex-col items-start gap-1.5 text-caption">
      <h2 className="mb-1 font-medium">{title}</h2>
      {children}
    </nav>
  )
}
