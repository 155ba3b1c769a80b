// The browser's half of the comparison of expressions: runs the same ones and sends what they came to.
import { runSeeds } from '../../after-effects/testing/expression-fuzz.ts'

const count = Number((await (await fetch('/count')).text()) || 0)
const body: string = JSON.stringify(runSeeds(0, count))
await fetch('/result', { method: 'POST', body })
