import { remarkText } from '../bodymovin/lint.ts'
import { invertPercentage, percent } from '../bodymovin/property.ts'
import { defineEffect } from './definition.ts'
import { channel, listChangedChannels, throughTable } from './recolor.ts'
import * as value from './value.ts'

/** Inverts colours, mixed with the originals by `amount`. */
export const invert = defineEffect({
  type: 'invert',
  required: {},
  optional: { amount: value.percent(100), channel },
  fromAfterEffects: {
    'ADBE Invert': ({ read, choice, reportUnsupported }) => {
      const channel = ({ 1: 'rgb', 2: 'red', 3: 'green', 4: 'blue', 16: 'alpha' } as Record<number, string>)[
        choice(0, 1)
      ]
      if (!channel) reportUnsupported('Channel', remarkText('choose RGB, Red, Green, Blue or Alpha'))
      const amount = invertPercentage(read(1, percent)) ?? 100
      return { amount, ...(channel === undefined || channel === 'rgb' ? {} : { channel }) }
    },
  },
  compile({ amount, channel }) {
    const channels = listChangedChannels(channel)
    return { at: (frame) => ({ type: 'invert', amount: amount.at(frame) / 100, channels }) }
  },
  recolor: ({ amount, channels }) => throughTable((level) => level + (255 - 2 * level) * amount, channels),
})
