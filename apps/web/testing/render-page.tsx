// Renders a part of the store like its pages: inside a router, with toasts, and with the root's data.
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { createRoutesStub } from 'react-router'
import { onTestFinished } from 'vitest'
import type { RootData } from '../app/api/root-data.ts'
import { ToastProvider } from '../app/ui/toast.tsx'

interface PageOptions {
  /** The address in the router, with its query; `/` by default. */
  at?: string
  /** The route of the part, such as `/template/:templateId`; any path by default. */
  path?: string
  /** The data of the root's loader, if the part needs it. */
  root?: Partial<RootData>
  /** Other pages that the part navigates to; without them its own route handles every address. */
  routes?: Parameters<typeof createRoutesStub>[0]
}

/**
 * Renders `children` into the page of the test, and unmounts them when the test ends. Returns a function that does so
 * earlier.
 */
export function renderPage(
  children: ReactNode,
  { at = '/', path = '*', root, routes = [] }: PageOptions = {},
): () => void {
  const Component = () => <>{children}</>
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '/',
      HydrateFallback: () => null,
      ...(root && { loader: () => root }),
      children: [
        ...routes,
        // A splat does not match the root's own address.
        ...(path === '*' ? [{ index: true, Component }] : []),
        { path: path.replace(/^\//, ''), Component },
      ],
    },
  ])
  const place = document.createElement('div')
  document.body.append(place)
  const tree = createRoot(place)
  tree.render(
    <ToastProvider>
      <Stub initialEntries={[at]} />
    </ToastProvider>,
  )
  const close = () => {
    tree.unmount()
    place.remove()
  }
  onTestFinished(close)
  return close
}
