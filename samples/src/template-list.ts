// Every template of the catalogue, as a function that builds its document.
import type { TemplateDocument } from '@vitrine/composition/document'
import { auroraLaunch } from './templates/aurora-launch.ts'
import { chefsSpecial } from './templates/chefs-special.ts'
import { confettiBirthday } from './templates/confetti-birthday.ts'
import { deepavaliLamps } from './templates/deepavali-lamps.ts'
import { firstLight } from './templates/first-light.ts'
import { holiPowder } from './templates/holi-powder.ts'
import { ironHour } from './templates/iron-hour.ts'
import { ivoryLetter } from './templates/ivory-letter.ts'
import { marigoldMandap } from './templates/marigold-mandap.ts'
import { midnightCountdown } from './templates/midnight-countdown.ts'
import { moonlitEid } from './templates/moonlit-eid.ts'
import { nilaNaming } from './templates/nila-naming.ts'
import { openHouse } from './templates/open-house.ts'
import { paperChristmas } from './templates/paper-christmas.ts'
import { priceBurst } from './templates/price-burst.ts'
import { rajwadaNights } from './templates/rajwada-nights.ts'

export const templates: readonly (() => TemplateDocument)[] = [
  rajwadaNights,
  deepavaliLamps,
  ivoryLetter,
  ironHour,
  confettiBirthday,
  auroraLaunch,
  moonlitEid,
  priceBurst,
  marigoldMandap,
  chefsSpecial,
  openHouse,
  firstLight,
  holiPowder,
  nilaNaming,
  midnightCountdown,
  paperChristmas,
]
