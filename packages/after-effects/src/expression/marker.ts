// A composition's markers as expression objects.
import type { RigComposition } from '@vitrine/document/rig'
import { ExpressionError } from './expression-error.ts'
import type { Session } from './session.ts'
import { Callable, Dictionary, type ExpressionObject, plain, toNumber, toText, type Value } from './value.ts'

/** `thisComp.marker`. */
export function createMarkersObject(session: Session, composition: RigComposition): ExpressionObject {
  // Bodymovin omits the markers of precomps, so whether there are any is unknown.
  const { markers } = composition
  if (!markers) throw new ExpressionError('unsupported', `The markers of "${composition.name}" are not in the file`)
  const { fps } = session.rig
  const at = (n: number): Value => {
    const marker = markers[n - 1]
    if (!marker) throw new ExpressionError('missing', `"${composition.name}" has no marker ${n}`)
    const dictionary = new Dictionary()
    dictionary.entries.set('time', marker.frame / fps)
    dictionary.entries.set('index', n)
    dictionary.entries.set('comment', marker.comment)
    dictionary.entries.set('duration', marker.frames / fps)
    return dictionary
  }
  const find = (key: Value): Value => {
    session.budget.pay(1 + markers.length)
    const which = plain(key)
    if (typeof which === 'number') return at(which)
    const n = markers.findIndex(({ comment }) => comment === which)
    if (n >= 0) return at(n + 1)
    throw new ExpressionError('missing', `"${composition.name}" has no marker "${toText(which).slice(0, 60)}"`)
  }
  const nearest = (seconds: Value): Value => {
    session.budget.pay(1 + markers.length)
    const frame = toNumber(seconds) * fps
    const distances = markers.map((marker) => Math.abs(marker.frame - frame))
    return at(distances.indexOf(Math.min(...distances)) + 1)
  }
  const members: Readonly<Record<string, () => Value>> = {
    numKeys: () => markers.length,
    key: () => new Callable(([which]) => find(which)),
    nearestKey: () => new Callable(([time]) => nearest(time)),
  }
  return {
    label: `the markers of "${composition.name}"`,
    member: (name) => (Object.hasOwn(members, name) ? members[name]?.() : undefined),
  }
}
