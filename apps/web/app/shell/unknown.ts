// Redirects every unknown path to the home page. Paths of one segment may name a template and belong to the canvas editor.
import { redirect } from 'react-router'

export function loader() {
  return redirect('/')
}
