import { z } from 'zod'
import { operationKey, operationListItem } from './openapi-operations.ts'
import { MAX_OPERATIONS, specPath } from './openapi-specs.ts'
import { resource } from './route.ts'
import { id } from './shared/values.ts'

/** Changes in a comparison; a longer list is cut. */
export const MAX_SPEC_CHANGES = 1000

export const specChangeKinds = ['breaking', 'added', 'changed'] as const
const kind = z
  .enum(specChangeKinds)
  .describe(
    'breaking: clients of the older version may fail; added: something new that they can ignore; changed: anything else',
  )
export type SpecChangeKind = z.infer<typeof kind>

const specChange = operationKey
  .extend({
    kind,
    at: z
      .string()
      .describe(
        'The part of the operation, such as `request body: owner.name`; empty for the operation itself',
      ),
    message: z.string().describe('What changed, in English'),
  })
  .meta({ id: 'OpenAPISpecChange' })
export type SpecChange = z.infer<typeof specChange>

const comparison = z
  .object({
    from: id.describe('The older version'),
    to: id.describe('The newer version'),
    breaking: z.number().int(),
    added: z.number().int(),
    changed: z.number().int(),
    changes: z
      .array(specChange)
      .max(MAX_SPEC_CHANGES)
      .describe('In the order of the newer version, after the operations that were removed'),
    truncated: z
      .boolean()
      .describe(`True if there are more than ${MAX_SPEC_CHANGES} changes, which are only counted`),
  })
  .meta({ id: 'OpenAPISpecComparison' })
export type SpecComparison = z.infer<typeof comparison>

const path = '/orgs/:organizationId/openapi/:specSlug/versions/:versionId'
const params = specPath.extend({ versionId: id })

export const openapiVersions = resource('openapiVersions', {
  operations: {
    id: 'getOpenAPISpecVersionOperations',
    method: 'GET',
    path: `${path}/operations`,
    summary: 'Get the operations of one version of an OpenAPI specification, in its order.',
    permission: 'organization.view',
    params,
    status: 200,
    response: z.object({ operations: z.array(operationListItem).max(MAX_OPERATIONS) }),
  },
  compare: {
    id: 'compareOpenAPISpecVersions',
    method: 'GET',
    path: `${path}/changes`,
    summary: 'Compare a version of an OpenAPI specification with an earlier one.',
    description:
      'Operations are compared by method and path, without the names of path parameters. Breaking changes are: an operation, parameter, field, response or media type that was removed, a parameter or field of a request that became required, and types, values or limits of requests that allow less than before.',
    permission: 'organization.view',
    params,
    query: z.object({ since: id.describe('The older version') }),
    status: 200,
    response: comparison,
  },
})
