// Names of the fields in audit events and in the history of the settings.
import { t } from '@lingui/core/macro'
import type { settingsSections } from '@vitrine/contract/settings'

type Sections = typeof settingsSections
type SettingKey = {
  [Section in keyof Sections]: keyof Sections[Section]['shape'] & string
}[Exclude<keyof Sections, 'providers'>]

/** The name within a sentence, such as 'credits clawed back'. A field without a name here uses the words of its key. */
export function fieldName(key: string): string {
  return names()[key] ?? splitWords(key)
}

/** `grievanceOfficer` as 'grievance officer'. */
function splitWords(key: string): string {
  return key
    .replace(/Paise$/, '')
    .replace(/(?<=[a-z])(?=[A-Z0-9])|(?<=[0-9])(?=[A-Z])/g, ' ')
    .toLowerCase()
}

/** Every setting has a name, so that the history is translated. */
function names(): Readonly<Record<string, string> & Record<SettingKey, string>> {
  return { ...accountNames(), ...listingNames(), ...brandNames(), ...settingNames(), ...taxNames() }
}

const accountNames = () => ({
  asked: t`amount`,
  credits: t`credits`,
  returnedPaise: t({ message: 'returned', context: 'money' }),
  creditsClawedBack: t`credits clawed back`,
  creditsShort: t`credits short`,
  isBlocked: t`is blocked`,
  isOn: t`is on`,
  role: t`role`,
  change: t`change`,
  refused: t`refused`,
  status: t`status`,
  error: t`error`,
  from: t({ message: 'from', context: 'the name of an imported package' }),
})

const listingNames = () => ({
  kind: t`kind`,
  name: t`name`,
  description: t`description`,
  categories: t`categories`,
  sections: t`sections`,
  compatibility: t`compatibility`,
  priceCredits: t`price credits`,
  priceCreditsIndia: t`price credits india`,
  freeFrom: t`free from`,
  freeUntil: t`free until`,
  templates: t`templates`,
  licenseName: t`license name`,
  licenseSummary: t`license summary`,
})

const brandNames = () => ({
  tagline: t`tagline`,
  accent: t`accent`,
  link: t`link`,
  headlines: t`headlines`,
  text: t`text`,
  headlineFont: t`headline font`,
  textFont: t`text font`,
  corners: t`corners`,
  theme: t`theme`,
  logo: t`logo`,
  icon: t`icon`,
  sharePicture: t`share picture`,
})

const taxNames = () => ({
  profile: t`profile`,
  taxedWhen: t`taxed when`,
  pricesIncludeTax: t`prices include tax`,
  gstin: t`GSTIN`,
  rates: t`rates`,
  lutNumber: t`LUT number`,
  flatName: t`flat name`,
  flatRateBp: t`flat rate`,
  euCountry: t`EU country`,
  euVatNumber: t`EU VAT number`,
  euRates: t`EU rates`,
})

const settingNames = () => ({
  legalName: t`legal name`,
  address: t`address`,
  taxNumbers: t`tax numbers`,
  receiptPrefix: t`receipt prefix`,
  email: t`email`,
  phone: t`phone`,
  grievanceOfficer: t`grievance officer`,
  socialLinks: t`social links`,
  packs: t`packs`,
  paisePer1000Credits: t`paise per 1000 credits`,
  listPaisePer1000Credits: t`list paise per 1000 credits`,
  inrPerUsd: t`inr per usd`,
  signupCredits: t`signup credits`,
  profileCredits: t`profile credits`,
  headline: t`headline`,
  announcement: t`announcement`,
  announcementLink: t`announcement link`,
  hours: t`hours`,
  answerDays: t`answer days`,
  refundDays: t`refund days`,
  refundPaidDays: t`refund paid days`,
  accepted: t`accepted`,
  mail: t`mail`,
  payment: t`payment`,
  signIn: t`sign in`,
  analytics: t`analytics`,
  synonyms: t`synonyms`,
  offered: t`offered languages`,
  added: t`added languages`,
  title: t`title`,
  body: t`body`,
  date: t`date`,
})
