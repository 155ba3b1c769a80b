// A server of the store in a separate process, without HTTP and pages, so that a test can kill it: it does the work that its parent
// names, and asks its parent what the payment gateway says. Its arguments are the database's address and the name of the server.
import { flushCompileCache } from 'node:module'
import { CommitOutcomeUnknown, connect, isDatabaseAway, transaction } from '@vitrine/database/connection'
import type { PaymentGateway } from '@vitrine/providers/payment'
import { COMMAND_LINE } from '../../packages/store/src/admin/audit-log.ts'
import { editSettings } from '../../packages/store/src/admin/settings-action.ts'
import { saveBillingDetails } from '../../packages/store/src/billing/quote.ts'
import { addToCart, checkOutCart, listCartLines } from '../../packages/store/src/library/cart.ts'
import { acquireTemplate } from '../../packages/store/src/library/library.ts'
import { receiveEvent } from '../../packages/store/src/payments/event.ts'
import { openOrder } from '../../packages/store/src/payments/order.ts'
import { readSettings } from '../../packages/store/src/settings/settings.ts'
import { readOutcome } from './store.ts'

/** From the parent: work, or the gateway's answer to a question. */
export type Request =
  | { readonly id: number; readonly work: keyof Works; readonly input: readonly unknown[] }
  | { readonly questionId: number; readonly answer: unknown }

/** To the parent: how work ended, or a question to the gateway of that work. */
export type Response =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly code: string }
  | { readonly id: number; readonly isDatabaseAway: true }
  | { readonly id: number; readonly bug: string }
  | { readonly id: number; readonly questionId: number; readonly question: string; readonly input: readonly unknown[] }

type Input<Work extends (first: never, ...rest: never[]) => unknown> =
  Parameters<Work> extends [unknown, ...infer Rest] ? Rest : never

export type Works = ReturnType<typeof listWorks>

const [url = '', applicationName = ''] = process.argv.slice(2)
const db = connect(url, { max: 8, applicationName })
const questions = new Map<number, (answer: unknown) => void>()
let asked = 0

function listWorks(gateway: PaymentGateway) {
  return {
    saveBillingDetails: (...input: Input<typeof saveBillingDetails>) =>
      transaction(db, (tx) => saveBillingDetails(tx, ...input)),
    openOrder: (userId: string, choice: Parameters<typeof openOrder>[3]) => openOrder(db, gateway, userId, choice),
    receiveEvent: (event: Parameters<typeof receiveEvent>[2]) => receiveEvent(db, gateway, event),
    acquireTemplate: (...input: Input<typeof acquireTemplate>) =>
      transaction(db, (tx) => acquireTemplate(tx, ...input)),
    addToCart: (...input: Input<typeof addToCart>) => transaction(db, (tx) => addToCart(tx, ...input)),
    listCartLines: (userId: string) => listCartLines(db, userId),
    checkOutCart: (...input: Input<typeof checkOutCart>) => transaction(db, (tx) => checkOutCart(tx, ...input)),
    changeTax: (value: Record<string, unknown>) =>
      transaction(db, async (tx) => {
        const { revisions } = await readSettings(tx)
        await editSettings(tx, COMMAND_LINE, 'tax', { value, revision: revisions.tax })
      }),
  }
}

const tell = (response: Response) => process.send?.(response)

/** A gateway whose every method asks the parent. */
function openGateway(id: number): PaymentGateway {
  return new Proxy({} as PaymentGateway, {
    get:
      (_, question: string) =>
      (...input: unknown[]) =>
        new Promise((resolve) => {
          questions.set(++asked, resolve)
          tell({ id, questionId: asked, question, input })
        }),
  })
}

async function answer({ id, work, input }: Extract<Request, { work: unknown }>): Promise<void> {
  try {
    const act = listWorks(openGateway(id))[work] as (...input: readonly unknown[]) => Promise<unknown>
    tell({ id, ...(await readOutcome(act(...input))) })
  } catch (error) {
    if (error instanceof CommitOutcomeUnknown || isDatabaseAway(error)) tell({ id, isDatabaseAway: true })
    else tell({ id, bug: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}

process.on('message', (request: Request) => {
  if ('work' in request) return void answer(request)
  questions.get(request.questionId)?.(request.answer)
  questions.delete(request.questionId)
})
// Who is killed keeps nothing: what Node has compiled is written now, for the next server.
flushCompileCache()
process.send?.('ready')
process.on('disconnect', () => process.exit(0))
