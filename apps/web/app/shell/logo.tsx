// The logo: the owner's picture, or the bundled mark next to the store's name.
import { useStoreBrand } from '../api/root-data.ts'

export function Logo() {
  const { name, logo } = useStoreBrand()
  if (logo)
    return (
      <img
        src={logo.url}
        width={logo.width}
        height={logo.height}
        alt={name}
        className="h-9 w-auto max-w-48 object-contain"
      />
    )
  return (
    <span className="flex items-center gap-2.5">
      <svg aria-hidden="true" viewBox="0 0 32 32" width="32" height="32">
        <rect width="32" height="32" rx="8" className="fill-stage" />
        <path d="M8 24V14.5a8 8 0 0 1 16 0V24z" className="fill-marigold" />
        <path d="M13.4 13.6v6.8l6-3.4z" className="fill-on-marigold" />
        <path d="M6 26.5h20" strokeWidth="1.6" strokeLinecap="round" className="stroke-on-dark" />
      </svg>
      <span dir="auto" translate="no" className="max-w-48 truncate font-headline text-title">
        {name}
      </span>
    </span>
  )
}
