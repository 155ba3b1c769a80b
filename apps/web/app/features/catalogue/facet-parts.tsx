// The filters of a list: the chosen ones or, if it can be opened, the sheet with all of them.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { TemplateKind } from '@vitrine/contract/catalogue'
import X from 'lucide-react/icons/x'
import { Link } from 'react-router'
import { type ListRequest, requestPath } from './catalogue-request.ts'
import { chosenFacets, withFacet } from './facet-choice.ts'
import { FacetSheet } from './facet-sheet.tsx'
import { facetText } from './facet-text.ts'

type Props = { kind: TemplateKind; request: ListRequest } & (
  | { latest: () => ListRequest; isOpen: boolean; onClose: () => void }
  | { isOpen?: never }
)

export default function FacetParts(props: Props) {
  return props.isOpen === undefined ? <FacetChips {...props} /> : <FacetSheet {...props} />
}

function FacetChips({ kind, request }: { kind: TemplateKind; request: ListRequest }) {
  const { search, section, sort } = request
  return (
    <ul
      aria-label={t`Chosen filters`}
      className="-mb-1 flex items-center gap-2 overflow-x-auto pt-3 pb-1 [scrollbar-width:none] scroll-ends max-md:-mx-4 max-md:px-4"
    >
      {chosenFacets(request).map(([facet, value]) => (
        <li key={`${facet}:${value}`} className="shrink-0">
          <Link
            to={requestPath(kind, withFacet(request, facet, value, false))}
            preventScrollReset
            aria-label={removeLabel(facetText(facet, value))}
            className="flex h-9 items-center gap-1.5 rounded-full border border-line bg-raised ps-4 pe-3 text-caption font-medium transition-colors hover:border-edge"
          >
            <span>{facetText(facet, value)}</span>
            <X aria-hidden="true" size={15} />
          </Link>
        </li>
      ))}
      <li className="shrink-0">
        <Link
          to={requestPath(kind, { search, section, sort })}
          preventScrollReset
          className="rounded-control px-2 py-1.5 text-caption text-plum underline underline-offset-4"
        >
          <Trans>Clear filters</Trans>
        </Link>
      </li>
    </ul>
  )
}

const removeLabel = (filter: string) => t`Remove filter: ${filter}`
