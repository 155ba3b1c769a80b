// Errors of a page request that are not logged because no bug caused them.
import { isRouteErrorResponse } from 'react-router'

/** What the router says when it answers 400 to a form that another site sent. */
const FOREIGN_FORM = /`origin` header.*Aborting the action\.$/

/** A page that does not exist, a visitor who went away, a form that another site posts to one of our pages. */
export function isExpectedError(error: unknown, request: Request): boolean {
  if (request.signal.aborted || isRouteErrorResponse(error)) return true
  const origin = request.headers.get('origin')
  const isForeign = origin !== null && origin !== new URL(request.url).origin
  return isForeign && error instanceof Error && FOREIGN_FORM.test(error.message)
}
