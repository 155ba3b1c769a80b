// Owns what surrounds every page of the shop: the way past the navigation, the navigation, the footer.
import { Outlet } from 'react-router'

export default function Shell() {
  return <Outlet />
}
