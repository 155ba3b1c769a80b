// The templates a customer likes, each with a button that removes it from the list.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Template, UserTemplate } from '@vitrine/contract/catalogue'
import type { Region } from '@vitrine/contract/routes/store'
import Heart from 'lucide-react/icons/heart'
import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import { api } from '../../api/member-api.ts'
import { useRegion } from '../../api/root-data.ts'
import { refreshProfile } from '../../api/session.ts'
import { editorPath, templatePath } from '../../api/template-kind.ts'
import { Button, LinkButton, PlainButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { catchFocus } from '../../ui/focus.ts'
import { Picture } from '../../ui/media.tsx'
import { templateCredits } from '../../ui/money.ts'
import { ignoreSecondClick } from '../../ui/press.ts'
import { Price } from '../../ui/price.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useAddToCart } from '../cart/add-to-cart.ts'
import { SortedList } from './sorted-list.tsx'

const listTexts = () => ({
  search: t`Search liked templates`,
  placeholder: t`Name or category`,
  sort: t`Sort liked templates by`,
  nothingFound: t`No liked templates match your search.`,
})

export function LikedTemplates({ templates }: { templates: readonly UserTemplate[] }) {
  if (templates.length === 0) {
    return (
      <EmptyState
        title={t`No liked templates yet`}
        action={<LinkButton to="/templates-list">{t`Browse Templates`}</LinkButton>}
      >
        <Trans>Tap the heart on a template to save it here.</Trans>
      </EmptyState>
    )
  }
  return <LikedRecords templates={templates} />
}

/** A server of the specification may send plain ids: their records are requested, and missing ones are left out. */
function LikedRecords({ templates }: { templates: readonly UserTemplate[] }) {
  const unknown = templates.filter(({ templateName }) => templateName === '').map(({ templateId }) => templateId)
  const { data: records, isLoading } = useQuery({
    queryKey: ['liked records', ...unknown],
    enabled: unknown.length > 0,
    queryFn: async ({ signal }) => {
      const answers = await Promise.allSettled(unknown.map((id) => api.getTemplate(id, signal)))
      return new Map(
        answers.flatMap((answer) => (answer.status === 'fulfilled' ? [toLikedTemplate(answer.value)] : [])),
      )
    },
  })
  if (isLoading) return <Skeleton className="h-72" />
  const whole = templates.flatMap((template) =>
    template.templateName === '' ? (records?.get(template.templateId) ?? []) : [template],
  )
  return <LikedList templates={whole} />
}

function toLikedTemplate(template: Template): [string, UserTemplate] {
  return [template.templateId, { ...template, templateThumbnail: template.thumbnail, addedAt: '' }]
}

function LikedList({ templates }: { templates: readonly UserTemplate[] }) {
  const region = useRegion()
  return (
    <SortedList
      items={templates}
      find={(items, search, sort) => sortLiked(items, search, sort, region)}
      sorts={likedSorts}
      firstSort="recent"
      texts={listTexts()}
    >
      {(found) => (
        <ul className="justified-rows">
          {found.map((template) => (
            <li
              key={template.templateId}
              data-wide={template.width / template.height > 1.2 || undefined}
              style={{ '--ratio': template.width / template.height } as CSSProperties}
            >
              <LikedCard template={template} />
            </li>
          ))}
        </ul>
      )}
    </SortedList>
  )
}

function LikedCard({ template }: { template: UserTemplate }) {
  const region = useRegion()
  const showToast = useToast()
  const { templateName } = template
  const unlike = async () => {
    try {
      await api.unlikeTemplate(template.templateId)
      await refreshProfile()
    } catch {
      showToast('error', t`Failed to update like status`)
    }
  }
  return (
    <article className="relative">
      <Picture
        src={template.templateThumbnail}
        alt=""
        width={template.width}
        height={template.height}
        color={template.dominantColor}
      />
      <h2 dir="auto" translate="no" className="mt-2.5 truncate font-medium">
        <Link to={templatePath(template)} onClick={ignoreSecondClick} className="card-link">
          {template.templateName}
        </Link>
      </h2>
      <Price credits={templateCredits(template, region)} />
      {/* Positioned above the link that covers the card. */}
      <div className="relative z-10 mt-2 flex flex-wrap gap-2">
        {template.kind !== 'direct-sell' && (
          <LinkButton size="small" variant="secondary" to={editorPath(template)}>
            <Trans>Open in editor</Trans>
          </LinkButton>
        )}
        <CartAction templateId={template.templateId} name={templateName} />
      </div>
      <PlainButton
        onClick={unlike}
        aria-label={t`Unlike ${templateName}`}
        title={t`Unlike`}
        className="absolute top-2 end-2 flex size-9 items-center justify-center rounded-full bg-tag text-marigold-bright"
      >
        <Heart aria-hidden="true" size={18} className="fill-marigold" />
      </PlainButton>
    </article>
  )
}

function CartAction({ templateId, name }: { templateId: string; name: string }) {
  const { isOwned, isInCart, isJustAdded, add } = useAddToCart(templateId)
  if (isOwned)
    return (
      <LinkButton size="small" variant="quiet" to="/Purchased">
        <Trans>My Downloads</Trans>
      </LinkButton>
    )
  if (isInCart)
    return (
      <LinkButton size="small" variant="quiet" to="/Cart" {...(isJustAdded && { ref: catchFocus })}>
        <Trans>In your cart</Trans>
      </LinkButton>
    )
  return (
    <Button size="small" variant="secondary" onClick={add} aria-label={t`Add to cart: ${name}`}>
      <Trans>Add to cart</Trans>
    </Button>
  )
}

const likedSorts = {
  get recent() {
    return t`Recently liked`
  },
  get name() {
    return t`Name`
  },
  get 'price-low'() {
    return t`Price: low to high`
  },
  get 'price-high'() {
    return t`Price: high to low`
  },
}
type LikedSort = keyof typeof likedSorts

type Listed = Pick<
  UserTemplate,
  'templateName' | 'templateDescription' | 'templateCategory' | 'templatePrice' | 'templatePriceIND'
>

/** `templates` are in the server's order, the last liked one first. Prices are those of the visitor's region. */
export function sortLiked<T extends Listed>(
  templates: readonly T[],
  search: string,
  sort: LikedSort,
  region: Pick<Region, 'isIndianUser'>,
): readonly T[] {
  const searched = search.trim().toLowerCase()
  const found = templates.filter(({ templateName, templateDescription, templateCategory }) =>
    [templateName, templateDescription, ...templateCategory].some((text) => text.toLowerCase().includes(searched)),
  )
  const byName = (a: T, b: T) => a.templateName.localeCompare(b.templateName)
  const price = (template: T) => templateCredits(template, region)
  const byPrice = (a: T, b: T) => price(a) - price(b) || byName(a, b)
  const byPriceDown = (a: T, b: T) => price(b) - price(a) || byName(a, b)
  if (sort === 'name') return found.toSorted(byName)
  if (sort === 'price-low') return found.toSorted(byPrice)
  if (sort === 'price-high') return found.toSorted(byPriceDown)
  return found
}
