// Route of the font library, which offers more faces in the editor than a template brings.
import { fontList } from '../fonts.ts'
import { defineRoutes } from '../route.ts'

export const fontsRoutes = defineRoutes({
  'GET /api/fonts': {
    tag: 'projects',
    summary: 'The font library of the editors',
    answers: { 200: fontList },
  },
})
