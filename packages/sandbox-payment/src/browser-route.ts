// Routes for browsers: the checkout and the control page.
import type { FastifyInstance } from 'fastify'
import { addCheckoutRoutes } from './checkout-route.ts'
import { addControlRoutes } from './control-route.ts'
import { answerFault } from './fault.ts'
import type { SandboxPayment } from './sandbox-payment.ts'

/** Adds the routes to their own scope, whose prefix must be `/sandbox/payment`, because the pages contain it. */
export function addBrowserRoutes(app: FastifyInstance, sandbox: SandboxPayment): void {
  app.setErrorHandler(answerFault)
  addCheckoutRoutes(app, sandbox)
  addControlRoutes(app, sandbox)
}
