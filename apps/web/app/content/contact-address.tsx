// The contact address on content pages.
import { useRouteLoaderData } from 'react-router'
import type { RootData } from '../ui/region.ts'

export function ContactAddress() {
  const root = useRouteLoaderData('root') as RootData | undefined
  if (!root) return 'us'
  return <a href={`mailto:${root.contactEmail}`}>{root.contactEmail}</a>
}
