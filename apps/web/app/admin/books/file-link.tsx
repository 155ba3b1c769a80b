// The download of a row of a table.
import Download from 'lucide-react/icons/download'
import { buttonClass } from '../../ui/button.tsx'
import { adminApiPath } from '../api/admin-api.ts'

type FileLinkProps = {
  path: `/${string}`
  parts?: Record<string, string>
  /** The form of the file, such as `PDF`. */
  form: string
  /** Says which file it is, for screen readers. */
  label: string
}

export function FileLink({ path, parts, form, label }: FileLinkProps) {
  return (
    <a
      href={adminApiPath(path, parts)}
      download
      aria-label={label}
      className={buttonClass({ variant: 'secondary', size: 'small' })}
    >
      <Download aria-hidden="true" size={16} />
      <span translate="no">{form}</span>
    </a>
  )
}
