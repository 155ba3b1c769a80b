// Structured data of a template, for rich results of search engines.
import type { Template } from '@vitrine/contract/catalogue'
import type { Region } from '@vitrine/contract/region'
import type { MetaDescriptor } from 'react-router'
import { creditsWorth, templateCredits } from '../ui/money.ts'
import { shopName } from '../ui/page-meta.ts'

/** A template as schema.org's Product. The offer needs a currency, hence the region; without one it is left out. */
export function productData(
  template: Template,
  { publicUrl, path, region }: { publicUrl: string; path: string; region: Region | undefined },
): MetaDescriptor {
  const absolute = (address: string) => (address.startsWith('/') ? `${publicUrl}${address}` : address)
  return {
    'script:ld+json': {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: template.templateName,
      description: template.templateDescription,
      sku: template.templateId,
      category: template.templateCategory.join(', '),
      image: absolute(template.thumbnail),
      url: `${publicUrl}${path}`,
      brand: { '@type': 'Brand', name: shopName },
      ...(region && {
        offers: {
          '@type': 'Offer',
          url: `${publicUrl}${path}`,
          availability: 'https://schema.org/InStock',
          priceCurrency: region.currencyCode,
          price: creditsWorth(templateCredits(template, region), { ...region, currencySymbol: '' }),
        },
      }),
    },
  }
}
