// Title, description and address of a content page.
import type { MetaDescriptor } from 'react-router'
import { type MetaMatches, pageMeta } from '../ui/page-meta.ts'

/** `meta` of a page: `export const meta = contentMeta('/pricing', 'Pricing', '…')`. */
export function contentMeta(path: string, title: string, description: string) {
  return ({ matches }: MetaMatches): MetaDescriptor[] => pageMeta({ matches, title, description, path })
}
