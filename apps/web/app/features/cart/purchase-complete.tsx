// The cart page after a checkout: the bought templates, their cost, and where to find them.

import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Template } from '@vitrine/contract/catalogue'
import type { CheckoutResponse } from '@vitrine/contract/library'
import { useEffect, useRef } from 'react'
import { editorPath } from '../../api/template-kind.ts'
import { countText, rowText } from '../../language/format.ts'
import { LinkButton } from '../../ui/button.tsx'
import { creditsText } from '../../ui/money.ts'
import { moneyApi } from '../credits/money-api.ts'
import { BoxedPoster, DocumentButton, licencesText } from '../credits/purchase-parts.tsx'
import type { PurchaseComplete as BoughtFacts } from './use-cart.ts'

export function PurchaseComplete({ bought: { result, cart } }: { bought: BoughtFacts }) {
  const { purchased, skipped } = result
  const balance = creditsText(result.remainingCredits)
  const [charged, remainingCredits] = [countText(result.charged), countText(result.remainingCredits)]
  const heading = useRef<HTMLHeadingElement>(null)
  // On phones the pressed button was far below.
  useEffect(() => heading.current?.focus(), [])
  const templates = new Map(cart.items.map(({ template }) => [template.templateId, template]))
  // After a reload the cart is already empty, but the library has the templates.
  const library = useQuery({
    queryKey: ['purchases', 'names'],
    queryFn: ({ signal }) => moneyApi.listPurchases(undefined, signal),
    enabled: purchased.some(({ templateId }) => !templates.has(templateId)),
  })
  for (const { templateId, template } of library.data?.items ?? []) templates.set(templateId, template)
  const findTemplateName = (templateId: string) => templates.get(templateId)?.templateName ?? templateId
  const skippedNames = rowText(skipped.map(findTemplateName))
  return (
    <section
      role="status"
      aria-label={t`Your purchase`}
      className="flex flex-col gap-5 rounded-card border border-line bg-raised p-5 md:p-6"
    >
      <div>
        <h2 ref={heading} tabIndex={-1} className="scroll-mt-32 font-headline text-title outline-none">
          {purchaseTitle(purchased.length)}
        </h2>
        <p className="mt-1 text-muted tabular-nums">
          {purchased.length === 0
            ? t`You have ${balance}.`
            : t`Payment successful! Credits used: ${charged}, Remaining: ${remainingCredits}`}
        </p>
      </div>
      {purchased.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {purchased.map((item) => (
            <BoughtLine key={item.templateId} item={item} template={templates.get(item.templateId)} />
          ))}
        </ul>
      )}
      {skipped.length > 0 && (
        <p className="text-caption text-muted">
          {t`Skipped because you already own it or it’s no longer for sale: ${skippedNames}.`}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <LinkButton to="/Purchased" variant="secondary">
          <Trans>My Downloads</Trans>
        </LinkButton>
        <LinkButton to="/templates-list" variant="secondary">
          <Trans>Browse Templates</Trans>
        </LinkButton>
      </div>
    </section>
  )
}

type BoughtLineProps = { item: CheckoutResponse['purchased'][number]; template: Template | undefined }

/** `template` is undefined while it is loading. */
function BoughtLine({ item: { templateId, licences, credits, receiptNumber }, template }: BoughtLineProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-3">
      {template && <BoxedPoster template={template} sizes="4.5rem" className="w-18" />}
      <p className="min-w-0 flex-1 basis-40">
        <span translate="no" className="font-medium">
          {template?.templateName ?? templateId}
        </span>
        <br />
        <span className="text-caption text-muted tabular-nums">
          <span>{`${licencesText(licences)} · ${creditsText(credits)} · `}</span>
          <span translate="no" className="whitespace-nowrap">
            {receiptNumber}
          </span>
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        {template && template.kind !== 'direct-sell' && (
          <LinkButton size="small" to={editorPath(template)}>
            <Trans>Open in editor</Trans>
          </LinkButton>
        )}
        {template?.kind === 'direct-sell' && (
          <LinkButton size="small" to="/Purchased">
            <Trans>Download</Trans>
          </LinkButton>
        )}
        <DocumentButton kind="receipt" number={receiptNumber} size="small" />
      </div>
    </li>
  )
}

function purchaseTitle(templates: number): string {
  if (templates === 0) return t`Nothing was charged`
  return plural(templates, { one: 'Thank you, it is yours now', other: 'Thank you, these are yours now' })
}
