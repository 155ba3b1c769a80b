// The texts of the admin area, which shows parts of the editors: loaded before the first of its pages is shown.
import { Outlet } from 'react-router'
import { loadTexts } from './page-texts.ts'

/** The document of a page names its texts itself. */
export const loader = () => null
/** For a page that is opened from another one. */
export const clientLoader = async () => {
  await loadTexts(['admin', 'editors'])
  return null
}
export default Outlet
