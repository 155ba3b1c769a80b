// Suggested templates: four columns, eight at a time, more as the end of the page comes near.
import { Trans } from '@lingui/react/macro'
import type { SuggestionPage, Template } from '@vitrine/contract/catalogue'
import { useCallback } from 'react'
import { visitorApi } from './browser-api.ts'
import { pageSize, useEndlessList } from './endless-list.ts'
import { TemplateCard } from './template-card.tsx'

const endMarginPixels = 100

const none: SuggestionPage = { items: [], nextCursor: null }

type SuggestedTemplatesProps = { template: Template; first: SuggestionPage | undefined }

export function SuggestedTemplates({ template, first = none }: SuggestedTemplatesProps) {
  const { templateId } = template
  const fetchPage = useCallback(
    (cursor: string, signal: AbortSignal) => visitorApi.getSuggestions(templateId, { cursor, limit: pageSize }, signal),
    [templateId],
  )
  // A page that cannot be fetched is silently the last one.
  const { items, end } = useEndlessList({
    key: `suggestions ${templateId}`,
    first,
    fetchPage,
    marginPixels: endMarginPixels,
  })
  if (items.length === 0) return null
  return (
    <section aria-labelledby="suggested-templates" className="pt-20 md:pt-28">
      <h2 id="suggested-templates" className="font-headline text-title">
        <Trans>Suggested Templates</Trans>
      </h2>
      <ul className="mt-8 grid grid-cols-2 gap-x-3.5 gap-y-8 md:grid-cols-4 md:gap-x-5">
        {items.map((item) => (
          <li key={item.templateId} className="min-w-0">
            <TemplateCard template={item} isBoxed />
          </li>
        ))}
      </ul>
      <div ref={end} />
    </section>
  )
}
