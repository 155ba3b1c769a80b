// Errors of a page request that are not logged because no bug caused them.
import { isRouteErrorResponse } from 'react-router'

/** The router's message when it responds with 400 to a form from another site. */
const FOREIGN_FORM = /`origin` header.*Aborting the action\.$/

/** A page that does not exist, an aborted request, or a form posted from another site. */
export function isExpectedError(error: unknown, request: Request): boolean {
  if (request.signal.aborted || isRouteErrorResponse(error)) return true
  const origin = request.headers.get('origin')
  const isForeign = origin !== null && origin !== new URL(request.url).origin
  return isForeign && error instanceof Error && FOREIGN_FORM.test(error.message)
}
