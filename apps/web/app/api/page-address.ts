// The address of a page below the prefix of its language, as links and redirects name it: the router adds the prefix.
import { splitAddress } from '@vitrine/language/language'
import type { LoaderFunctionArgs } from 'react-router'
import { hostContext } from './context.ts'

/** Path and search of the page that a request is for: `/login?next=%2FCart` of `/hi/login?next=%2FCart`. */
export function pageAddressOf({ request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>): string {
  const { pathname, search } = new URL(request.url)
  const address = pathname + search
  return splitAddress(address, context.get(hostContext).languages)?.rest ?? address
}
