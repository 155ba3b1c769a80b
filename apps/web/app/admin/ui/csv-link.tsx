// Downloads a table as CSV: all rows, in the current sort order and period.
import { t } from '@lingui/core/macro'
import Download from 'lucide-react/icons/download'
import { buttonClass } from '../../ui/button.tsx'
import { adminApiPath } from '../api/admin-api.ts'
import { useMay } from '../api/role.tsx'

type CsvLinkProps = {
  path: `/${string}.csv`
  parts: Record<string, string | number | undefined>
  /** For pages with several downloads. */
  label?: string
}

export function CsvLink({ path, parts, label }: CsvLinkProps) {
  if (!useMay()('exports')) return null
  return (
    <a
      href={adminApiPath(path, parts)}
      download
      className={`${buttonClass({ variant: 'secondary' })} max-sm:col-span-full`}
    >
      <Download aria-hidden="true" size={17} />
      <span>{label ?? t`Download CSV`}</span>
    </a>
  )
}
