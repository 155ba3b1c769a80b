// The texts of the admin area, which includes parts of the editors: loaded before the first of its pages is shown.
import { Outlet } from 'react-router'
import { loadTexts } from './page-texts.ts'

/** The document of a page loads its texts itself. */
export const loader = () => null
/** For client navigation from another page. */
export const clientLoader = async () => {
  await loadTexts(['admin', 'editors'])
  return null
}
export default Outlet
