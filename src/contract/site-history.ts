import { z } from 'zod'
import { resource } from './route.ts'
import { listOf, paging } from './shared/paging.ts'
import { sitePath } from './shared/paths.ts'
import {
  addressChanges,
  structureDifference,
  structureMark,
  titledReference,
} from './shared/structure-difference.ts'
import { id, timestamp, urlsOf } from './shared/values.ts'
import { siteStructure } from './site-structure.ts'
import { user } from './users.ts'

/** Stored entries per site; older ones are deleted. */
export const MAX_HISTORY_ENTRIES = 200

export const siteHistoryEntry = z
  .object({
    object: z.literal('site-history-entry'),
    id,
    kind: z
      .enum(['start', 'edit', 'plan', 'restore', 'trash'])
      .describe(
        'start: as the history began; edit: changes made live, those of one person within five minutes in one entry, until something is taken out; plan: a plan that was published; restore: an earlier structure brought back; trash: spaces left because they went to the trash',
      ),
    at: timestamp.describe('When the structure became what the entry holds'),
    by: user.optional().describe('Absent for what the service did by itself'),
    changes: z.array(structureDifference).describe('What it changed, the first 50'),
    changeCount: z.number().int().min(0),
    restored: z
      .object({ id, at: timestamp })
      .optional()
      .describe('The entry that was brought back, with kind restore'),
    current: z.boolean().describe('The site is as this entry has it'),
    urls: urlsOf(['location']),
  })
  .meta({ id: 'SiteHistoryEntry' })
export type SiteHistoryEntry = z.infer<typeof siteHistoryEntry>

/** An item of an earlier structure that cannot be restored, and why. */
export const missingItem = titledReference
  .extend({
    type: z.enum(['site-space', 'site-section', 'site-section-group']),
    reason: z
      .enum(['deleted', 'forbidden', 'empty', 'taken', 'place'])
      .describe(
        'deleted: its space is in the trash or gone; forbidden: it left the site, and the caller may not show its space; empty: none of its spaces comes back; taken: its path, or its space, stands there by something else now; place: what it stood in is gone',
      ),
  })
  .meta({ id: 'SiteMissingItem' })
export type MissingItem = z.infer<typeof missingItem>

export const siteHistoryView = siteHistoryEntry
  .extend({
    structure: siteStructure.describe('As it will be when it is brought back, without what cannot come'),
    missing: z.array(missingItem),
    restoring: z.array(structureDifference).describe('What bringing it back changes'),
    marks: z.array(structureMark).describe('What differs from the live structure, by item'),
    addresses: addressChanges,
    live: z.object({ fingerprint: z.string() }).describe('The live structure that it was compared with'),
    restorable: z.boolean().describe('It would change something, and leaves the site with a space'),
  })
  .meta({ id: 'SiteHistoryView' })
export type SiteHistoryView = z.infer<typeof siteHistoryView>

export const restoredItems = z
  .object({
    entry: siteHistoryEntry.describe('The newest of the history, which holds them again'),
    missing: z.array(missingItem).describe('What did not come back'),
  })
  .meta({ id: 'SiteRestoredItems' })

export const historyEntryPath = sitePath.extend({ historyEntryId: id })
const base = '/orgs/:organizationId/sites/:siteId/structure/history'
const one = `${base}/:historyEntryId` as const

export const siteHistory = resource('siteHistory', {
  list: {
    id: 'listSiteHistory',
    method: 'GET',
    path: base,
    summary: 'List what became of the structure of a site, newest first.',
    permission: 'site.edit',
    params: sitePath,
    query: paging,
    status: 200,
    response: listOf(siteHistoryEntry),
  },
  get: {
    id: 'getSiteHistoryEntry',
    method: 'GET',
    path: one,
    summary: 'Get an earlier structure of a site, and what bringing it back would change.',
    permission: 'site.edit',
    params: historyEntryPath,
    status: 200,
    response: siteHistoryView,
  },
  restore: {
    id: 'restoreSiteHistoryEntry',
    method: 'POST',
    path: `${one}/restore`,
    summary: 'Bring an earlier structure back; answers the new entry, which can be gone back from in turn.',
    description:
      'What was taken out comes back with the ids it had, as far as its spaces are there and the caller may show them. A plan stays, and is compared with the new structure. 409 when nothing would change or nothing can come back; 412 when the live structure is not the one of `live`.',
    permission: 'site.edit',
    params: historyEntryPath,
    body: z.object({
      redirect: z
        .boolean()
        .optional()
        .describe('Old addresses lead to the new ones (308); true unless given'),
      live: z.string().max(64).optional().describe('`live.fingerprint` of the entry the caller saw'),
    }),
    bodyOptional: true,
    status: 200,
    response: siteHistoryEntry,
  },
  restoreItems: {
    id: 'restoreSiteItems',
    method: 'POST',
    path: `${base}/restore-items`,
    summary: 'Restore removed sections, groups and site spaces; everything else remains as it is.',
    description:
      'They are restored from the latest structure in the history that contains all of them, with their ids, settings, conditions and positions, so that redirects and links to them work again. A default is restored unless another was chosen since, and a group gets its sections back if they are still at the top level. `missing` lists what cannot be restored. 404 if no structure in the history contains all of them; 409 if they are on the site already, or none can be restored.',
    permission: 'site.edit',
    params: sitePath,
    body: z.object({ items: z.array(id).min(1).max(1000).describe('Ids of the removed items') }),
    status: 200,
    response: restoredItems,
  },
})
