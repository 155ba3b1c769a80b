// Templates of each kind, one list below the other: for pages of occasions, new templates and free ones.
import { Trans } from '@lingui/react/macro'
import type { Template, TemplateKind } from '@vitrine/contract/catalogue'
import type { RouterContextProvider } from 'react-router'
import { type CatalogueRequest, createVisitorApi } from '../../api/api.ts'
import { hostContext } from '../../api/page-request.ts'
import { kindOrder, templateKinds } from '../../api/template-kind.ts'
import { LinkButton } from '../../ui/button.tsx'
import { TemplateGrid } from './template-grid.tsx'

const shownCount = 12

type KindList = { kind: TemplateKind; templates: Template[]; hasMore: boolean }

/** The first templates of each kind for a request; kinds without any, or that fail to load, are left out. */
export async function loadKindLists(
  context: Readonly<RouterContextProvider>,
  request: CatalogueRequest,
): Promise<KindList[]> {
  const api = createVisitorApi(context.get(hostContext).transport)
  const lists = await Promise.all(
    kindOrder.map(async (kind) => {
      const list = await api.getCataloguePage(kind, { limit: shownCount, ...request }).catch(() => undefined)
      // A corrected search would show templates about something else.
      const isMeant = list && list.correctedSearch === undefined
      return { kind, templates: isMeant ? list.items : [], hasMore: isMeant ? list.nextCursor !== null : false }
    }),
  )
  return lists.filter(({ templates }) => templates.length > 0)
}

/** `filters` are those of the full list of a kind; without them there is no link to it. */
export function KindLists({ lists, filters }: { lists: readonly KindList[]; filters?: Record<string, string> }) {
  return lists.map(({ kind, templates, hasMore }) => (
    <section key={kind} aria-labelledby={`list-${kind}`} className="pt-10 md:pt-14">
      <h2 id={`list-${kind}`} className="mb-6 font-headline text-title">
        {templateKinds[kind].title}
      </h2>
      <TemplateGrid templates={templates} />
      {hasMore && filters && (
        <LinkButton
          to={`${templateKinds[kind].listPath}?${new URLSearchParams(filters)}`}
          variant="secondary"
          className="mt-8"
        >
          <Trans>Show all</Trans>
        </LinkButton>
      )}
    </section>
  ))
}
