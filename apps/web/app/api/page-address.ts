// The address of a page below the prefix of its language, as links and redirects name it: the router adds the prefix.
import { splitAddress } from '@vitrine/language/language'
import type { LoaderFunctionArgs } from 'react-router'
import { hostContext } from './context.ts'

/**
 * Path and search of the requested page: `/login?next=%2FCart` of `/hi/login?next=%2FCart`. `url` is the router's: that
 * of the request itself has `.data` after the path during client navigation.
 */
export function readPageAddress({ url, context }: Pick<LoaderFunctionArgs, 'url' | 'context'>): string {
  const { pathname, search } = url
  const address = pathname + search
  return splitAddress(address, context.get(hostContext).languages)?.rest ?? address
}
