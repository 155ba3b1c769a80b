// The owner's announcement, a bar above every page of the store.
import { t } from '@lingui/core/macro'
import { Link } from 'react-router'
import { useStorefront } from '../ui/root-data.ts'

export function Announcement() {
  const { announcement, announcementLink } = useStorefront()
  if (announcement === '') return null
  return (
    <aside
      aria-label={t`Announcement`}
      className="bg-marigold px-4 py-2 text-center text-caption font-medium text-on-marigold"
    >
      {announcementLink === '' ? (
        announcement
      ) : (
        <Link to={announcementLink} className="rounded-control underline underline-offset-4">
          {announcement}
        </Link>
      )}
    </aside>
  )
}
