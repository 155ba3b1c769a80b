// The error of a form as a whole.

/** Announced as soon as it appears. */
export function FormError({ children }: { children: string | undefined }) {
  return (
    <div role="alert" className="empty:hidden">
      {children && <p className="rounded-control bg-bad-wash px-4 py-3 text-bad">{children}</p>}
    </div>
  )
}
