import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Route } from '#contract/route.ts'
import type { Issue } from '#contract/shared/errors.ts'
import { fieldIssues, validationMessage } from '#contract/shared/validation-messages.ts'
import { DomainError, notFound } from '../errors.ts'
import type { QueryReader } from './query.ts'

/** How many issues a response lists. */
const MAX_ISSUES = 50

/** Invalid path parameters cannot identify an object: 404. */
export function paramsOf(route: Route, request: FastifyRequest): Record<string, string> {
  if (route.params === undefined) return {}
  const values: Record<string, unknown> = { ...(request.params as Record<string, unknown>) }
  const rest = /\*(\w+)$/.exec(route.path)?.[1]
  if (rest !== undefined) values[rest] = values['*']
  const parsed = route.params.safeParse(values)
  if (!parsed.success) throw notFound('object at', request.url.split('?')[0] ?? '')
  return parsed.data as Record<string, string>
}

/** The query and body as the contract describes them. */
export function parseInput(
  route: Route,
  readQuery: QueryReader,
  request: FastifyRequest,
  params: Record<string, string>,
) {
  const issues: Issue[] = []
  const query = route.query
    ? parsed(route.query, readQuery(request.query as Record<string, unknown>), 'query', issues)
    : undefined
  const body =
    route.body && route.bodyType === undefined
      ? parsed(route.body, bodyOf(route, request), 'body', issues)
      : request
  if (issues.length > 0) {
    throw new DomainError('validation', sentenceOf(issues[0]), { issues })
  }
  return { params, query, body } as never
}

function bodyOf(route: Route, request: FastifyRequest): unknown {
  if (request.body === undefined || request.body === null) {
    if (route.bodyOptional && request.body === undefined) return {}
    throw new DomainError('invalid_json', 'Send a JSON object as the body')
  }
  if (typeof request.body !== 'object' || Array.isArray(request.body)) {
    throw new DomainError('invalid_json', 'The body must be a JSON object')
  }
  return request.body
}

function parsed(schema: z.ZodType, value: unknown, part: string, issues: Issue[]): unknown {
  const result = schema.safeParse(value, { error: validationMessage })
  if (result.success) return result.data
  for (const { path, message } of fieldIssues(result.error).slice(0, MAX_ISSUES)) {
    issues.push({ path: [part, ...path], message })
  }
  return undefined
}

/** Names the field, such as `changes[0].title: Use 255 characters or fewer`. */
function sentenceOf(issue: Issue | undefined): string {
  if (issue === undefined) return 'The request isn’t valid'
  const field = issue.path.slice(1).reduce<string>((name, step) => {
    if (typeof step === 'number') return `${name}[${step}]`
    return name === '' ? step : `${name}.${step}`
  }, '')
  return field === '' ? issue.message : `${field}: ${issue.message}`
}
