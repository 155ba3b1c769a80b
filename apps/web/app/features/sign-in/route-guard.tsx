// Redirects visitors of protected pages to the sign-in page, and back afterwards.
import { useEffect } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { loginPath } from '../../api/return-path.ts'
import { startsAtOnce } from '../../ui/late-start.ts'
import { LoadingPage, MemberArea } from './member-area.tsx'

export const handle = startsAtOnce

export default function RouteGuard() {
  return (
    <MemberArea signedOut={<ToSignIn />}>
      <Outlet />
    </MemberArea>
  )
}

/** Redirects to the sign-in page, which returns here afterwards. */
export function ToSignIn() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  useEffect(() => void navigate(loginPath(pathname + search), { replace: true }), [navigate, pathname, search])
  return <LoadingPage />
}
