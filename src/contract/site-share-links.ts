import { z } from 'zod'
import { resource } from './route.ts'
import { listOf, paging } from './shared/paging.ts'
import { sitePath } from './shared/paths.ts'
import { id, timestamp, urlsOf } from './shared/values.ts'

const name = z.string().max(50)
const sharePassword = z.string().min(4).max(128)

export const siteShareLink = z
  .object({
    object: z.literal('share-link'),
    id,
    createdAt: timestamp,
    name: name.optional(),
    active: z.boolean().optional().describe('false turns the link off'),
    expiresAt: timestamp.optional().describe('The link stops working at this time'),
    hasPassword: z.boolean().optional().describe('Readers are asked for a password'),
    lastUsedAt: timestamp.optional().describe('Rounded to the hour'),
    urls: urlsOf(['location'], ['published']),
  })
  .meta({ id: 'SiteShareLink' })
export type SiteShareLink = z.infer<typeof siteShareLink>

const base = '/orgs/:organizationId/sites/:siteId/share-links'
const shareLinkPath = sitePath.extend({ shareLinkId: id })

export const siteShareLinks = resource('siteShareLinks', {
  list: {
    id: 'listSiteShareLinks',
    method: 'GET',
    path: base,
    summary: 'List the share links of a site.',
    permission: 'site.admin',
    params: sitePath,
    query: paging.extend({ search: z.string().max(512).optional().describe('Part of the name') }),
    status: 200,
    response: listOf(siteShareLink),
  },
  create: {
    id: 'createSiteShareLink',
    method: 'POST',
    path: base,
    summary: 'Create a share link. Anyone with it can read the site.',
    permission: 'site.admin',
    params: sitePath,
    body: z.object({
      name,
      expiresAt: timestamp.optional().describe('The link stops working at this time; never by default'),
      password: sharePassword.optional().describe('Readers have to enter it'),
    }),
    status: 201,
    response: siteShareLink,
  },
  update: {
    id: 'updateSiteShareLink',
    method: 'PATCH',
    path: `${base}/:shareLinkId`,
    summary: 'Rename a share link, or turn it off or on.',
    permission: 'site.admin',
    params: shareLinkPath,
    body: z.object({
      name: name.optional(),
      active: z.boolean().optional(),
      expiresAt: timestamp.nullable().optional().describe('null: never'),
      password: sharePassword.nullable().optional().describe('null: no password'),
    }),
    status: 200,
    response: siteShareLink,
  },
  delete: {
    id: 'deleteSiteShareLink',
    method: 'DELETE',
    path: `${base}/:shareLinkId`,
    summary: 'Permanently revoke a share link.',
    permission: 'site.admin',
    params: shareLinkPath,
    status: 205,
  },
})
