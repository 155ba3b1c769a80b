// Owns how the pages are built: React Router in framework mode, Tailwind, modern browsers only.
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: {
    sourcemap: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Changes seldom, so it stays in browsers over many releases; and many tiny files compress badly.
            { name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
            {
              name: 'shop',
              test: /app\/(ui|shell)\/|app\/(api|page-meta)\.ts|store\/(session|token|browser-api|region)\.ts/,
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
})
