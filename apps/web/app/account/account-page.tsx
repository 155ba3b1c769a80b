// Owns the frame of the sign-in and registration pages, and the way on once somebody is signed in.
import { type ReactNode, useEffect } from 'react'
import { type ActionFunctionArgs, redirect, useNavigate, useSearchParams } from 'react-router'
import { useSession } from '../store/session.ts'
import { findReturnPath } from './return-path.ts'

type AccountPageProps = {
  title: string
  lead: string
  /** Where to go after signing in, unless a page asked for it. */
  target: string
  children: ReactNode
}

export function AccountPage({ title, lead, target, children }: AccountPageProps) {
  const navigate = useNavigate()
  const [address] = useSearchParams()
  const isSignedIn = useSession().status === 'signed-in'
  const path = findReturnPath(address) ?? target
  useEffect(() => {
    if (isSignedIn) void navigate(path, { replace: true })
  }, [isSignedIn, navigate, path])
  return (
    <main className="page-width flex justify-center py-12 md:py-20">
      <div className="flex w-full max-w-[28rem] flex-col gap-8">
        <div className="flex flex-col gap-2">
          <h1 className="font-headline text-headline">{title}</h1>
          <p className="text-muted">{lead}</p>
        </div>
        {children}
      </div>
    </main>
  )
}

/**
 * The action of these pages: a form sent before its script had arrived is shown again. Such forms are sent by POST, because
 * a browser left alone would otherwise put the password into the address.
 */
export function reloadForm({ request }: ActionFunctionArgs) {
  const { pathname, search } = new URL(request.url)
  return redirect(pathname + search)
}

/** What went wrong with a whole form. */
export function FormError({ children }: { children: string | undefined }) {
  return (
    <div role="alert">{children && <p className="rounded-control bg-bad-wash px-4 py-3 text-bad">{children}</p>}</div>
  )
}
