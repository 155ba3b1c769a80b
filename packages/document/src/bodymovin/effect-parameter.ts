// Reads the parameters of an After Effects effect for the definition that imports it.
import { isRecord } from '../schema/check.ts'
import { numberOr, records } from './cleanse.ts'
import { clause } from './lint.ts'
import { at, convertProperty, type PropertyJson, type Scope, type ValueKind } from './property.ts'

/** The parameters of one effect by their index in the Effect Controls panel, from 0. */
export interface Parameters {
  readonly scope: Scope
  readonly name: string
  /** The exported parameters. */
  readonly raw: readonly Record<string, unknown>[]
  read(index: number, kind: ValueKind): PropertyJson | undefined
  /** The choice of a menu or checkbox; an animated one uses its first value. */
  choice(index: number, fallback: number): number
  /** Reports an unsupported choice: `what` is the parameter's name in After Effects. */
  reportUnsupported(what: string, advice: string): void
  reportApproximation(what: string): void
}

export function readParameters(effect: Record<string, unknown>, name: string, scope: Scope): Parameters {
  const list = records(effect.ef)
  const read: Parameters['read'] = (index, kind) =>
    convertProperty(list[index]?.v, kind, at(at(at(scope, 'ef'), index), 'v'))
  return {
    scope,
    name,
    raw: list,
    read,
    choice(index, fallback) {
      const { v } = list[index] ?? {}
      const value = isRecord(v) ? v.k : v
      const first = Array.isArray(value) ? (isRecord(value[0]) ? value[0].s : value[0]) : value
      return Math.round(numberOr(Array.isArray(first) ? first[0] : first, fallback))
    },
    reportUnsupported: (what, advice) =>
      scope.lint.error('effect', scope.path, [
        clause('The effect "{effect}" is drawn without "{part}"', { effect: name, part: what }),
        clause(advice),
      ]),
    reportApproximation: (what) =>
      scope.lint.warn('effect', scope.path, [
        clause('The effect "{effect}" is drawn nearly as in After Effects', { effect: name }),
        clause(what),
      ]),
  }
}
