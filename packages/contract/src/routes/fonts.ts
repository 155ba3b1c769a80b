// Route of the font library, which offers fonts in addition to those of the template.
import { fontList } from '../fonts.ts'
import { defineRoutes } from '../route.ts'

export const fontsRoutes = defineRoutes({
  'GET /api/fonts': {
    tag: 'projects',
    summary: 'The font library of the editors',
    answers: { 200: fontList },
  },
})
