import { z } from 'zod'

/** A part of a JSON Schema, reduced to what pages show. Fields the specification does not set are absent. */
export type SchemaPart = {
  /** Of a property or parameter. */
  name?: string | undefined
  /** The component that describes it. */
  title?: string | undefined
  /** JSON types; none means any. */
  types: string[]
  format?: string | undefined
  required?: boolean | undefined
  deprecated?: boolean | undefined
  readOnly?: boolean | undefined
  writeOnly?: boolean | undefined
  /** Markdown of the specification's author. */
  description?: string | undefined
  /** Constraints, such as `minLength: 3`. */
  facts?: { name: string; value: string }[] | undefined
  /** All allowed values, as JSON. */
  values?: string[] | undefined
  /** As JSON. */
  default?: string | undefined
  /** As JSON. */
  example?: string | undefined
  properties?: SchemaPart[] | undefined
  items?: SchemaPart | undefined
  choice?: { kind: 'oneOf' | 'anyOf'; of: SchemaPart[] } | undefined
  /** It contains itself; its content is shown at the outer occurrence. */
  circular?: boolean | undefined
  /** Parts of it were omitted to limit the size. */
  cut?: boolean | undefined
}

const part: z.ZodType<SchemaPart, SchemaPart> = z
  .lazy(() =>
    z.object({
      name: z.string().optional(),
      title: z.string().optional(),
      types: z.array(z.string()).describe('JSON types; none means any'),
      format: z.string().optional(),
      required: z.boolean().optional(),
      deprecated: z.boolean().optional(),
      readOnly: z.boolean().optional(),
      writeOnly: z.boolean().optional(),
      description: z.string().optional(),
      facts: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
      values: z.array(z.string()).optional().describe('All allowed values, as JSON'),
      default: z.string().optional().describe('As JSON'),
      example: z.string().optional().describe('As JSON'),
      properties: z.array(part).optional(),
      items: part.optional(),
      choice: z.object({ kind: z.enum(['oneOf', 'anyOf']), of: z.array(part) }).optional(),
      circular: z.boolean().optional().describe('Recursive: its contents are shown above'),
      cut: z.boolean().optional().describe('Not everything is included'),
    }),
  )
  .meta({ id: 'OpenAPISchemaPart' })

/** A named schema of a specification, which pages show as a model. */
export type ApiSchema = { readonly name: string; readonly part: SchemaPart }

const content = z.object({
  mediaType: z.string(),
  schema: part.optional(),
  example: z.string().optional().describe('A request or response body'),
})
export type OperationContent = z.infer<typeof content>

export const operationMethods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const

/** Identifies an operation in a specification: method, and path with parameters in braces. */
export const operationKey = z.object({
  method: z.enum(operationMethods),
  path: z.string().min(1).max(2048),
})

/** An operation in a list. */
export const operationListItem = operationKey
  .extend({
    summary: z.string().optional(),
    tag: z.string().optional().describe('The first tag, which it is grouped by'),
    deprecated: z.boolean().optional(),
  })
  .meta({ id: 'OpenAPIOperationListItem' })
export type OperationListItem = z.infer<typeof operationListItem>

/** A security scheme that a request needs. */
const securityScheme = z.object({
  name: z.string(),
  kind: z.enum(['http', 'apiKey', 'oauth2', 'openIdConnect', 'other']),
  scheme: z.string().optional(),
  in: z.string().optional(),
  parameter: z.string().optional(),
  scopes: z.array(z.string()).optional(),
})

/**
 * An operation with all its references resolved, bounded to 600 schema parts that are at most 12 levels deep.
 * Recursion ends where a schema contains itself.
 */
export const apiOperation = operationKey
  .extend({
    server: z.string().optional().describe('Base URL of the path'),
    servers: z
      .array(z.string())
      .optional()
      .describe('All base URLs, at most 10. Absent in versions that were read before'),
    webhook: z
      .boolean()
      .optional()
      .describe('Sent by the service instead of to it; the path is the name of the webhook'),
    hidesTryIt: z.boolean().optional().describe('Readers can’t send requests'),
    operationId: z.string().optional().describe('Absent in versions that were read before'),
    summary: z.string().optional(),
    description: z.string().optional().describe('Markdown'),
    deprecated: z.boolean().optional(),
    tags: z.array(z.string()),
    security: z.array(securityScheme).describe('The schemes that a request needs together'),
    securityAlternatives: z
      .array(z.array(securityScheme))
      .optional()
      .describe(
        'Other combinations of schemes that can be used instead; an empty one needs no authorization',
      ),
    parameters: z.array(z.object({ in: z.enum(['path', 'query', 'header', 'cookie']), part })),
    body: z
      .object({ description: z.string().optional(), required: z.boolean(), contents: z.array(content) })
      .optional(),
    responses: z.array(
      z.object({
        status: z.string(),
        description: z.string().optional(),
        headers: z.array(part).optional(),
        contents: z.array(content),
      }),
    ),
  })
  .meta({ id: 'OpenAPIOperation' })
export type ApiOperation = z.infer<typeof apiOperation>
