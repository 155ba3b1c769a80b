// The store's settings, which its owner changes in the admin area: the schema and defaults of each section.

import { z } from 'zod'
import { FIRST_ACCENT, FIRST_LINK } from './brand-color.ts'
import { HEADLINE_FACES, TEXT_FACES } from './brand-font.ts'
import { isEmailAddress, toEmailAddress, toPlainLine } from './input.ts'
import { msg } from './placeholder.ts'
import { FIRST_SYNONYMS } from './search-synonyms.ts'
import { FIRST_GST_RATE_BP, FIRST_SAC, findTaxPoint } from './tax.ts'
import {
  findGstinProblem,
  GSTIN_PROBLEM_TEXT,
  isEuCountry,
  isVatNumber,
  STANDARD_EU_RATES,
  toGstin,
  toVatNumber,
} from './tax-place.ts'
import { languageTag, line, storedId } from './text-schema.ts'

// Outside services: which are on, and with which keys. Providers (`packages/providers`) define and validate a service's fields;
// the server describes them to the form. Secret fields hold an encrypted text once they are saved; a request may hold a new one
// in clear.

export const providerMode = z.enum(['off', 'sandbox', 'live'])
export type ProviderMode = z.infer<typeof providerMode>

/** By the name of the field; `mode` is null until the owner chooses, and the installation decides. */
export type ServiceSettings = { readonly mode: ProviderMode | null } & Readonly<Record<string, string | number | null>>

const serviceSettings = z
  .object({ mode: providerMode.nullable().default(null) })
  .catchall(z.union([z.string(), z.number()]))
  .prefault({}) as unknown as z.ZodType<ServiceSettings>

/** The wire form. */
export const providerSettings = z.object({
  mail: serviceSettings,
  sms: serviceSettings,
  signIn: serviceSettings,
  payment: serviceSettings,
  analytics: z.record(z.string(), z.string()).default({}),
})
export type ProviderSettings = z.infer<typeof providerSettings>

/** How a service currently works, from whichever source. */
const providerState = z.object({
  mode: providerMode,
  detail: z.string().describe('Where it is, without keys'),
  problem: z.string().nullable().describe('Why it is off although it should not be'),
})
export type ProviderState = z.infer<typeof providerState>

const fieldHint = z.object({
  text: z.string().describe('In English, with words in braces'),
  values: z
    .record(z.string(), z.union([z.string(), z.array(z.string())]))
    .describe(
      'What belongs into the braces; several as the language lists them. {publicUrl} stands for the store’s address',
    ),
})
export type FieldHint = z.infer<typeof fieldHint>

const fieldKind = z.enum(['word', 'text', 'long', 'secret', 'number', 'choice'])
export type FieldKind = z.infer<typeof fieldKind>

/** One field of a form; its texts are in English. */
const fieldDescription = z.object({
  name: z.string(),
  kind: fieldKind.describe('word: one line without blanks around it; long: several lines'),
  label: z.string(),
  hint: fieldHint.nullable(),
  maxLength: z.int().nullable(),
  isNarrow: z.boolean().describe('Shares a line with the other narrow one beside it'),
  options: z.array(
    z.object({
      value: z.string(),
      label: z.string(),
      sets: z.record(z.string(), z.union([z.string(), z.number()])).describe('Fields that change with it'),
    }),
  ),
})
export type FieldDescription = z.infer<typeof fieldDescription>

/** The form of a service. */
const serviceDescription = z.object({
  name: z.enum(['mail', 'sms', 'payment', 'signIn', 'analytics']),
  title: z.string(),
  note: z.string().nullable(),
  test: z
    .enum(['mail', 'sms', 'payment', 'sign-in'])
    .nullable()
    .describe('By which it is tested, and its state among `providerStates`; null: it has no mode'),
  providers: z
    .array(z.object({ id: z.string(), name: z.string(), fields: z.array(fieldDescription) }))
    .describe('Of several, `gateway` says which is chosen'),
})
export type ServiceDescription = z.infer<typeof serviceDescription>

const hexColor = z.string().regex(/^#[0-9a-f]{6}$/, 'Enter a colour such as #f5a400')

const fileId = storedId.nullable().default(null)
const share = z.number().min(0).max(3)

/** A font that the owner has uploaded: its file, and what pages must know before it is loaded. */
const ownFont = z.object({
  id: storedId,
  family: line(60),
  weights: z.tuple([z.int().min(1).max(1000), z.int().min(1).max(1000)]),
  ascent: share,
  descent: share,
  lineGap: share,
  averageWidth: z.number().min(0.1).max(2),
})

export const brandSettings = z
  .object({
    name: line(60).min(1, 'Enter a name').default('Vitrine'),
    tagline: line(100).default('videos for your moments').describe('After the name in the title of the home page'),
    accent: hexColor.default(FIRST_ACCENT).describe('Buttons and marks'),
    link: hexColor.default(FIRST_LINK).describe('Links and quiet emphasis'),
    headlines: z
      .enum(['serif', 'sans', ...HEADLINE_FACES, 'own'])
      .default('serif')
      .describe('`sans`: as the text'),
    text: z.enum(['sans', ...TEXT_FACES, 'own']).default('sans'),
    headlineFont: ownFont.nullable().default(null),
    textFont: ownFont.nullable().default(null),
    corners: z.enum(['square', 'soft', 'round']).default('soft'),
    theme: z.enum(['system', 'light', 'dark']).default('system').describe('For visitors who have not chosen one'),
    logo: fileId.describe('A published picture; null: the bundled mark, in the accent colour'),
    icon: fileId.describe('For tabs and home screens; null: made of the logo, or else the bundled mark'),
    sharePicture: fileId.describe(
      'Beside links to pages without a picture of their own; null: drawn of name and colours',
    ),
  })
  .superRefine(({ headlines, headlineFont, text, textFont }, context) => {
    const message = 'Choose a font file, or another typeface'
    if (headlines === 'own' && !headlineFont) context.addIssue({ code: 'custom', path: ['headlines'], message })
    if (text === 'own' && !textFont) context.addIssue({ code: 'custom', path: ['text'], message })
  })
export type BrandSettings = z.infer<typeof brandSettings>

const webAddress = z
  .url({ protocol: /^https$/, error: 'Enter an address such as https://social.example/store' })
  .max(300)

const sellerEmail = z
  .string()
  .overwrite(toEmailAddress)
  .max(254)
  .refine((address) => address === '' || isEmailAddress(address), 'Enter an email address')
  .default('')

export const sellerSettings = z.object({
  legalName: line(120).default('').describe('As receipts name the seller; empty: the name of the store'),
  address: z.array(line(120).min(1)).max(6).default([]).describe('Lines as they stand on a letter'),
  taxNumbers: z.array(line(80).min(1)).max(4).default([]).describe('Such as “GSTIN 27ABCDE1234F1Z5”'),
  receiptPrefix: z
    .string()
    .overwrite((typed) => toPlainLine(typed).toUpperCase())
    .regex(/^[A-Z0-9]{0,3}$/, 'Use up to 3 letters from A to Z or digits')
    .default('')
    .describe('Before the numbers of new receipts; empty: T for templates, R for payments'),
  email: sellerEmail.describe('Where customers write to; empty: the support mailbox of the public address'),
  phone: line(30).default(''),
  hours: line(60).default('').describe('When somebody answers the phone, such as “Monday to Saturday, 10 to 6”'),
  grievanceOfficer: z
    .object({
      name: line(80).default(''),
      email: sellerEmail,
      phone: line(30).default(''),
    })
    .prefault({})
    .describe('Consumer Protection (E-Commerce) Rules 2020, rule 5(3)(d): named on the contact page'),
  socialLinks: z.array(webAddress).max(8).default([]),
})
export type SellerSettings = z.infer<typeof sellerSettings>

/** Basis points: 1800 is 18 %. */
const rateBp = z.int().min(0, 'At least 0%').max(10_000, 'At most 100%')
const sac = z
  .string()
  .trim()
  .regex(/^99(\d{2}|\d{4})$/, 'Enter 4 or 6 digits that begin with 99')

const kindRate = z.object({ sac: sac.default(FIRST_SAC), rateBp: rateBp.default(FIRST_GST_RATE_BP) }).prefault({})

export const taxSettings = z
  .object({
    profile: z.enum(['none', 'gst', 'flat', 'eu']).default('none').describe('`none`: receipts say “-”'),
    taxedWhen: z
      .enum(['sold', 'spent'])
      .nullable()
      .default(null)
      .describe('When tax falls on credits; null: by the rule of `findTaxPoint`'),
    pricesIncludeTax: z.boolean().default(true),
    gstin: z.string().overwrite(toGstin).max(15).default('').describe('Its first two digits are the seller’s state'),
    rates: z
      .object({ credits: kindRate, video: kindRate, image: kindRate, 'direct-sell': kindRate })
      .prefault({})
      .describe('Services accounting code and rate of what is sold, with GST'),
    lutNumber: line(30).default('').describe('Letter of undertaking; empty: exports bear IGST'),
    flatName: line(20).min(1, 'Enter a name').default('Tax'),
    flatRateBp: rateBp.default(0),
    euCountry: z.string().max(2).default('').describe('The store’s member state'),
    euVatNumber: z.string().max(20).default(''),
    euRates: z
      .array(z.object({ country: z.string().regex(/^[A-Z]{2}$/, 'Choose a country'), rateBp }))
      .max(60)
      .default([...STANDARD_EU_RATES]),
  })
  .overwrite((tax) => ({ ...tax, euVatNumber: toVatNumber(tax.euVatNumber, tax.euCountry) }))
  .superRefine((tax, context) => {
    const report = (path: PropertyKey[], message: string) => context.addIssue({ code: 'custom', path, message })
    // What is missing for a profile does not matter while another is chosen.
    if (tax.profile === 'gst') {
      const problem = findGstinProblem(tax.gstin)
      if (problem) report(['gstin'], GSTIN_PROBLEM_TEXT[problem])
    }
    if (tax.profile === 'flat' && tax.flatRateBp === 0) report(['flatRateBp'], msg('Enter more than 0%'))
    if (tax.profile === 'eu') {
      if (!isEuCountry(tax.euCountry)) report(['euCountry'], msg('Choose a country'))
      else if (!isVatNumber(tax.euVatNumber, tax.euCountry))
        report(['euVatNumber'], msg('Enter a VAT number of this country'))
      const countries = tax.euRates.map(({ country }) => country)
      for (const [index, country] of countries.entries())
        if (countries.indexOf(country) < index)
          report(['euRates', index, 'country'], msg('This country is already in the list'))
    }
    if (tax.profile !== 'none' && !tax.pricesIncludeTax && findTaxPoint(tax) === 'spent')
      report(['pricesIncludeTax'], msg('When tax falls on spending, the prices of packs include it'))
  })
export type TaxSettings = z.infer<typeof taxSettings>

const day = z.iso.date('Enter a date').nullable().default(null)

const packSettings = z
  .object({
    id: z.string().regex(/^[a-z0-9-]{1,40}$/, 'Use lower-case letters, digits and dashes'),
    credits: z.int().min(1, 'At least 1 credit').max(1_000_000, 'At most 1,000,000 credits'),
    amountPaise: z.int().min(100, 'At least ₹1').max(100_000_000, 'At most ₹10,00,000').multipleOf(100, 'Whole rupees'),
    isPopular: z.boolean().default(false),
    isOncePerAccount: z.boolean().default(false),
    offeredFrom: day.describe('The first day on which it is sold, in India; null: at once'),
    offeredUntil: day.describe('The last day; null: until it is removed. Credits do not expire'),
  })
  .refine(({ offeredFrom, offeredUntil }) => !offeredFrom || !offeredUntil || offeredFrom <= offeredUntil, {
    path: ['offeredUntil'],
    error: 'It ends before it begins',
  })
export type PackSettings = z.infer<typeof packSettings>

const always = { isOncePerAccount: false, offeredFrom: null, offeredUntil: null }
const firstPacks: PackSettings[] = [
  { ...always, id: 'starter', credits: 100, amountPaise: 100, isPopular: false, isOncePerAccount: true },
  { ...always, id: 'popular', credits: 500, amountPaise: 39_900, isPopular: true },
  { ...always, id: 'large', credits: 1000, amountPaise: 69_900, isPopular: false },
  { ...always, id: 'largest', credits: 2500, amountPaise: 149_900, isPopular: false },
]

export const pricingSettings = z.object({
  packs: z
    .array(packSettings)
    .min(1, 'Offer at least one pack')
    .max(12)
    .default(firstPacks)
    .superRefine((packs, context) => {
      for (const key of ['id', 'credits'] as const) {
        for (const [index, pack] of packs.entries()) {
          if (packs.findIndex((other) => other[key] === pack[key]) === index) continue
          const message = key === 'id' ? 'Another pack has this id' : 'Another pack has as many credits'
          context.addIssue({ code: 'custom', path: [index, key], message })
        }
      }
      // Otherwise Buy Credits would become empty one day.
      if (packs.length > 0 && packs.every(({ offeredFrom, offeredUntil }) => offeredFrom || offeredUntil)) {
        context.addIssue({ code: 'custom', path: [], message: 'Offer at least one pack without a period' })
      }
    }),
  paisePer1000Credits: z.int().min(100).max(100_000_000).default(79_800).describe('What credits are worth'),
  listPaisePer1000Credits: z
    .int()
    .min(100)
    .max(100_000_000)
    .default(100_000)
    .describe('The price that the savings of packs are compared with'),
  inrPerUsd: z.number().min(1).max(1000).default(84),
  signupCredits: z.int().min(0).max(1_000_000).default(500).describe('Gift for a new account'),
  profileCredits: z
    .int()
    .min(0)
    .max(1_000_000)
    .default(500)
    .describe('Gift to a social account for completing its profile'),
})
export type PricingSettings = z.infer<typeof pricingSettings>

export const storefrontSettings = z.object({
  headline: line(90).min(1, 'Enter a headline').default('Your photos, your words, a video by tonight.'),
  announcement: line(160).default('').describe('The bar above every page; empty: none'),
  announcementLink: z
    .string()
    .trim()
    .max(300)
    .regex(/^$|^\/(?!\/)\S*$|^https:\/\/\S+$/, 'Enter an address such as /templates-list')
    .default('')
    .describe('Where the bar leads to'),
  answerDays: z.int().min(1).max(30).default(1).describe('Working days within which messages are answered'),
  refundDays: z.int().min(0).max(365).default(14).describe('Days within which a purchase can be returned'),
  refundPaidDays: z.int().min(1).max(60).default(5).describe('Working days within which a refund is paid'),
})
export type StorefrontSettings = z.infer<typeof storefrontSettings>

const launchSettings = z.object({
  accepted: z
    .array(z.string().max(40))
    .max(40)
    .default([])
    .describe('Codes of checks that the owner accepts as they are'),
})

const languageSettings = z.object({
  offered: z.array(languageTag).max(40).default([]).describe('Languages that visitors can choose besides English'),
  added: z
    .array(z.object({ tag: languageTag, name: line(60).min(1, 'Enter a name'), direction: z.enum(['ltr', 'rtl']) }))
    .max(40)
    .default([])
    .describe('Languages that the program brings no translations for'),
})
export type LanguageSettings = z.infer<typeof languageSettings>

const searchSettings = z.object({
  synonyms: z
    .array(
      z
        .string()
        .overwrite(toPlainLine)
        .max(2000, 'At most 2,000 characters in a line')
        .refine((text) => text === '' || /[,>]/.test(text), 'Separate the words by commas'),
    )
    .max(300, 'At most 300 lines')
    .default([...FIRST_SYNONYMS])
    .describe('Words that mean the same in a search, a line for each group; after `>` the groups that are close to it'),
})

/** The sections of the settings. Each is changed as a whole. */
export const settingsSections = {
  brand: brandSettings,
  storefront: storefrontSettings,
  seller: sellerSettings,
  tax: taxSettings,
  pricing: pricingSettings,
  languages: languageSettings,
  launch: launchSettings,
  search: searchSettings,
  providers: providerSettings,
} as const
type Sections = typeof settingsSections
export const settingsSection = z.object(settingsSections).keyof()
export type SettingsSection = z.infer<typeof settingsSection>

export type StoreSettings = { readonly [Section in SettingsSection]: z.infer<Sections[Section]> }

/** What `make` returns for each section, by its name. */
export function mapSections<Value>(make: (section: SettingsSection) => Value): Record<SettingsSection, Value> {
  const made = settingsSection.options.map((section) => [section, make(section)])
  return Object.fromEntries(made) as Record<SettingsSection, Value>
}

/** A section as the admin area shows it. */
interface SectionState<Value> {
  value: Value
  revision: number
  fromEnvironment: Record<string, string>
}
type SectionStates = { [Section in SettingsSection]: z.ZodType<SectionState<z.infer<Sections[Section]>>> }
const sectionState = (section: SettingsSection) =>
  z.object({
    value: settingsSections[section].describe('What is in effect'),
    revision: z.int().describe('0: never changed'),
    fromEnvironment: z
      .record(z.string(), z.string())
      .describe('Fields that an environment variable sets, by its name; they cannot be changed here'),
  })
export const adminSettings = z.object({
  ...(mapSections(sectionState) as SectionStates),
  logoUrl: z.string().nullable().describe('Of `brand.logo`'),
  providerStates: z.object({
    mail: providerState,
    sms: providerState,
    payment: providerState,
    'sign-in': providerState,
  }),
  services: z.array(serviceDescription).describe('What the form of `providers` asks, in its order'),
  iconUrl: z.string().nullable().describe('Of `brand.icon`'),
  sharePictureUrl: z.string().nullable().describe('Of `brand.sharePicture`'),
})
export type AdminSettings = z.infer<typeof adminSettings>

export const changeSettingsRequest = z.object({
  value: z.record(z.string(), z.unknown()).describe('The whole section'),
  revision: z.int().min(0).describe('The revision it was made from'),
})

/** Files of the brand, by what they are for. */
export const brandFileKind = z.enum(['logo', 'icon', 'share-picture', 'font'])
export type BrandFileKind = z.infer<typeof brandFileKind>
export const brandFileResponse = z.object({
  id: z.string().describe('For the section `brand`'),
  url: z.string(),
  font: ownFont.optional().describe('Of a font, for `headlineFont` or `textFont`'),
})
export type BrandFileResponse = z.infer<typeof brandFileResponse>

/** Ids of third-party analytics services that may be loaded once a visitor has agreed; absent ones are not configured. */
export interface TagIds {
  /** Google Analytics 4: `G-…`. */
  readonly analytics?: string
  /** Google Tag Manager: `GTM-…`. */
  readonly tagManager?: string
  /** Meta pixel: digits. */
  readonly pixel?: string
  /** Hotjar site: digits. */
  readonly heatmap?: string
}
