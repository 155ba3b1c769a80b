// Owns every path that no page has: it leads home.
import { redirect } from 'react-router'

export function loader() {
  return redirect('/')
}
