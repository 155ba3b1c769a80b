// Owns the React Router settings: every page is rendered on the server, route modules are found lazily.
import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  ssr: true,
  routeDiscovery: { mode: 'lazy', manifestPath: '/__manifest' },
} satisfies Config
