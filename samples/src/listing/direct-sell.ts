// The ready-made films of the catalogue, sold as they stand.

import { confettiOverlay } from '../templates/confetti-overlay.ts'
import { filmLeader } from '../templates/film-leader.ts'
import { goldDustLoop } from '../templates/gold-dust-loop.ts'
import { marigoldCurtain } from '../templates/marigold-curtain.ts'
import { pongalPot } from '../templates/pongal-pot.ts'
import { shubhVivah } from '../templates/shubh-vivah.ts'
import type { Listing } from './listing.ts'

const wide = ['YouTube', 'TV and projector', 'Any editor'] as const
const upright = ['WhatsApp Status', 'Instagram Reels', 'YouTube Shorts'] as const

/** Films without fields, the most wanted first. */
export const readyMades: readonly Listing[] = [
  {
    build: shubhVivah,
    description:
      'A golden शुभ विवाह for the screen behind the stage: rings turn, petals fall, a sitar plays, and twelve seconds later it begins again without a seam.',
    categories: ['Wedding', 'Loop', 'Background'],
    sections: ['Weddings', 'Loops'],
    compatibility: wide,
    priceCredits: 300,
    priceCreditsIndia: 125,
  },
  {
    build: marigoldCurtain,
    description:
      'A curtain of marigolds sways before a glowing wall. The middle is free for your names, your slides or your stage.',
    categories: ['Wedding', 'Loop', 'Background'],
    sections: ['Weddings', 'Loops'],
    compatibility: wide,
    priceCredits: 240,
    priceCreditsIndia: 99,
  },
  {
    build: goldDustLoop,
    description:
      'Gold dust drifts over dark silk for ten seconds, and for ever. For award nights, titles and anything that should shine.',
    categories: ['Background', 'Loop', 'Gold'],
    sections: ['Loops', 'Business'],
    compatibility: wide,
    priceCredits: 200,
    priceCreditsIndia: 80,
  },
  {
    build: pongalPot,
    description:
      'The sun comes up, the pot boils over, the kolam draws itself. A Pongal greeting in Tamil, ready to send as it is.',
    categories: ['Pongal', 'Festival', 'Tamil'],
    sections: ['Festivals', 'Greetings'],
    compatibility: upright,
    priceCredits: 160,
    priceCreditsIndia: 60,
  },
  {
    build: filmLeader,
    description:
      'Five flat colours, five figures, a hand that wipes each second away, then Roll. Put it before your film or your sale.',
    categories: ['Countdown', 'Opener'],
    sections: ['Openers', 'Business'],
    compatibility: wide,
    priceCredits: 180,
    priceCreditsIndia: 70,
  },
  {
    build: confettiOverlay,
    description:
      'Confetti and ribbons on plain green, eight seconds without a seam. Key it out and throw it over any film you own.',
    categories: ['Overlay', 'Loop', 'Celebration'],
    sections: ['Overlays', 'Birthdays'],
    compatibility: wide,
    priceCredits: 140,
    priceCreditsIndia: 55,
  },
]
