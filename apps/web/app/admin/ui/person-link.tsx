// A customer’s name, linked to their page for staff who may open it.
import { Link } from 'react-router'
import { personPath } from '../api/people-api.ts'
import { useMay } from '../api/role.tsx'

export function PersonLink({ person }: { person: { userId: string; username: string; email: string } }) {
  // A long address breaks before its host rather than within a word.
  const [name, host] = person.email.split('@')
  return (
    <>
      {useMay()('people-read') ? (
        <Link to={personPath(person.userId)} className="font-medium break-words text-plum underline underline-offset-4">
          <bdi translate="no">{person.username}</bdi>
        </Link>
      ) : (
        <p dir="auto" className="font-medium break-words">
          {person.username}
        </p>
      )}
      <p dir="auto" className="text-caption wrap-anywhere text-muted">
        <span>{`${name}@`}</span>
        <wbr />
        <span>{host}</span>
      </p>
    </>
  )
}
