// Loaded before each test file: property tests draw the same samples in every run, so that a change alone decides a test.
// `VITRINE_SEED=<number>` or `VITRINE_SEED=random npx vitest run …` looks further.
import { configureGlobal } from 'fast-check'

const requested = process.env.VITRINE_SEED ?? '20261121'

if (requested !== 'random') {
  const seed = Number(requested)
  if (!Number.isInteger(seed)) throw new Error(`VITRINE_SEED is a whole number or the word random, not ${requested}`)
  configureGlobal({ seed })
}
