// What happens in a sequence of the project model. Steps that cannot happen where they come, such as an edit while the page does
// not load, do nothing.
import fc from 'fast-check'

type Place = { device: 0 | 1 }
type InTab = Place & { tab: 0 | 1 }

export type Step =
  /** Opens the editor, or loads it again. */
  | ({ do: 'return' } & InTab)
  | ({ do: 'edit'; field: 0 | 1; midway: boolean } & InTab)
  /** Puts a photo, in place of the one that is there. */
  | ({ do: 'photo'; midway: boolean } & InTab)
  | ({ do: 'remove photo' } & InTab)
  /** Gives up a photo that is on its way. */
  | ({ do: 'give up photo' } & InTab)
  | ({ do: 'undo' } & InTab)
  | ({ do: 'kill tab' } & InTab)
  /** To the question of a conflict. */
  | ({ do: 'answer'; choice: 'mine' | 'newer' } & InTab)
  | ({ do: 'offline' | 'online' } & Place)
  /** How the next requests end. */
  | ({ do: 'lose'; fates: ('answered' | 'not-sent' | 'answer-lost')[] } & Place)
  /** Strikes while the server works on a request to come, or on one to come that sends a file. */
  | ({ do: 'accident'; request: number; ofFiles: boolean; by: 'kill tab' | 'kill server' | 'offline' } & InTab)
  | ({ do: 'sign in'; account: 0 | 1 } & Place)
  | ({ do: 'sign out' } & Place)
  | ({ do: 'buy' } & Place)
  | { do: 'kill server' }
  | { do: 'start server' }
  /** `midway`: the next step comes while requests are under way. */
  | { do: 'wait'; ms: number; midway: boolean }

const device = fc.constantFrom(0 as const, 0 as const, 1 as const)
/** Two tabs of the same project in one browser are rarer than one. */
const tab = fc.constantFrom(0 as const, 0 as const, 0 as const, 1 as const)
const account = fc.constantFrom(0 as const, 0 as const, 0 as const, 1 as const)
const bit = fc.constantFrom(0 as const, 1 as const)
const fate = fc.constantFrom('answered' as const, 'not-sent' as const, 'answer-lost' as const)
const word = <Word extends string>(name: Word) => fc.constant(name)

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 10, arbitrary: fc.record({ do: word('edit'), device, tab, field: bit, midway: fc.boolean() }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: word('wait'), ms: fc.constantFrom(200, 900, 3500, 31_000), midway: fc.boolean() }),
  },
  { weight: 4, arbitrary: fc.record({ do: word('return'), device, tab }) },
  { weight: 3, arbitrary: fc.record({ do: word('kill tab'), device, tab }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: word('lose'), device, fates: fc.array(fate, { minLength: 1, maxLength: 4 }) }),
  },
  { weight: 3, arbitrary: fc.record({ do: word('sign in'), device, account }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: word('answer'),
      device,
      tab,
      choice: fc.constantFrom('mine' as const, 'newer' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('offline' as const, 'online' as const), device }) },
  { weight: 2, arbitrary: fc.record({ do: word('buy'), device }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: word('accident'),
      device,
      tab,
      request: fc.integer({ min: 1, max: 4 }),
      ofFiles: fc.boolean(),
      by: fc.constantFrom('kill tab' as const, 'kill tab' as const, 'kill server' as const, 'offline' as const),
    }),
  },
  { weight: 8, arbitrary: fc.record({ do: word('photo'), device, tab, midway: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('remove photo' as const, 'give up photo' as const), device, tab }),
  },
  { weight: 1, arbitrary: fc.record({ do: word('undo'), device, tab }) },
  { weight: 1, arbitrary: fc.record({ do: word('sign out'), device }) },
  { weight: 1, arbitrary: fc.record({ do: word('kill server') }) },
  { weight: 2, arbitrary: fc.record({ do: word('start server') }) },
)

export const anySequence = (length: number): fc.Arbitrary<Step[]> =>
  fc.array(anyStep, { minLength: 1, maxLength: length, size: 'max' })
