// The build of the pages: React Router in framework mode, Tailwind, modern browsers only.

import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { messages } from './messages-plugin.ts'
import { serviceWorker } from './service-worker-plugin.ts'

const outsideEditors = /app\/(?!editor\/)|packages\/contract\/|node_modules\/lucide-react\//
/** Forms and the pages of the admin area are many, but most visitors see none. */
const forAll = /app\/(?!admin\/|editor\/|ui\/form\/)|packages\/contract\/|node_modules\/lucide-react\//
/** Pages show customers what they have edited. */
const forPages = new RegExp(`${outsideEditors.source}|app\\/editor\\/project\\/`)

export default defineConfig(({ command }) => ({
  plugins: [messages(), tailwindcss(), reactRouter(), serviceWorker()],
  // The server's bundle is one file: it loads faster, contains only used icons, and needs no packages.
  ssr: { noExternal: command === 'build' || ['lucide-react'] },
  // Workers load their parts lazily, as pages do.
  worker: { format: 'es' },
  build: {
    sourcemap: false,
    modulePreload: false,
    // For the notices of a package; the folder is not served.
    license: { fileName: '.vite/packages.json' },
    rolldownOptions: {
      treeshake: { manualPureFunctions: ['warning', 'warnOnce', 'warningOnce'] },
      output: {
        // A shared file is named by all of its pages: only the first name is used.
        chunkFileNames: ({ name }) => `assets/${name.split('~', 1)[0]}-[hash].js`,
        codeSplitting: {
          groups: [
            // Changes seldom, so browsers cache it over many releases.
            {
              name: 'framework',
              priority: 3,
              test: /node_modules\/(react|react-dom|react-router|scheduler|@lingui)\//,
            },
            // Code of many pages is one file.
            { name: 'base', priority: 2, test: forAll, minShareCount: 8 },
            // Code of fewer pages goes into a file for each set of pages, so that no page loads another one's code; the
            // tiniest are merged.
            {
              name: 'pages',
              priority: 1,
              test: forPages,
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 600,
            },
            {
              name: 'painter',
              test: /packages\/(after-effects|auto-layout|document|painter|project)\/src\/|node_modules\/(bidi-js|linebreak)\//,
              minShareCount: 2,
            },
            { name: 'editor', test: /app\/editor\/(?!modes\/)/, minShareCount: 3 },
          ],
        },
      },
    },
    // light-dark(), :has() and popovers are used natively; older targets would make the CSS several times larger.
    cssTarget: ['chrome123', 'safari17.5', 'firefox125'],
    // Every visitor would load fonts in data URLs, and the content security policy would block them.
    assetsInlineLimit: 0,
  },
}))
