// Owns what the cart shows after a checkout: what was bought, what it cost, and where it is now.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { LinkButton } from '../ui/button.tsx'
import { creditsText } from '../ui/money.ts'
import { moneyApi } from './money-api.ts'
import { ReceiptButton } from './receipt-button.tsx'
import type { Bought as BoughtFacts } from './use-cart.ts'

export function Bought({ bought: { result, cart } }: { bought: BoughtFacts }) {
  const { purchased, skipped, charged, remainingCredits } = result
  const heading = useRef<HTMLHeadingElement>(null)
  // On a phone the button was far below.
  useEffect(() => heading.current?.focus(), [])
  const names = new Map(cart.items.map(({ template }) => [template.templateId, template.templateName]))
  // After a reload the cart is empty already, and the library knows the names.
  const library = useQuery({
    queryKey: ['purchases', 'names'],
    queryFn: ({ signal }) => moneyApi.listPurchases(undefined, signal),
    enabled: purchased.some(({ templateId }) => !names.has(templateId)),
  })
  for (const { templateId, templateName } of library.data?.items ?? []) names.set(templateId, templateName)
  return (
    <section
      role="status"
      aria-label="Your purchase"
      className="flex flex-col gap-5 rounded-card border border-line bg-raised p-5 md:p-6"
    >
      <div>
        <h2 ref={heading} tabIndex={-1} className="scroll-mt-32 font-headline text-title outline-none">
          {boughtWords(purchased.length)}
        </h2>
        <p className="mt-1 text-muted tabular-nums">
          {purchased.length === 0
            ? `You have ${creditsText(remainingCredits)}.`
            : `Payment successful! Credits used: ${charged}, Remaining: ${remainingCredits}`}
        </p>
      </div>
      {purchased.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {purchased.map(({ templateId, licences, credits, receiptNumber }) => (
            <li key={templateId} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
              <p className="min-w-0">
                <span className="font-medium">{names.get(templateId) ?? templateId}</span>
                <br />
                <span className="text-caption text-muted tabular-nums">
                  {licences} {licences === 1 ? 'licence' : 'licences'} · {creditsText(credits)} · {receiptNumber}
                </span>
              </p>
              <ReceiptButton receiptNumber={receiptNumber} size="small" />
            </li>
          ))}
        </ul>
      )}
      {skipped.length > 0 && (
        <p className="text-caption text-muted">
          {`Left out because you own it already or it is no longer for sale: ${skipped.map((templateId) => names.get(templateId) ?? templateId).join(', ')}.`}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <LinkButton to="/Purchased">My Downloads</LinkButton>
        <LinkButton to="/templates-list" variant="secondary">
          Browse Templates
        </LinkButton>
      </div>
    </section>
  )
}

function boughtWords(templates: number): string {
  if (templates === 0) return 'Nothing was charged'
  return templates === 1 ? 'Thank you, it is yours now' : 'Thank you, these are yours now'
}
