// The films of the catalogue that a buyer fills in.

import { auroraLaunch } from '../templates/aurora-launch.ts'
import { chefsSpecial } from '../templates/chefs-special.ts'
import { confettiBirthday } from '../templates/confetti-birthday.ts'
import { deepavaliLamps } from '../templates/deepavali-lamps.ts'
import { firstLight } from '../templates/first-light.ts'
import { holiPowder } from '../templates/holi-powder.ts'
import { ironHour } from '../templates/iron-hour.ts'
import { ivoryLetter } from '../templates/ivory-letter.ts'
import { marigoldMandap } from '../templates/marigold-mandap.ts'
import { midnightCountdown } from '../templates/midnight-countdown.ts'
import { moonlitEid } from '../templates/moonlit-eid.ts'
import { nilaNaming } from '../templates/nila-naming.ts'
import { openHouse } from '../templates/open-house.ts'
import { paperChristmas } from '../templates/paper-christmas.ts'
import { priceBurst } from '../templates/price-burst.ts'
import { rajwadaNights } from '../templates/rajwada-nights.ts'
import { rakhiThread } from '../templates/rakhi-thread.ts'
import { twoDaysAway } from '../templates/two-days-away.ts'
import type { Listing } from './listing.ts'

const upright = ['WhatsApp Status', 'Instagram Reels', 'YouTube Shorts'] as const
const square = ['Instagram', 'Facebook', 'WhatsApp'] as const
const wide = ['YouTube', 'TV and projector', 'Facebook'] as const

/** Templates that become a film with the buyer's words and pictures, the most wanted first. */
export const videos: readonly Listing[] = [
  {
    build: rajwadaNights,
    description:
      'Carved doors swing open on a lamplit arch and your two names. Marigolds hang overhead, petals fall, a sitar plays. Ready to send to every family group tonight.',
    categories: ['Wedding', 'Invitation'],
    sections: ['Weddings', 'Invitations'],
    compatibility: upright,
    priceCredits: 360,
    priceCreditsIndia: 150,
  },
  {
    build: deepavaliLamps,
    description:
      'Nine oil lamps light up one after another, a rangoli turns, and gold letters wish शुभ दीपावली from your family or your firm.',
    categories: ['Diwali', 'Festival', 'Greeting'],
    sections: ['Festivals', 'Greetings'],
    compatibility: wide,
    priceCredits: 240,
    priceCreditsIndia: 99,
  },
  {
    build: ivoryLetter,
    description:
      'A quiet, grown-up save the date: one upright photo, large serif letters, a day you will remember. Felt piano underneath.',
    categories: ['Wedding', 'Save the date'],
    sections: ['Weddings', 'Invitations'],
    compatibility: square,
    priceCredits: 240,
    priceCreditsIndia: 99,
  },
  {
    build: ironHour,
    description:
      'Three words on three hard cuts, then your offer in letters as tall as the phone. For gyms, studios and coaches who open at five.',
    categories: ['Gym', 'Fitness', 'Offer'],
    sections: ['Business', 'Reels'],
    compatibility: upright,
    priceCredits: 280,
    priceCreditsIndia: 120,
  },
  {
    build: confettiBirthday,
    description:
      'A photo in a scalloped frame, balloons, bunting, and a burst of confetti on the beat. Name, age and party line are yours to write.',
    categories: ['Birthday', 'Kids', 'Invitation'],
    sections: ['Birthdays', 'Invitations'],
    compatibility: square,
    priceCredits: 200,
    priceCreditsIndia: 80,
  },
  {
    build: auroraLaunch,
    description:
      'Your product turns up out of the dark while light runs over it. Three facts, one date, one price. Nothing else.',
    categories: ['Product launch', 'Technology'],
    sections: ['Business'],
    compatibility: wide,
    priceCredits: 420,
    priceCreditsIndia: 180,
  },
  {
    build: moonlitEid,
    description:
      'Lanterns swing under a great crescent above a sleeping city. Eid Mubarak in script and in Arabic, and a line from your home to theirs.',
    categories: ['Eid', 'Festival', 'Greeting'],
    sections: ['Festivals', 'Greetings'],
    compatibility: upright,
    priceCredits: 240,
    priceCreditsIndia: 99,
  },
  {
    build: priceBurst,
    description:
      'Headline slams in, product drops, price bursts. Loud, quick and readable on the smallest phone. Change the photo and be on air before lunch.',
    categories: ['Shop', 'Sale', 'Offer'],
    sections: ['Business', 'Shop offers'],
    compatibility: square,
    priceCredits: 220,
    priceCreditsIndia: 90,
  },
  {
    build: marigoldMandap,
    description:
      'An opener for the wedding screen: your photo inside a cusped arch, marigolds above, both names in Devanagari on ivory. Dhol and harmonium.',
    categories: ['Wedding', 'Sangeet', 'Invitation'],
    sections: ['Weddings'],
    compatibility: wide,
    priceCredits: 380,
    priceCreditsIndia: 160,
  },
  {
    build: chefsSpecial,
    description:
      'Tonight’s dish fills the screen and steams. Name it, tell its story in one sentence, say what it costs and how to book.',
    categories: ['Restaurant', 'Food', 'Offer'],
    sections: ['Business', 'Reels'],
    compatibility: upright,
    priceCredits: 260,
    priceCreditsIndia: 110,
  },
  {
    build: openHouse,
    description:
      'Outside at dusk, inside by day, and the facts on a calm panel: price, rooms, area, whom to call. For agents who sell with few words.',
    categories: ['Real estate', 'Property'],
    sections: ['Business'],
    compatibility: wide,
    priceCredits: 400,
    priceCreditsIndia: 170,
  },
  {
    build: firstLight,
    description:
      'One sentence, word by word, over a slow dawn. Bring your own picture or keep our mountains. Your handle stays at the foot.',
    categories: ['Quote', 'Motivation'],
    sections: ['Reels', 'Quotes'],
    compatibility: upright,
    priceCredits: 160,
    priceCreditsIndia: 60,
  },
  {
    build: holiPowder,
    description:
      'Six clouds of colour burst over white and HOLI HAI lands in the middle of them. Write your own big word, it will fit.',
    categories: ['Holi', 'Festival', 'Greeting'],
    sections: ['Festivals', 'Greetings'],
    compatibility: square,
    priceCredits: 200,
    priceCreditsIndia: 80,
  },
  {
    build: nilaNaming,
    description:
      'A naming ceremony under mango leaves, set in Tamil: the little one on a paper moon, the name in big round letters, the family below.',
    categories: ['Naming ceremony', 'Baby', 'Invitation'],
    sections: ['Family', 'Invitations'],
    compatibility: square,
    priceCredits: 200,
    priceCreditsIndia: 80,
  },
  {
    build: midnightCountdown,
    description:
      'Three, two, one in figures as tall as the screen, then the year under fireworks. Put it on the projector at 23:59:57.',
    categories: ['New Year', 'Festival', 'Greeting'],
    sections: ['Festivals', 'Greetings'],
    compatibility: wide,
    priceCredits: 240,
    priceCreditsIndia: 99,
  },
  {
    build: paperChristmas,
    description:
      'A forest cut from paper, a cottage with its lights on, and snow. Merry Christmas in flowing script, signed by your family.',
    categories: ['Christmas', 'Festival', 'Greeting'],
    sections: ['Festivals', 'Greetings'],
    compatibility: square,
    priceCredits: 200,
    priceCreditsIndia: 80,
  },
  {
    build: twoDaysAway,
    description:
      'Three places, three photos, hard cuts on the beat, and a boarding pass that lands at the end. Made for the Sunday night after.',
    categories: ['Travel', 'Reel', 'Slideshow'],
    sections: ['Reels', 'Family'],
    compatibility: upright,
    priceCredits: 260,
    priceCreditsIndia: 110,
  },
  {
    build: rakhiThread,
    description:
      'A red and gold thread draws itself across the screen and ties into a turning rakhi. Sign it, and let him read it twice.',
    categories: ['Raksha Bandhan', 'Festival', 'Greeting'],
    sections: ['Festivals', 'Greetings'],
    compatibility: square,
    priceCredits: 200,
    priceCreditsIndia: 80,
  },
]
