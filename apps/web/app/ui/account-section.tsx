// One section of the profile: heading, introduction, actions.
import { type ReactNode, useId } from 'react'

export function AccountSection({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-5 border-t border-line pt-8">
      <div className="flex max-w-[40rem] flex-col gap-1.5">
        <h2 id={id} className="font-headline text-title">
          {title}
        </h2>
        {lead && <p className="text-muted">{lead}</p>}
      </div>
      {children}
    </section>
  )
}
