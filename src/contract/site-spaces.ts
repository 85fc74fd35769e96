import { z } from 'zod'
import { resource } from './route.ts'
import { listOf, paging } from './shared/paging.ts'
import { sitePath } from './shared/paths.ts'
import { positionOf } from './shared/position-schema.ts'
import { condition, id, noDraft, pathSegment, shareKey, urlsOf, version } from './shared/values.ts'
import { space } from './spaces.ts'

export const siteSpace = z
  .object({
    object: z.literal('site-space'),
    id: id.describe('Id of the relation between site and space'),
    path: pathSegment,
    section: id.optional(),
    space,
    title: z.string(),
    default: z.boolean().optional().describe('Shown under its section’s address, without its own path'),
    condition: condition.optional(),
    hasAdvancedCustomizationFeature: z.boolean().optional(),
    draft: noDraft,
    urls: urlsOf(['location'], ['published']),
    version,
  })
  .meta({ id: 'SiteSpace' })
export type SiteSpace = z.infer<typeof siteSpace>

const siteSpaceNeighbor = z.object({ type: z.literal('site-space'), siteSpace: id })

export const siteSpacePath = sitePath.extend({ siteSpaceId: id })
const base = '/orgs/:organizationId/sites/:siteId/site-spaces'
const one = `${base}/:siteSpaceId` as const

export const siteSpaces = resource('siteSpaces', {
  list: {
    id: 'listSiteSpaces',
    method: 'GET',
    path: base,
    summary: 'List the spaces of a site in order.',
    permission: 'site.view',
    params: sitePath,
    query: paging.extend({
      shareKey,
      default: z.boolean().optional().describe('true: only the default; false: all others'),
    }),
    status: 200,
    response: listOf(siteSpace),
  },
  create: {
    id: 'addSpaceToSite',
    method: 'POST',
    path: base,
    summary: 'Add a space to a section, to the default section, or to the root of a site without sections.',
    permission: 'site.edit',
    params: sitePath,
    body: z.object({
      spaceId: id,
      sectionId: id.optional().describe('Omit it for the default section'),
      position: positionOf(siteSpaceNeighbor).optional().describe('Absent for the end of the section'),
    }),
    status: 201,
    response: siteSpace,
  },
  update: {
    id: 'updateSiteSpace',
    method: 'PATCH',
    path: one,
    summary: 'Update the path or condition of a space on a site. Omitted fields don’t change.',
    permission: 'site.edit',
    params: siteSpacePath,
    body: z.object({
      path: pathSegment.optional().describe('409 when a sibling has it; the old address redirects'),
      condition: condition.nullable().optional().describe('null removes it'),
    }),
    status: 200,
    response: siteSpace,
    versioned: true,
  },
  delete: {
    id: 'removeSpaceFromSite',
    method: 'DELETE',
    path: one,
    summary:
      'Remove a space from a site. The space itself doesn’t change. Returns 409 for the last default space.',
    permission: 'site.edit',
    params: siteSpacePath,
    status: 205,
    versioned: true,
  },
  duplicate: {
    id: 'duplicateSiteSpace',
    method: 'POST',
    path: `${one}/duplicate`,
    summary: 'Copy a space with its pages and files, and add the copy after it on the site.',
    description:
      'The copy has the condition of the space and is next to it in the library. Requires the create role in the space and its collection.',
    permission: 'site.edit',
    params: siteSpacePath,
    status: 201,
    response: siteSpace,
  },
  move: {
    id: 'moveSiteSpace',
    method: 'POST',
    path: `${one}/move`,
    summary: 'Move a space among its siblings on the site. Without a position, it moves to the end.',
    description:
      'With `section`, it moves there, and neighbors must be in that section. The last space of a section can’t be removed: 409.',
    permission: 'site.edit',
    params: siteSpacePath,
    body: z.object({
      section: id.optional().describe('Section to move into; absent to stay where it is'),
      position: positionOf(siteSpaceNeighbor).optional(),
    }),
    bodyOptional: true,
    status: 200,
    response: siteSpace,
    versioned: true,
  },
})
