// The pictures of the catalogue: cards, posters and flyers that a buyer fills in.

import { amberSerum } from '../templates/amber-serum.ts'
import { baubleRow } from '../templates/bauble-row.ts'
import { cornerCafe } from '../templates/corner-cafe.ts'
import { decoToast } from '../templates/deco-toast.ts'
import { discoThirty } from '../templates/disco-thirty.ts'
import { firstFlight } from '../templates/first-flight.ts'
import { lampWithin } from '../templates/lamp-within.ts'
import { loudSale } from '../templates/loud-sale.ts'
import { rangParty } from '../templates/rang-party.ts'
import { sageVows } from '../templates/sage-vows.ts'
import { terracottaDay } from '../templates/terracotta-day.ts'
import { zelligeEid } from '../templates/zellige-eid.ts'
import type { Listing } from './listing.ts'

const print = ['Print A5', 'WhatsApp', 'PDF'] as const
const social = ['Instagram', 'Facebook', 'WhatsApp'] as const
const square = ['Instagram', 'WhatsApp', 'Facebook'] as const
const upright = ['WhatsApp Status', 'Instagram Stories'] as const
const wide = ['Facebook', 'LinkedIn', 'Website'] as const

/** Templates that become a picture, the most wanted first. */
export const images: readonly Listing[] = [
  {
    build: sageVows,
    description:
      'A card for the post or the phone: eucalyptus and white blossoms in two corners, your names in flowing script, A5 at print size.',
    categories: ['Wedding', 'Invitation', 'Card'],
    sections: ['Weddings', 'Invitations'],
    compatibility: print,
    priceCredits: 180,
    priceCreditsIndia: 75,
  },
  {
    build: terracottaDay,
    description:
      'Your photo taped to a terracotta wall, a stamp with the day, a postmark, and one line of script across the edge.',
    categories: ['Wedding', 'Save the date', 'Photo card'],
    sections: ['Weddings', 'Invitations'],
    compatibility: social,
    priceCredits: 120,
    priceCreditsIndia: 45,
  },
  {
    build: lampWithin,
    description:
      'Arch within arch of cut paper, each a shade brighter, down to one lamp. The outer colour is yours to choose.',
    categories: ['Diwali', 'Festival', 'Greeting'],
    sections: ['Festivals', 'Greetings'],
    compatibility: social,
    priceCredits: 100,
    priceCreditsIndia: 40,
  },
  {
    build: loudSale,
    description: 'One number as big as the poster and barrier tape that says why. Change six words and the sale is on.',
    categories: ['Shop', 'Sale', 'Offer'],
    sections: ['Business', 'Shop offers'],
    compatibility: social,
    priceCredits: 110,
    priceCreditsIndia: 40,
  },
  {
    build: cornerCafe,
    description:
      'A menu for the counter or the window: striped awning, six dishes with prices, a cup that steams. A5, ready for the copy shop.',
    categories: ['Restaurant', 'Menu', 'Food'],
    sections: ['Business', 'Restaurants'],
    compatibility: print,
    priceCredits: 160,
    priceCreditsIndia: 65,
  },
  {
    build: zelligeEid,
    description:
      'A wall of glazed tiles in four glazes, one pale star in its middle, Eid Mubarak in Arabic and in your own words.',
    categories: ['Eid', 'Festival', 'Greeting'],
    sections: ['Festivals', 'Greetings'],
    compatibility: square,
    priceCredits: 0,
    priceCreditsIndia: 0,
  },
  {
    build: discoThirty,
    description:
      'Seventies stripes run round the corner with a number the size of the room. Say who, say when, say flared trousers.',
    categories: ['Birthday', 'Party', 'Invitation'],
    sections: ['Birthdays', 'Invitations'],
    compatibility: social,
    priceCredits: 110,
    priceCreditsIndia: 40,
  },
  {
    build: amberSerum,
    description:
      'An advertisement with the calm of a magazine: your product under an arch, three plain facts, a price and where to buy.',
    categories: ['Product', 'Advertisement', 'Beauty'],
    sections: ['Business'],
    compatibility: wide,
    priceCredits: 150,
    priceCreditsIndia: 60,
  },
  {
    build: firstFlight,
    description:
      'The little one looks out of a striped balloon above the clouds. Set in Gujarati, and just as happy in any other script.',
    categories: ['Baby', 'Announcement', 'Gujarati'],
    sections: ['Family', 'Greetings'],
    compatibility: social,
    priceCredits: 110,
    priceCreditsIndia: 40,
  },
  {
    build: rangParty,
    description:
      'Paint thrown at a white wall, two words as wide as the phone, and the address. Come in white, go home in everything.',
    categories: ['Holi', 'Festival', 'Invitation'],
    sections: ['Festivals', 'Invitations'],
    compatibility: upright,
    priceCredits: 100,
    priceCreditsIndia: 40,
  },
  {
    build: decoToast,
    description:
      'Two glasses meet in front of a gilded sun. Art deco for the first minute of the year, with your name at the foot.',
    categories: ['New Year', 'Festival', 'Greeting'],
    sections: ['Festivals', 'Greetings'],
    compatibility: social,
    priceCredits: 100,
    priceCreditsIndia: 40,
  },
  {
    build: baubleRow,
    description:
      'Eight baubles from a 1958 tree on long threads, one warm line below. A5 for envelopes, or straight to the family group.',
    categories: ['Christmas', 'Festival', 'Card'],
    sections: ['Festivals', 'Greetings'],
    compatibility: print,
    priceCredits: 150,
    priceCreditsIndia: 60,
  },
]
