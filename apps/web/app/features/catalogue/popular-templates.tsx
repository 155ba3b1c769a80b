// Popular templates below a page that found nothing.
import { Trans } from '@lingui/react/macro'
import type { Template, TemplateKind } from '@vitrine/contract/catalogue'
import { useEffect, useState } from 'react'
import { visitorApi } from '../../api/api.ts'
import { TemplateGrid } from './template-grid.tsx'

const shownCount = 5

/** Cached by kind, for further searches without a result. */
const known = new Map<TemplateKind, readonly Template[]>()

/** Renders nothing until they are loaded, or when that fails. */
export default function PopularTemplates({ kind }: { kind: TemplateKind }) {
  const [templates, setTemplates] = useState(known.get(kind))
  useEffect(() => {
    if (known.has(kind)) return
    const stop = new AbortController()
    visitorApi.getCataloguePage(kind, { limit: shownCount }, stop.signal).then(
      ({ items }) => {
        known.set(kind, items)
        setTemplates(items)
      },
      // The page is complete without them.
      () => undefined,
    )
    return () => stop.abort()
  }, [kind])
  if (!templates?.length) return null
  return (
    <section aria-labelledby="popular-templates" className="pt-16 md:pt-20">
      <h2 id="popular-templates" className="mb-8 font-headline text-title">
        <Trans>Popular templates</Trans>
      </h2>
      <TemplateGrid templates={templates} isOneLine />
    </section>
  )
}
