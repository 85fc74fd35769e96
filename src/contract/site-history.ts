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
        'start: the structure when the history began; edit: live changes, with those by one user within five minutes in one entry until something is removed; plan: a published plan; restore: a restored earlier structure; trash: spaces removed because they were moved to the trash',
      ),
    at: timestamp.describe('When the site got this structure'),
    by: user.optional().describe('Absent for automatic changes'),
    changes: z.array(structureDifference).describe('The first 50 changes'),
    changeCount: z.number().int().min(0),
    restored: z.object({ id, at: timestamp }).optional().describe('The restored entry, for kind restore'),
    current: z.boolean().describe('Whether the site still has this structure'),
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
        'deleted: its space is in the trash or deleted permanently; forbidden: it was removed from the site, and the caller may not add its space; empty: none of its spaces can be restored; taken: another item now uses its path or its space; place: its parent is gone',
      ),
  })
  .meta({ id: 'SiteMissingItem' })
export type MissingItem = z.infer<typeof missingItem>

export const siteHistoryView = siteHistoryEntry
  .extend({
    structure: siteStructure.describe(
      'The structure after restoring, without the items that cannot be restored',
    ),
    missing: z.array(missingItem),
    changes: z.array(structureDifference).describe('Changes that restoring it would make'),
    marks: z.array(structureMark).describe('Differences from the live structure, by item'),
    addresses: addressChanges,
    live: z.object({ fingerprint: z.string() }).describe('The live structure that it is compared with'),
    restorable: z
      .boolean()
      .describe('Whether restoring changes anything and leaves at least one space on the site'),
  })
  .meta({ id: 'SiteHistoryView' })
export type SiteHistoryView = z.infer<typeof siteHistoryView>

export const restoredItems = z
  .object({
    entry: siteHistoryEntry.describe('The latest history entry, which contains them again'),
    missing: z.array(missingItem).describe('Items that were not restored'),
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
    summary: 'List the structure history of a site, newest first.',
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
    summary: 'Get an earlier structure of a site and the changes that restoring it would make.',
    permission: 'site.edit',
    params: historyEntryPath,
    status: 200,
    response: siteHistoryView,
  },
  restore: {
    id: 'restoreSiteHistoryEntry',
    method: 'POST',
    path: `${one}/restore`,
    summary:
      'Restore an earlier structure; returns the new history entry, which can be undone by restoring the one before.',
    description:
      'Removed items are restored with their ids if their spaces still exist and the caller may add them. A plan is not affected, and is compared with the new structure from then on. 409 if nothing would change or nothing can be restored; 412 if the live structure is not the one in `live`.',
    permission: 'site.edit',
    params: historyEntryPath,
    body: z.object({
      redirect: z
        .boolean()
        .optional()
        .describe('Whether old URLs redirect to the new ones (308); true by default'),
      live: z.string().max(64).optional().describe('`live.fingerprint` of the entry that the caller read'),
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
