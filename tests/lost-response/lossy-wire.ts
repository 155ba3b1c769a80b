// The connection between the web client and the store, which loses chosen responses: the store has processed the request, and the
// browser receives nothing.
import type { ApiTransport } from '../../apps/web/app/api/api.ts'

/** The response to one request is lost, or that to the next one as well, which most often is its repetition. */
type Loss = 'one' | 'two in a row'

export class LossyWire {
  /** Requests so far, and what they were. */
  readonly asked: string[] = []
  readonly #lost: ReadonlySet<number>

  /** `first` is the number of the request, from 1, whose response is lost; 0 loses none. */
  constructor(first: number, loss: Loss = 'one') {
    this.#lost = new Set(first === 0 ? [] : loss === 'one' ? [first] : [first, first + 1])
  }

  /** Carries one request, named in `asked`. */
  async carry<Response>(name: string, ask: () => Promise<Response>): Promise<Response> {
    this.asked.push(name)
    const isLost = this.#lost.has(this.asked.length)
    const response = await ask()
    if (isLost) throw new TypeError('Failed to fetch')
    return response
  }

  /** A transport of the web client over this wire. */
  over(transport: ApiTransport): ApiTransport {
    return (request) => this.carry(`${request.method} ${request.path}`, () => transport(request))
  }
}

/** In `npm test` every request is lost in one way, in the long version (`npm run test:soak`) in both. */
const chooseLosses = (first: number): Loss[] => {
  if (process.env.VITRINE_LOSSES === 'all') return ['one', 'two in a row']
  return first % 2 === 1 ? ['two in a row'] : ['one']
}

/**
 * Does some work once without a loss to count its requests, then again for each of them, with its response lost. A run that
 * fails says what was lost. Answers how many runs there were.
 */
export async function loseEachResponse(work: (wire: LossyWire) => Promise<void>): Promise<number> {
  const whole = new LossyWire(0)
  await work(whole)
  let runs = 0
  for (let first = 1; first <= whole.asked.length; first++) {
    for (const loss of chooseLosses(first)) {
      const wire = new LossyWire(first, loss)
      runs += 1
      await work(wire).catch((cause: unknown) => {
        throw new Error(`with ${loss} lost from request ${first} on (${wire.asked[first - 1]})`, { cause })
      })
    }
  }
  return runs
}

/** What a person does whose press led to no answer: presses again, a few times. Gives the first result that is one. */
export async function pressUntil<Result>(press: () => Promise<Result | undefined>): Promise<Result> {
  for (let presses = 0; presses < 5; presses++) {
    const result = await press()
    if (result !== undefined) return result
  }
  throw new Error('five presses led to nothing')
}
