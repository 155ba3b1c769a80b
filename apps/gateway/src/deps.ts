// What the gateway's routes depend on.
import type { SandboxKeys } from '@vitrine/providers/payment/settings'
import type { PaymentEngine } from './payment-engine.ts'
import type { Scheduler } from './scheduler.ts'
import type { GatewayStore } from './store.ts'
import type { WebhookDispatcher } from './webhook-dispatcher.ts'

export interface GatewayDeps {
  readonly store: GatewayStore
  readonly engine: PaymentEngine
  readonly dispatcher: WebhookDispatcher
  readonly keys: SandboxKeys
  readonly scheduler: Scheduler
  /** Folder of the scripts and styles for browsers. */
  readonly browserFolder: string
}
