import { z } from 'zod'
import { resource } from './route.ts'
import { sitePath } from './shared/paths.ts'
import { positionOf } from './shared/position-schema.ts'
import { claimsInQuery, id, shareKey } from './shared/values.ts'
import { siteSectionGroup } from './site-section-groups.ts'
import { siteSection } from './site-sections.ts'
import { siteSpace } from './site-spaces.ts'

/** The structure of a site: either spaces only, or sections and section groups. */
export const siteStructure = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('siteSpaces'), structure: z.array(siteSpace) }),
    z.object({
      type: z.literal('sections'),
      structure: z.array(z.discriminatedUnion('object', [siteSection, siteSectionGroup])),
    }),
  ])
  .meta({ id: 'SiteStructure' })
export type SiteStructure = z.infer<typeof siteStructure>

export const structureItem = z.object({
  type: z.enum(['site-space', 'site-section', 'site-section-group']),
  id,
})
export type StructureItem = z.infer<typeof structureItem>

const base = '/orgs/:organizationId/sites/:siteId/structure'

export const siteStructures = resource('siteStructure', {
  get: {
    id: 'getSiteStructure',
    method: 'GET',
    path: base,
    summary: 'Get the whole structure of a site, or with `claims` the part that a visitor sees.',
    permission: 'site.view',
    params: sitePath,
    query: z.object({ shareKey, claims: claimsInQuery }),
    status: 200,
    response: siteStructure,
  },
  sort: {
    id: 'sortSiteStructure',
    method: 'PATCH',
    path: `${base}/sort`,
    summary: 'Move an item of the structure before or after another; returns the moved item.',
    description:
      'A section moved next to one in a group joins the group; a site space moved next to one in another section joins that section. `If-Match` applies to the item.',
    permission: 'site.edit',
    params: sitePath,
    body: z.object({
      item: structureItem,
      position: positionOf(structureItem).optional(),
      parent: id
        .nullable()
        .optional()
        .describe(
          'Id of the new parent group or section, null for the top level; absent for the parent of the neighbor',
        ),
    }),
    status: 200,
    response: z.discriminatedUnion('object', [siteSpace, siteSection, siteSectionGroup]),
    versioned: true,
  },
})
