// The OpenAPI document, generated from the schemas that validate requests, and a page to browse it.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { profile, sessionResponse } from '@vitrine/contract/accounts'
import { ADMIN_COOKIE } from '@vitrine/contract/admin'
import { cataloguePage, template, templateDocument, userTemplate } from '@vitrine/contract/catalogue'
import { acquireTemplateResponse, cart, checkoutResponse, purchasePage } from '@vitrine/contract/library'
import { asset } from '@vitrine/contract/media'
import { creditPurchase, paymentHistory, statement } from '@vitrine/contract/payments'
import { project } from '@vitrine/contract/projects'
import { render } from '@vitrine/contract/renders'
import { apiErrorBody } from '@vitrine/contract/route'
import { health, region } from '@vitrine/contract/routes/store'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'

/** Schemas with a name, which the document defines once instead of repeating them at each use. */
const named = {
  Template: template,
  UserTemplate: userTemplate,
  CataloguePage: cataloguePage,
  TemplateDocument: templateDocument,
  Profile: profile,
  Session: sessionResponse,
  Statement: statement,
  Acquisition: acquireTemplateResponse,
  Cart: cart,
  Checkout: checkoutResponse,
  Purchases: purchasePage,
  PaymentHistory: paymentHistory,
  CreditPurchase: creditPurchase,
  Asset: asset,
  Project: project,
  Render: render,
  Region: region,
  Health: health,
  Error: apiErrorBody,
}

const DESCRIPTION = `The API of a store for video templates.

Calls for signed-in users carry \`Authorization: Bearer <token>\` with the token of \`POST /api/login\`.
Every error is \`{ error, code, ...details }\`: a sentence for people and a code for programs.

Files are uploaded by the [tus protocol](https://tus.io) 1.0.0 at \`/api/uploads\` (bearer token on every request;
Upload-Metadata \`filename\` and \`filetype\`; at most 500 MB, pictures at most 100 MB), then made into an asset by
\`POST /api/assets\`.`

/** The files of the page, which are copied next to a bundle, because it lacks the package. */
function findPageFiles(): string {
  const bundled = join(import.meta.dirname, 'swagger-ui')
  if (existsSync(bundled)) return bundled
  return join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui/package.json')), 'static')
}

/** Must be registered before the routes it describes. Serves `/api/openapi.json` and `/api/docs`. */
export async function addOpenApi(app: FastifyInstance, version: string): Promise<void> {
  const schemaRegistry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(named)) schemaRegistry.add(schema, { id })
  const transform = createJsonSchemaTransform({ schemaRegistry })

  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Store API', description: DESCRIPTION, version },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          admin: { type: 'apiKey', in: 'cookie', name: ADMIN_COOKIE },
        },
      },
    },
    transform(described) {
      const { schema, url } = transform(described)
      const { auth, gate, permission } = described.route.config ?? {}
      const isAdminRoute = url.startsWith('/api/admin/') && gate !== 'open'
      const signedIn = auth === 'required' ? [{ bearer: [] }] : auth === 'optional' ? [{}, { bearer: [] }] : undefined
      const security = isAdminRoute ? [{ admin: [] }, ...(auth ? [{ bearer: [] }] : [])] : signedIn
      // The permissions of which the caller's role needs one.
      const needed = permission !== undefined && { 'x-permission': [permission].flat() }
      return { schema: { ...schema, ...(security && { security }), ...needed }, url }
    },
    transformObject: createJsonSchemaTransformObject({ schemaRegistry }),
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-cache')
    return app.swagger()
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    baseDir: findPageFiles(),
    // The layout shows no logo, and the plugin would read its default from a folder that a bundle does not have.
    logo: { type: 'image/svg+xml', content: '' },
    theme: { title: 'Store API' },
    uiConfig: { layout: 'BaseLayout', docExpansion: 'list', persistAuthorization: false, validatorUrl: null },
    // The page creates styles at run time; scripts come only from its own files.
    staticCSP:
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  })
}
