// The filters of a list, with the number of templates each would leave. Every choice applies at once.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { FacetCounts, TemplateKind } from '@vitrine/contract/catalogue'
import { type Facet, facetNames } from '@vitrine/contract/facet-names'
import { readFacet } from '@vitrine/contract/facets'
import { useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { createCall } from '../../api/api.ts'
import { httpTransport } from '../../api/browser-api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { countText } from '../../ui/money.ts'
import { type ListRequest, requestPath } from './catalogue-request.ts'
import { withFacet } from './facet-choice.ts'
import { facetText, facetTitles } from './facet-text.ts'

const getFacetCounts = (kind: TemplateKind, filters: Record<string, string>, signal: AbortSignal) =>
  createCall(httpTransport)('GET /api/catalogue/:kind/facets', { params: { kind }, query: filters, signal })

/** The server's limit of counting. */
const maxCounted = 500

type Props = {
  kind: TemplateKind
  request: ListRequest
  latest: () => ListRequest
  isOpen: boolean
  onClose: () => void
}

export function FacetSheet({ kind, request, latest, isOpen, onClose }: Props) {
  const { counts, isFailed, retry } = useFacetCounts(kind, request, isOpen)
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t`Filters`} shape="sheet">
      {isFailed && (
        <div role="alert" className="flex flex-col items-start gap-3">
          <p>
            <Trans>The filters could not be loaded.</Trans>
          </p>
          <Button variant="secondary" size="small" onClick={retry}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      )}
      {!isFailed && !counts && <Skeletons />}
      {counts &&
        facetNames.map((facet) => (
          <FacetGroup key={facet} kind={kind} facet={facet} request={request} latest={latest} counts={counts} />
        ))}
      <div className="sticky bottom-0 -mx-6 -mb-6 border-t border-line bg-paper px-6 py-4">
        <Button onClick={onClose} className="w-full">
          <Trans>Show templates</Trans>
        </Button>
      </div>
    </Dialog>
  )
}

type GroupProps = Pick<Props, 'kind' | 'request' | 'latest'> & { facet: Facet; counts: FacetCounts }

/** Hides values that would leave nothing, unless they are chosen, and facets without values. */
function FacetGroup({ kind, facet, request, latest, counts }: GroupProps) {
  const navigate = useNavigate()
  const id = useId()
  const chosen = readFacet(facet, request[facet] ?? '')
  const countByValue = new Map(counts[facet].map(({ value, count }) => [value, count]))
  const values = readFacet(facet, [...countByValue.keys(), ...chosen].join(','))
  if (values.length < 2 && chosen.length === 0) return null
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="pb-1.5 font-medium">{facetTitles()[facet]}</legend>
      {values.map((value) => (
        <label
          key={value}
          htmlFor={`${id}-${value}`}
          className="flex min-h-10 cursor-pointer items-center gap-3 rounded-control py-1"
        >
          <input
            id={`${id}-${value}`}
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={({ target }) =>
              void navigate(requestPath(kind, withFacet(latest(), facet, value, target.checked)), {
                replace: true,
                preventScrollReset: true,
              })
            }
            className="size-5 shrink-0 accent-marigold"
          />
          <span className="flex-1">{facetText(facet, value)}</span>
          <span className="text-caption text-muted tabular-nums">{shownCount(countByValue.get(value) ?? 0)}</span>
        </label>
      ))}
    </fieldset>
  )
}

const shownCount = (count: number) => (count > maxCounted ? `${countText(maxCounted)}+` : countText(count))

function Skeletons() {
  return (
    <div aria-hidden="true" className="flex animate-breathe flex-col gap-4">
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index} className="h-6 rounded-control bg-well" />
      ))}
    </div>
  )
}

/** Earlier counts stay until the next are loaded, so that nothing moves under the pointer. */
function useFacetCounts(kind: TemplateKind, request: ListRequest, isOpen: boolean) {
  const [counts, setCounts] = useState<FacetCounts>()
  const [isFailed, setIsFailed] = useState(false)
  const { sort: _, ...filters } = request
  const filterKey = JSON.stringify(filters)
  useEffect(() => {
    if (!isOpen || isFailed) return
    const stop = new AbortController()
    getFacetCounts(kind, JSON.parse(filterKey), stop.signal).then(setCounts, () => {
      if (!stop.signal.aborted) setIsFailed(true)
    })
    return () => stop.abort()
  }, [kind, filterKey, isOpen, isFailed])
  return { counts: isFailed ? undefined : counts, isFailed, retry: () => setIsFailed(false) }
}
