// Owns how written pages look: one column of a comfortable measure.
import { Outlet } from 'react-router'

export default function ContentPage() {
  return (
    <main className="page-width">
      <article className="prose-page">
        <Outlet />
      </article>
    </main>
  )
}
