// The filters of a list: the chosen ones or, if it can be opened, the sheet with all of them.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { FacetCounts, TemplateKind } from '@vitrine/contract/catalogue'
import { type Facet, facetNames } from '@vitrine/contract/facet-names'
import { readFacet } from '@vitrine/contract/facets'
import X from 'lucide-react/icons/x'
import { useEffect, useId, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { createCall, httpTransport } from '../../api/api.ts'
import { countText } from '../../language/format.ts'
import { i18n } from '../../language/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { type ListRequest, requestPath } from './catalogue-request.ts'

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

const getFacetCounts = (kind: TemplateKind, filters: Record<string, string>, signal: AbortSignal) =>
  createCall(httpTransport)('GET /api/catalogue/:kind/facets', { params: { kind }, query: filters, signal })

/** The server's limit of counting. */
const maxCounted = 500

type FacetSheetProps = {
  kind: TemplateKind
  request: ListRequest
  latest: () => ListRequest
  isOpen: boolean
  onClose: () => void
}

/** All filters, with the number of templates each would leave. Every choice applies at once. */
function FacetSheet({ kind, request, latest, isOpen, onClose }: FacetSheetProps) {
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

type GroupProps = Pick<FacetSheetProps, 'kind' | 'request' | 'latest'> & { facet: Facet; counts: FacetCounts }

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

/** Every chosen value with its facet. */
export const chosenFacets = (request: ListRequest): (readonly [Facet, string])[] =>
  facetNames.flatMap((facet) => readFacet(facet, request[facet] ?? '').map((value) => [facet, value] as const))

/** The request with a facet value added or removed. */
export function withFacet(request: ListRequest, facet: Facet, value: string, isChosen: boolean): ListRequest {
  const others = readFacet(facet, request[facet] ?? '').filter((each) => each !== value)
  const { [facet]: _, ...rest } = request
  const values = readFacet(facet, [...others, ...(isChosen ? [value] : [])].join(',')).join(',')
  return values === '' ? rest : { ...rest, [facet]: values }
}

const facetTitles = (): Readonly<Record<Facet, string>> => ({
  shape: t`Shape`,
  length: t`Length`,
  photos: t`Photos and videos`,
  language: t`Language`,
  price: t`Price`,
})

const valueTexts = (): Readonly<Record<string, string>> => ({
  '9:16': t`Vertical 9:16`,
  '4:5': t`Portrait 4:5`,
  '1:1': t`Square 1:1`,
  '16:9': t`Wide 16:9`,
  'up-to-10': t`Up to 10 seconds`,
  '10-20': t`10 to 20 seconds`,
  '20-40': t`20 to 40 seconds`,
  'over-40': t`Over 40 seconds`,
  none: t`Text only`,
  '1': t`1 photo or video`,
  '2-3': t`2 to 3 photos or videos`,
  '4-8': t`4 to 8 photos or videos`,
  'over-8': t`Over 8 photos or videos`,
  free: t`Free`,
  'free-now': t`Free this week`,
  'up-to-100': t`Up to 100 credits`,
  '101-250': t`101 to 250 credits`,
  'over-250': t`Over 250 credits`,
})

/** A value of a facet in the language of the page. */
function facetText(facet: Facet, value: string): string {
  if (facet === 'language') return new Intl.DisplayNames([i18n.locale], { type: 'language' }).of(value) ?? value
  return valueTexts()[value] ?? value
}
