// The build of the pages: React Router in framework mode, Tailwind, modern browsers only.

import { join } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { messages } from './messages-plugin.ts'
import { serviceWorker } from './service-worker-plugin.ts'
import { sharedChunks } from './shared-chunk.ts'

export default defineConfig(({ command }) => ({
  plugins: [messages(), tailwindcss(), reactRouter(), serviceWorker()],
  // What the server renders pages with is one file: it loads faster, has no more icons than are used, and needs no packages.
  ssr: { noExternal: command === 'build' || ['lucide-react'] },
  // Workers load what they need when they need it, as pages do.
  worker: { format: 'es' },
  build: {
    sourcemap: false,
    modulePreload: false,
    // For the notices of a package; the folder is not served.
    license: { fileName: '.vite/packages.json' },
    rolldownOptions: {
      treeshake: { manualPureFunctions: ['warning', 'warnOnce', 'warningOnce'] },
      output: {
        codeSplitting: {
          groups: [
            // Changes seldom, so it stays in browsers over many releases; and many tiny files compress badly.
            {
              name: 'framework',
              priority: 2,
              test: /node_modules\/(react|react-dom|react-router|scheduler|@lingui)\//,
            },
            {
              // What every page shows: many tiny files compress badly. What only some pages or clicks need
              // (fields, tabs, cookie settings) stays out of it.
              name: 'shop',
              // Before the editors, which would take along what both of them use.
              priority: 1,
              test: /app\/(api\/api|ui\/(button|class-names|control-class|empty-state|lazy-screen|media|money|page-error|page-meta|observable|popup-queue|price|region|select|skeleton|toast)|shell\/(?!font-rules|guest-work|signed-out-dialog|cookie-settings|measuring-tags|member-links|phone-menu|user-menu|sign-out(?!-(?:question|request))|sign-in-card)[\w-]+|store\/(session|token|guest|browser-api|return-path|like|card-video|add-to-cart|cart-button|pending-cart-addition|persisted|template-(card|grid|kind)|endless-list|catalogue-(request|list)|list-page|duration-text)|root|entry\.client)\.tsx?|packages\/contract\/src\/facet-names\.ts|lucide-react\/dist\/esm\/icons\/(search|heart|x|menu|shopping-cart|check|monitor|moon|sun|circle-alert|circle-check)\.|rolldown-runtime/,
            },
            // The painter, which imports nothing of ours.
            {
              name: 'composition',
              test: /packages\/composition\/src\/|node_modules\/(bidi-js|linebreak)\//,
              minShareCount: 2,
            },
            ...sharedChunks(join(import.meta.dirname, 'app')),
            {
              // What pages and editors share stays in files of its own, so that no page loads the next group for it.
              name: 'shared',
              test: /app\/(api|language|ui|store|money|account|service-worker|editors\/core\/project)\/|node_modules\//,
              entriesAware: true,
              minShareCount: 2,
            },
            {
              // What every editor begins with: as one file it is compressed together and needs no further round trips.
              name: 'editor',
              test: /app\/editors\/core\/(?!export\/picture\/)/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
    // light-dark(), :has() and popovers are used as they are; older targets would make the CSS several times larger.
    cssTarget: ['chrome123', 'safari17.5', 'firefox125'],
    // Fonts as data URLs would be loaded by everybody and blocked by the content security policy.
    assetsInlineLimit: 0,
  },
}))
