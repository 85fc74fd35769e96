import { z } from 'zod'
import { resource } from './route.ts'
import { sitePath } from './shared/paths.ts'
import { address, condition, timestamp, uri, version } from './shared/values.ts'
import { siteVisibility } from './sites.ts'

/** One property of a visitor: a boolean, string, number, a list of these, or an object of properties. */
export type VisitorProperty =
  | { type: 'boolean' | 'number' | 'integer'; description?: string | undefined }
  | { type: 'string'; enum?: string[] | undefined; description?: string | undefined }
  | { type: 'array'; items: VisitorProperty; description?: string | undefined }
  | {
      type: 'object'
      properties: Record<string, VisitorProperty>
      additionalProperties: false
      description?: string | undefined
    }

const described = { description: z.string().max(1024).optional() }
const lazyProperty: z.ZodType<VisitorProperty, VisitorProperty> = z
  .lazy(() => visitorProperty)
  .meta({ id: 'VisitorProperty' })
const properties = z.record(z.string().min(1).max(128), lazyProperty).meta({ id: 'VisitorProperties' })

const visitorProperty: z.ZodType<VisitorProperty, VisitorProperty> = z.union([
  z.object({ type: z.enum(['boolean', 'number', 'integer']), ...described }),
  z.object({ type: z.literal('string'), enum: z.array(z.string()).optional(), ...described }),
  z.object({ type: z.literal('array'), items: lazyProperty, ...described }),
  z.object({
    type: z.literal('object'),
    properties,
    additionalProperties: z.literal(false),
    ...described,
  }),
])

/** A draft-07 JSON Schema of visitor claims; unsigned claims are in the property `unsigned`. */
export const visitorSchema = z
  .object({
    $schema: z.string().optional(),
    type: z.literal('object'),
    properties,
    additionalProperties: z.literal(false),
    ...described,
  })
  .meta({ id: 'VisitorSchema' })
export type VisitorSchema = z.infer<typeof visitorSchema>

export const siteAdaptiveSchema = z
  .object({
    object: z.literal('site-adaptive-schema'),
    jsonSchema: visitorSchema,
    updatedAt: timestamp,
    version,
  })
  .meta({ id: 'SiteAdaptiveSchema' })
export type SiteAdaptiveSchema = z.infer<typeof siteAdaptiveSchema>

/** Who can read a site, and what they can open. */
export const siteReaders = z
  .object({
    object: z.literal('site-audience'),
    visibility: siteVisibility,
    published: z.boolean().describe('Live for its audience'),
    addresses: z
      .array(address)
      .min(1)
      .describe('Where readers open the site while it is published, the canonical address first'),
    pages: z.number().int().describe('Pages at each of these addresses'),
    shareLinks: z.number().int().describe('Number of active share links'),
    signInURL: uri.optional().describe('Where visitors sign in'),
  })
  .meta({ id: 'SiteAudience' })
export type SiteReaders = z.infer<typeof siteReaders>

const path = '/orgs/:organizationId/sites/:siteId/adaptive-schema'

export const siteAudience = resource('siteAudience', {
  get: {
    id: 'getSiteAudience',
    method: 'GET',
    path: '/orgs/:organizationId/sites/:siteId/audience',
    summary: 'Get the readers of a site and the addresses they lose when it goes offline.',
    permission: 'site.admin',
    params: sitePath,
    status: 200,
    response: siteReaders,
  },
  getSchema: {
    id: 'getSiteAdaptiveSchema',
    method: 'GET',
    path,
    summary: 'Get the visitor schema of a site; empty by default.',
    permission: 'site.view',
    params: sitePath,
    status: 200,
    response: siteAdaptiveSchema,
  },
  templates: {
    id: 'listSiteTemplateConditions',
    method: 'GET',
    path: `${path}/template-conditions`,
    summary: 'List up to 100 suggested conditions, based on the visitor schema of a site.',
    permission: 'site.view',
    params: sitePath,
    status: 200,
    response: z.object({
      items: z.array(z.object({ description: z.string(), condition })).meta({ id: 'TemplateConditions' }),
    }),
  },
  putSchema: {
    id: 'putSiteAdaptiveSchema',
    method: 'PUT',
    path,
    summary: 'Set the visitor schema of a site: the claims about visitors, as a JSON Schema.',
    permission: 'site.edit',
    params: sitePath,
    body: z.object({ jsonSchema: visitorSchema }),
    status: 200,
    response: siteAdaptiveSchema,
    versioned: true,
  },
})
