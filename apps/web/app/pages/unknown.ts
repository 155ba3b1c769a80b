// Owns every path that no page has: it leads home. Paths of one part may name a template; those belong to the canvas editor.
import { redirect } from 'react-router'

export function loader() {
  return redirect('/')
}
