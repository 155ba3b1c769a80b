// Owns the address that written pages give for questions.
import { useRouteLoaderData } from 'react-router'
import type { RootData } from '../store/region.ts'

export function ContactAddress() {
  const root = useRouteLoaderData('root') as RootData | undefined
  if (!root) return 'us'
  return <a href={`mailto:${root.contactEmail}`}>{root.contactEmail}</a>
}
