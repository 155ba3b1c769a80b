// Routes of the credit balance and statement.
import { statement, statementQuery, userCreditsResponse } from '../credits.ts'
import { defineRoutes } from '../route.ts'

export const creditsRoutes = defineRoutes({
  'GET /api/user-credits': {
    tag: 'credits',
    summary: 'The balance',
    aliases: ['/api/credits', '/api/user/credits'],
    auth: 'required',
    answers: { 200: userCreditsResponse },
    errors: [401],
  },

  'GET /api/credits/statement': {
    tag: 'credits',
    summary: 'Every movement of the balance, newest first',
    auth: 'required',
    query: statementQuery,
    answers: { 200: statement },
    errors: [401],
  },
})
