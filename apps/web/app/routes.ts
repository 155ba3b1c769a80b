// Owns the table of pages. Paths are matched without regard to case.
import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  layout('shell/shell.tsx', [
    index('pages/home.tsx'),
  ]),
  route('*', 'pages/unknown.ts'),
] satisfies RouteConfig
