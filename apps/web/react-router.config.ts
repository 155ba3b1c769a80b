// The React Router settings: every page is rendered on the server, route modules are found lazily.
import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  ssr: true,
  // Razorpay posts the result of a payment to Buy Credits where its dialog takes the whole window.
  allowedActionOrigins: ['**.razorpay.com'],
  routeDiscovery: { mode: 'lazy', manifestPath: '/__manifest' },
} satisfies Config
