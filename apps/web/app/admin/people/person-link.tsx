// A customer’s name linked to their page.
import { Link } from 'react-router'
import { personPath } from './people-api.ts'

export function PersonLink({ person }: { person: { userId: string; username: string; email: string } }) {
  return (
    <>
      <Link to={personPath(person.userId)} className="font-medium break-words text-plum underline underline-offset-4">
        {person.username}
      </Link>
      <p className="text-caption break-all text-muted">{person.email}</p>
    </>
  )
}
