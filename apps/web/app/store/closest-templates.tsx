// What comes closest to a search that found nothing.
import { Trans } from '@lingui/react/macro'
import type { Template } from '@vitrine/contract/catalogue'
import { TemplateGrid } from './template-grid.tsx'

export function ClosestTemplates({ templates }: { templates: readonly Template[] }) {
  return (
    <section aria-labelledby="closest-templates" className="pt-16 md:pt-20">
      <h2 id="closest-templates" className="mb-8 font-headline text-title">
        <Trans>Closest matches</Trans>
      </h2>
      <TemplateGrid templates={templates} />
    </section>
  )
}
