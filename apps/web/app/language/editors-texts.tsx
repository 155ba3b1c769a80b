// The texts of the editors: loaded before the first of them is shown.
import { Outlet } from 'react-router'
import { loadTexts } from './page-texts.ts'

/** The document of a page names its texts itself. */
export const loader = () => null
/** For a page that is opened from another one. */
export const clientLoader = async () => {
  await loadTexts(['editors'])
  return null
}
export default Outlet
