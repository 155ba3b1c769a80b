// Owns the address that written pages give for questions: the support mailbox of the domain the shop runs under.
import { useRouteLoaderData } from 'react-router'
import type { RootData } from '../store/region.ts'

export function ContactAddress() {
  const root = useRouteLoaderData('root') as RootData | undefined
  const host = root ? new URL(root.publicUrl).hostname : 'localhost'
  const address = `support@${host.replace(/^www\./, '')}`
  return <a href={`mailto:${address}`}>{address}</a>
}
