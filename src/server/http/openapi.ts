import { setImmediate as breathe } from 'node:timers/promises'
import { z } from 'zod'
import { pathOf, type Route, resourceNameOf } from '#contract/route.ts'
import { errorBody } from '#contract/shared/errors.ts'
import type { Operation } from '../handle.ts'

type Json = Record<string, unknown>

const REFUSALS: Readonly<Record<string, string>> = {
  '400': 'The request isn’t valid',
  '401': 'No valid credentials',
  '403': 'The caller isn’t allowed to do this',
  '404': 'Doesn’t exist, or the caller can’t see it',
  '409': 'Not possible in the current state',
  '412': 'A precondition isn’t met',
  '429': 'Too many requests',
  '503': 'The database isn’t available',
}

/**
 * The OpenAPI 3.1 document of all operations that are mounted below `/v1`. Takes a second of slow processors, so it lets
 * other requests run in between.
 */
export async function openApiDocument(mounted: readonly Operation[], baseUrl: string): Promise<Json> {
  const paths: Record<string, Json> = {}
  const named: SchemaDefinitions = {}
  const routes = mounted.map(({ route }) => route).filter((route) => route.surface !== 'dashboard')
  for (const [index, route] of routes.entries()) {
    if (index % 10 === 9) await breathe()
    const path = pathOf(route).replace(/[:*](\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, named) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lectern',
      version: '1',
      description: 'Write, review and publish documentation, and manage access to it.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    security: [{ bearer: [] }],
    tags: [...new Set(routes.map(resourceNameOf))]
      .sort()
      .map((name) => ({ name, description: tagText(name) })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { ...named, Error: schemaOf(errorBody, 'output', named) },
      responses: {
        Error: {
          description: 'An error response',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
    },
  }
}

const tagText = (name: string): string => `${name.replace(/([A-Z])/g, ' $1').toLowerCase()}`

function operationOf(route: Route, named: SchemaDefinitions): Json {
  return {
    operationId: route.id,
    summary: route.summary,
    description: [route.description, `Needs: ${route.permission}.`].filter(Boolean).join('\n\n'),
    tags: [resourceNameOf(route)],
    parameters: [
      ...parametersOf(route.params, 'path', named),
      ...parametersOf(route.query, 'query', named),
      ...(route.versioned ? [IF_MATCH] : []),
    ],
    ...(route.body ? { requestBody: requestBodyOf(route, route.body, named) } : {}),
    responses: responsesOf(route, named),
    ...(route.permission === 'anyone' ? { security: [] } : {}),
  }
}

const IF_MATCH: Json = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'The last ETag that you read; returns 412 if the object has changed since',
  schema: { type: 'string' },
}

function parametersOf(
  schema: z.ZodObject | undefined,
  place: 'path' | 'query',
  named: SchemaDefinitions,
): Json[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input', named) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: rest,
  }))
}

const requestBodyOf = (route: Route, body: z.ZodType, named: SchemaDefinitions): Json => ({
  required: route.bodyOptional !== true,
  content: { [route.bodyType ?? 'application/json']: { schema: schemaOf(body, 'input', named) } },
})

function responsesOf(route: Route, named: SchemaDefinitions): Json {
  const success: Json = {
    description: route.response ? 'Success' : 'Success, without a body',
    ...(route.response
      ? {
          content: {
            [route.stream ? 'text/event-stream' : (route.responseType ?? 'application/json')]: {
              schema: schemaOf(route.response, 'output', named),
            },
          },
        }
      : {}),
  }
  const refusals = Object.keys(REFUSALS)
    .filter((status) => route.permission !== 'anyone' || !['401', '403'].includes(status))
    .map((status) => [status, { $ref: '#/components/responses/Error' }])
  return { [route.status]: success, ...Object.fromEntries(refusals) }
}

/** Named schemas, which are defined once in the document and referenced elsewhere. */
type SchemaDefinitions = Record<string, Json>

/**
 * A schema as JSON Schema 2020-12, the dialect of OpenAPI 3.1. Named parts are added to `named`; request schemas have
 * their own names, because a field with a default is optional in requests and always present in responses.
 */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', named: SchemaDefinitions): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })
  const text = JSON.stringify(json).replaceAll(/"#\/\$defs\/(\w+)"/g, (_whole, name: string) =>
    JSON.stringify(`#/components/schemas/${nameIn(name, io)}`),
  )
  const { $defs = {}, ...rest } = JSON.parse(text) as { $defs?: SchemaDefinitions } & Json
  for (const [name, part] of Object.entries($defs)) {
    const { id: _id, ...plain } = part
    named[nameIn(name, io)] = plain
  }
  return rest
}

const nameIn = (name: string, io: 'input' | 'output'): string => (io === 'input' ? `${name}Input` : name)
