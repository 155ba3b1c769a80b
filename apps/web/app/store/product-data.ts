// Structured data of a template, for rich results of search engines.
import type { Template } from '@vitrine/contract/catalogue'
import type { MetaDescriptor } from 'react-router'
import { creditsWorthMinor, decimalText, templateCredits } from '../ui/money.ts'
import type { RootData } from '../ui/root-data.ts'

/** A template as schema.org's Product. Nothing where the root could not be loaded. */
export function productData(template: Template, path: string, root: RootData | undefined): MetaDescriptor[] {
  if (!root) return []
  const { publicUrl, region, shop } = root
  const absolute = (address: string) => (address.startsWith('/') ? `${publicUrl}${address}` : address)
  return [
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'Product',
        name: template.templateName,
        description: template.templateDescription,
        sku: template.templateId,
        category: template.templateCategory.join(', '),
        image: absolute(template.thumbnail),
        url: `${publicUrl}${path}`,
        brand: { '@type': 'Brand', name: shop.name },
        offers: {
          '@type': 'Offer',
          url: `${publicUrl}${path}`,
          availability: 'https://schema.org/InStock',
          priceCurrency: region.currencyCode,
          price: decimalText(creditsWorthMinor(templateCredits(template, region), region)),
        },
      },
    },
  ]
}
