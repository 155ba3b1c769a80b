import type { Parameters } from '../bodymovin/effect-parameter.ts'
import { remarkText } from '../bodymovin/lint.ts'
import { numberKind, optional } from '../bodymovin/property.ts'
import { defineEffect } from './definition.ts'
import { channel, listChangedChannels, throughTable } from './recolor.ts'
import * as value from './value.ts'

interface Step {
  readonly type: 'levels'
  readonly channels: readonly boolean[]
  readonly from: readonly [number, number]
  readonly gamma: number
  readonly to: readonly [number, number]
}

/** Maps levels from `inBlack`..`inWhite` to `outBlack`..`outWhite`, all 0 to 1, with gamma correction `gamma`. */
export const levels = defineEffect({
  type: 'levels',
  required: {},
  optional: {
    channel,
    inBlack: value.number(0, -10, 10),
    inWhite: value.number(1, -10, 10),
    gamma: value.number(1, 0.01, 100),
    outBlack: value.number(0, -10, 10),
    outWhite: value.number(1, -10, 10),
  },
  fromAfterEffects: {
    'ADBE Easy Levels2': ({ read, choice, reportUnsupported }) => {
      const channel = ['rgb', 'red', 'green', 'blue', 'alpha'][choice(0, 1) - 1]
      if (!channel) reportUnsupported('Channel', remarkText('choose RGB, Red, Green, Blue or Alpha'))
      return levelsFrom(read, 2, channel ?? 'rgb')
    },
    'ADBE Pro Levels2': ({ read }) =>
      // The panel has one group per channel, each with a heading and five levels.
      ['rgb', 'red', 'green', 'blue', 'alpha'].flatMap((channel, n) => levelsFrom(read, 3 + n * 6, channel) ?? []),
  },
  compile({ channel, inBlack, inWhite, gamma, outBlack, outWhite }) {
    const channels = listChangedChannels(channel)
    return {
      at: (frame): Step => ({
        type: 'levels',
        channels,
        from: [inBlack.at(frame), inWhite.at(frame)],
        gamma: gamma.at(frame),
        to: [outBlack.at(frame), outWhite.at(frame)],
      }),
    }
  },
  recolor: (step) => throughTable((level) => 255 * mapLevel(level / 255, step), step.channels),
})

/** Reads levels from an index of the panel on; undefined when they change nothing. */
function levelsFrom(read: Parameters['read'], first: number, channel: string) {
  const level = numberKind(-10, 10)
  const changed = {
    ...optional('inBlack', read(first, level), 0),
    ...optional('inWhite', read(first + 1, level), 1),
    ...optional('gamma', read(first + 2, numberKind(0.01, 100)), 1),
    ...optional('outBlack', read(first + 3, level), 0),
    ...optional('outWhite', read(first + 4, level), 1),
  }
  if (Object.keys(changed).length === 0) return channel === 'rgb' ? {} : undefined
  return { ...(channel === 'rgb' ? {} : { channel }), ...changed }
}

/** Maps a level, 0 to 1, like After Effects' Levels: values outside the input range are clamped. */
function mapLevel(level: number, { from, gamma, to }: Step): number {
  const span = from[1] - from[0]
  const share = span === 0 ? (level >= from[1] ? 1 : 0) : Math.min(1, Math.max(0, (level - from[0]) / span))
  return to[0] + (to[1] - to[0]) * share ** (1 / Math.max(0.01, gamma))
}
