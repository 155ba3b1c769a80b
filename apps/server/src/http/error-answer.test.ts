import type { FastifySchemaValidationError } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { describeField, installValidationMessages } from './error-answer.ts'

beforeAll(installValidationMessages)

/** What the API says of the field `field` with this schema and value. */
function describeError(field: z.ZodType, value: unknown) {
  const validate = validatorCompiler({ schema: z.object({ field }), method: 'POST', url: '/' })
  const { error } = validate({ field: value }) as { error: readonly FastifySchemaValidationError[] }
  return describeField(error[0] as FastifySchemaValidationError)
}

it.each([
  [z.string().min(1), '', 'Fill this in'],
  [z.string(), undefined, 'This is missing'],
  [z.int(), 1.5, 'Enter a whole number'],
  [z.number(), null, 'Enter a number'],
  [z.email(), 'somebody', 'Enter an email address such as name@example.com'],
  [z.url(), 'here', 'Enter a web address such as https://example.com'],
  [z.iso.date(), '31 May', 'Enter a date'],
  [z.string().regex(/^a+$/), 'b', 'This is not written as it should be'],
])('names what is wrong with a field (%#)', (schema, value, message) => {
  expect(describeError(schema, value)).toEqual({ path: 'field', message })
})

it.each([
  [z.string().min(8), 'short', 'Enter at least 8 characters', 'Enter at least {minimum} characters', { minimum: '8' }],
  [z.string().max(3), 'long', 'Enter at most 3 characters', 'Enter at most {maximum} characters', { maximum: '3' }],
  [z.number().min(2), 1, 'Enter 2 or more', 'Enter {minimum} or more', { minimum: '2' }],
  [z.int().positive(), 0, 'Enter more than 0', 'Enter more than {minimum}', { minimum: '0' }],
  [z.number().max(5), 6, 'Enter 5 or less', 'Enter {maximum} or less', { maximum: '5' }],
  [z.number().lt(5), 5, 'Enter less than 5', 'Enter less than {maximum}', { maximum: '5' }],
  [z.array(z.string()).min(2), ['a'], 'Choose at least 2', 'Choose at least {minimum}', { minimum: '2' }],
  [z.array(z.string()).max(1), ['a', 'b'], 'Choose at most 1', 'Choose at most {maximum}', { maximum: '1' }],
  [z.number().multipleOf(50), 60, 'Enter a multiple of 50', 'Enter a multiple of {divisor}', { divisor: '50' }],
])('has the values of a sentence apart, for its translation (%#)', (schema, value, message, text, values) => {
  expect(describeError(schema, value)).toEqual({ path: 'field', message, text, values })
})

it('leaves the sentences of a schema, and what only a program can send, as they are', () => {
  expect(describeError(z.string().max(3, 'Three letters, please'), 'four')).toEqual({
    path: 'field',
    message: 'Three letters, please',
  })
  expect(describeError(z.string(), 5).message).toBe('Invalid input: expected string, received number')
})
