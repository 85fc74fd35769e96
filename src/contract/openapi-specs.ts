import { z } from 'zod'
import { apiOperation, operationKey, operationListItem } from './openapi-operations.ts'
import { resource } from './route.ts'
import { MAX_CONTENT_BODY_BYTES } from './shared/limits.ts'
import { listOf, paging } from './shared/paging.ts'
import { organizationPath } from './shared/paths.ts'
import { flags, id, timestamp, uri, urlsOf, version } from './shared/values.ts'

/** 1 to 100 characters: groups of lower-case letters and digits, separated by single hyphens. */
export const specSlug = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lower-case letters and digits, separated by single hyphens')

/** Size limit of a specification with all documents it references. */
export const MAX_SPEC_BYTES = 20 * 1024 * 1024
/** How often a specification is fetched from its URL again. */
export const REFRESH_INTERVAL_HOURS = 6
/** Specifications per organization. */
export const MAX_SPECS = 100
/** Stored versions per specification. */
export const MAX_SPEC_VERSIONS = 50
/** Operations per specification that pages can show. */
export const MAX_OPERATIONS = 3000

export const openapiSpec = z
  .object({
    object: z.literal('openapi-spec'),
    id,
    createdAt: timestamp,
    updatedAt: timestamp,
    slug: specSlug,
    title: z.string().optional().describe('Title in the specification'),
    apiVersion: z.string().optional().describe('Version of the API that it describes'),
    operations: z.number().int().optional().describe('Number of operations'),
    sourceURL: uri.optional().describe('Absent if the text was sent instead'),
    visibility: z
      .enum(['private', 'public'])
      .describe('public: anyone can read the text of the latest version at `urls.published`'),
    processingState: z
      .enum(['pending', 'progress', 'complete'])
      .describe('pending: waiting; progress: being processed; complete: done, with or without errors'),
    lastVersion: id.optional(),
    lastProcessedAt: timestamp.optional(),
    lastProcessErrorCode: z
      .enum(['FETCH_TIMEOUT', 'FETCH_ERROR', 'PARSE_ERROR'])
      .optional()
      .describe('Why the last processing failed. The last good version stays in use'),
    lastProcessedErrors: z
      .array(z.object({ path: z.string().optional(), message: z.string() }))
      .describe('The first 20 errors of the last processing'),
    lastProcessedErrorCount: z.number().int().optional().describe('Number of `lastProcessedErrors`'),
    permissions: flags('view', 'edit', 'delete'),
    urls: urlsOf(['location', 'app'], ['published']),
    version,
  })
  .meta({ id: 'OpenAPISpec' })
export type OpenapiSpec = z.infer<typeof openapiSpec>

export const openapiSpecVersion = z
  .object({
    object: z.literal('openapi-spec-version'),
    id,
    createdAt: timestamp.optional(),
    url: uri.describe('Where it was read, or the URL of its content'),
    apiVersion: z.string().optional(),
    operations: z.number().int(),
    urls: urlsOf(['location']),
  })
  .meta({ id: 'OpenAPISpecVersion' })
export type OpenapiSpecVersion = z.infer<typeof openapiSpecVersion>

const source = z
  .object({ url: uri.optional(), text: z.string().min(1).optional() })
  .refine(({ url, text }) => (url === undefined) !== (text === undefined), {
    message: 'Send either url or text',
  })
  .describe('Either the address of the specification or its text')

const versionContent = z.object({
  filesystem: z.record(z.string(), z.unknown()).describe('The documents by their path'),
  url: uri,
  urls: z.object({
    source: uri.describe('Same as `url`'),
    public: uri.nullable().describe('Where anyone can read it; null unless it is public'),
  }),
})

const specUse = z
  .object({
    space: z.object({ id, title: z.string() }),
    page: z.object({ id, title: z.string(), path: z.string(), emoji: z.string().optional() }),
    urls: urlsOf(['app']),
  })
  .meta({ id: 'OpenAPISpecUse' })
export type OpenapiSpecUse = z.infer<typeof specUse>

const base = '/orgs/:organizationId/openapi'
const one = `${base}/:specSlug` as const
export const specPath = organizationPath.extend({ specSlug })
const versionPath = specPath.extend({ versionId: id })

export const openapiSpecs = resource('openapiSpecs', {
  list: {
    id: 'listOpenAPISpecs',
    method: 'GET',
    path: base,
    summary: 'List the OpenAPI specifications of an organization.',
    permission: 'organization.view',
    params: organizationPath,
    query: paging,
    status: 200,
    response: listOf(openapiSpec),
  },
  create: {
    id: 'createOpenAPISpec',
    method: 'POST',
    path: base,
    summary: 'Add an OpenAPI specification; 409 if the slug is taken.',
    description: `It is read by a job: \`processingState\` goes from pending over progress to complete, and \`lastProcessErrorCode\` says what went wrong. Swagger 2.0, OpenAPI 3.0 and 3.1, as JSON or YAML, at most ${MAX_SPEC_BYTES / 1024 / 1024} MB including all referenced documents. An organization has at most ${MAX_SPECS}. Beyond that, returns 409.`,
    permission: 'organization.create',
    params: organizationPath,
    body: z.object({ slug: specSlug, source }),
    bodyLimit: MAX_CONTENT_BODY_BYTES,
    status: 201,
    response: openapiSpec,
  },
  get: {
    id: 'getOpenAPISpec',
    method: 'GET',
    path: one,
    summary: 'Get an OpenAPI specification.',
    permission: 'organization.view',
    params: specPath,
    status: 200,
    response: openapiSpec,
  },
  put: {
    id: 'putOpenAPISpec',
    method: 'PUT',
    path: one,
    summary: 'Set the source of an OpenAPI specification, which is created if it doesn’t exist.',
    description: `A new version is created only if the content has changed. Sending the same address again reads it again; that happens automatically every ${REFRESH_INTERVAL_HOURS} hours. The newest ${MAX_SPEC_VERSIONS} versions are kept.`,
    permission: 'organization.create',
    params: specPath,
    body: z.object({ source }),
    bodyLimit: MAX_CONTENT_BODY_BYTES,
    status: 200,
    response: openapiSpec,
    versioned: true,
  },
  update: {
    id: 'updateOpenAPISpec',
    method: 'PATCH',
    path: one,
    summary: 'Change who can read an OpenAPI specification.',
    permission: 'organization.create',
    params: specPath,
    body: z.object({ visibility: z.enum(['private', 'public']).optional() }),
    status: 200,
    response: openapiSpec,
    versioned: true,
  },
  listOperations: {
    id: 'listOpenAPIOperations',
    method: 'GET',
    path: `${one}/operations`,
    summary: 'List the operations of the newest version of an OpenAPI specification, in its order.',
    permission: 'organization.view',
    params: specPath,
    query: paging.extend({
      search: z
        .string()
        .max(200)
        .optional()
        .describe('Words in the method, path, summary or tag; case-insensitive'),
    }),
    status: 200,
    response: listOf(operationListItem),
  },
  getOperation: {
    id: 'getOpenAPIOperation',
    method: 'GET',
    path: `${one}/operation`,
    summary: 'Get an operation of the newest version with all references resolved.',
    permission: 'organization.view',
    params: specPath,
    query: operationKey,
    status: 200,
    response: apiOperation,
  },
  listUses: {
    id: 'listOpenAPISpecUses',
    method: 'GET',
    path: `${one}/uses`,
    summary: 'List the pages that show operations of an OpenAPI specification and that the caller can see.',
    permission: 'organization.view',
    params: specPath,
    query: paging,
    status: 200,
    response: listOf(specUse),
  },
  delete: {
    id: 'deleteOpenAPISpec',
    method: 'DELETE',
    path: one,
    summary: 'Delete an OpenAPI specification and its versions.',
    permission: 'organization.create',
    params: specPath,
    status: 205,
    versioned: true,
  },
  listVersions: {
    id: 'listOpenAPISpecVersions',
    method: 'GET',
    path: `${one}/versions`,
    summary: 'List the versions of an OpenAPI specification, newest first.',
    permission: 'organization.view',
    params: specPath,
    query: paging,
    status: 200,
    response: listOf(openapiSpecVersion),
  },
  latestVersion: {
    id: 'getLatestOpenAPISpecVersion',
    method: 'GET',
    path: `${one}/versions/latest`,
    summary: 'Get the newest version of an OpenAPI specification.',
    permission: 'organization.view',
    params: specPath,
    status: 200,
    response: openapiSpecVersion,
  },
  latestContent: {
    id: 'getLatestOpenAPISpecVersionContent',
    method: 'GET',
    path: `${one}/versions/latest/content`,
    summary: 'Get the documents of the newest version of an OpenAPI specification.',
    permission: 'organization.view',
    params: specPath,
    status: 200,
    response: versionContent,
  },
  latestText: {
    id: 'getLatestOpenAPISpecVersionRaw',
    method: 'GET',
    path: `${one}/versions/latest/content/raw`,
    summary: 'Get the original text of the newest version of an OpenAPI specification.',
    permission: 'organization.view',
    params: specPath,
    status: 200,
    response: z.object({ text: z.string(), format: z.enum(['json', 'yaml']) }),
  },
  getVersion: {
    id: 'getOpenAPISpecVersion',
    method: 'GET',
    path: `${one}/versions/:versionId`,
    summary: 'Get one version of an OpenAPI specification.',
    permission: 'organization.view',
    params: versionPath,
    status: 200,
    response: openapiSpecVersion,
  },
  getContent: {
    id: 'getOpenAPISpecVersionContent',
    method: 'GET',
    path: `${one}/versions/:versionId/content`,
    summary: 'Get the documents of one version of an OpenAPI specification.',
    permission: 'organization.view',
    params: versionPath,
    status: 200,
    response: versionContent,
  },
})
