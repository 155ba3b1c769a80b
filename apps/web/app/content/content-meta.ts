// Title, description and address of a content page.
import type { MetaDescriptor, UIMatch } from 'react-router'
import { pageMeta } from '../ui/page-meta.ts'
import type { RootData } from '../ui/region.ts'

type MetaArgs = { matches: readonly ((Pick<UIMatch, 'id'> & { loaderData?: unknown }) | undefined)[] }

/** `meta` of a page: `export const meta = contentMeta('/pricing', 'Pricing', '…')`. */
export function contentMeta(path: string, title: string, description: string) {
  return ({ matches }: MetaArgs): MetaDescriptor[] => {
    const root = matches.find((match) => match?.id === 'root')?.loaderData as RootData | undefined
    return pageMeta({ title, description, path, publicUrl: root?.publicUrl })
  }
}
