import { z } from 'zod'
import { resource } from './route.ts'
import { contentBodyLimit } from './shared/limits.ts'
import { listOf, paging } from './shared/paging.ts'
import { organizationPath } from './shared/paths.ts'
import { flags, id, timestamp, uri, urlsOf, version } from './shared/values.ts'

/** 1 to 100 characters: groups of lower-case letters and digits, separated by single hyphens. */
export const specSlug = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lower-case letters and digits, separated by single hyphens')

export const openapiSpec = z
  .object({
    object: z.literal('openapi-spec'),
    id,
    createdAt: timestamp,
    updatedAt: timestamp,
    slug: specSlug,
    sourceURL: uri.optional(),
    processingState: z.enum(['pending', 'progress', 'complete']),
    lastVersion: id.optional(),
    lastProcessedAt: timestamp.optional(),
    lastProcessErrorCode: z
      .enum(['FETCH_TIMEOUT', 'FETCH_ERROR', 'PARSE_ERROR'])
      .optional()
      .describe('Why the last processing failed; the last good version stays'),
    permissions: flags('view', 'edit', 'delete'),
    urls: urlsOf(['location', 'app']),
    version,
  })
  .meta({ id: 'OpenAPISpec' })
export type OpenapiSpec = z.infer<typeof openapiSpec>

export const openapiSpecVersion = z
  .object({
    object: z.literal('openapi-spec-version'),
    id,
    createdAt: timestamp.optional(),
    url: uri,
    urls: urlsOf(['location']),
  })
  .meta({ id: 'OpenAPISpecVersion' })
export type OpenapiSpecVersion = z.infer<typeof openapiSpecVersion>

const source = z
  .object({ url: uri.optional(), text: z.string().min(1).optional() })
  .refine(({ url, text }) => (url === undefined) !== (text === undefined), {
    message: 'Give either url or text',
  })
  .describe('Either the address of the specification or its text')

const versionContent = z.object({
  filesystem: z.record(z.string(), z.unknown()).describe('The documents by their path'),
  url: uri,
})

const base = '/orgs/:organizationId/openapi'
const one = `${base}/:specSlug` as const
const specPath = organizationPath.extend({ specSlug })
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
    summary: 'Add an OpenAPI specification; 409 when the slug is taken.',
    permission: 'organization.create',
    params: organizationPath,
    body: z.object({ slug: specSlug, source }),
    bodyLimit: contentBodyLimit,
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
    summary: 'Give an OpenAPI specification a new source; it is made when it is not there.',
    description: 'A new version comes about only when the content changed.',
    permission: 'organization.create',
    params: specPath,
    body: z.object({ source }),
    bodyLimit: contentBodyLimit,
    status: 200,
    response: openapiSpec,
    versioned: true,
  },
  delete: {
    id: 'deleteOpenAPISpec',
    method: 'DELETE',
    path: one,
    summary: 'Delete an OpenAPI specification with its versions.',
    permission: 'organization.create',
    params: specPath,
    status: 205,
    versioned: true,
  },
  listVersions: {
    id: 'listOpenAPISpecVersions',
    method: 'GET',
    path: `${one}/versions`,
    summary: 'List the versions of an OpenAPI specification, the newest first.',
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
