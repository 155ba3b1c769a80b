// The message of a list whose search found nothing: which search was used instead, or that there are no results,
// followed by the closest matches, else by popular templates.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { CataloguePage, Template, TemplateKind } from '@vitrine/contract/catalogue'
import { templateKinds } from '../../api/template-kind.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { countChosen, type ListRequest } from './catalogue-request.ts'
import PopularTemplates from './popular-templates.tsx'
import { TemplateGrid } from './template-grid.tsx'

type Props = { kind: TemplateKind; request: ListRequest; page: CataloguePage }

export default function SearchOutcome({ kind, request, page: { correctedSearch, closest = [] } }: Props) {
  if (correctedSearch !== undefined) {
    return (
      <p role="status" className="pb-6 text-muted">
        {correctedText(request.search, correctedSearch)}
      </p>
    )
  }
  return (
    <div className="pt-10">
      <EmptyState
        title={t`No templates found matching your criteria.`}
        action={
          (request.search || request.section || countChosen(request) > 0) && (
            <LinkButton to={templateKinds[kind].listPath} variant="secondary">
              <Trans>Clear search and filters</Trans>
            </LinkButton>
          )
        }
      >
        {request.search && closest.length === 0 && t`Try a shorter word or a different spelling.`}
      </EmptyState>
      {closest.length > 0 ? <ClosestTemplates templates={closest} /> : <PopularTemplates kind={kind} />}
    </div>
  )
}

const correctedText = (typed: string, meant: string) => t`Nothing found for “${typed}”. These are for “${meant}”.`

function ClosestTemplates({ templates }: { templates: readonly Template[] }) {
  return (
    <section aria-labelledby="closest-templates" className="pt-16 md:pt-20">
      <h2 id="closest-templates" className="mb-8 font-headline text-title">
        <Trans>Closest matches</Trans>
      </h2>
      <TemplateGrid templates={templates} />
    </section>
  )
}
