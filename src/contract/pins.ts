import { z } from 'zod'
import { resource } from './route.ts'
import { organizationPath } from './shared/paths.ts'
import { emoji, id, timestamp } from './shared/values.ts'

export const MAX_PINS = 50

export const pinKind = z.enum(['space', 'site'])

/** A space or site that a person keeps at hand in the sidebar. Pins are visible only to the person who set them. */
export const pin = z
  .object({
    object: z.literal('pin'),
    kind: pinKind,
    id: id.describe('The space or site'),
    title: z.string(),
    emoji: emoji.optional().describe('Of a space'),
    changeRequestsOpen: z.number().int().describe('Open change requests of a space; 0 for a site'),
    pinnedAt: timestamp,
  })
  .meta({ id: 'Pin' })
export type Pin = z.infer<typeof pin>

const base = '/orgs/:organizationId/pins'
const pinList = z.object({ items: z.array(pin).describe(`In the order of pinning; ${MAX_PINS} at most`) })

export const pins = resource('pins', {
  list: {
    id: 'listPins',
    method: 'GET',
    path: base,
    summary: 'List the spaces and sites that the caller has pinned and can still see.',
    permission: 'organization.member',
    params: organizationPath,
    status: 200,
    response: pinList,
  },
  add: {
    id: 'addPin',
    method: 'POST',
    path: base,
    summary: 'Pin a space or site for the caller; pinning it again changes nothing.',
    description: `Returns 404 if the caller can’t see it, and 409 beyond ${MAX_PINS} pins.`,
    permission: 'organization.member',
    params: organizationPath,
    body: z.object({ kind: pinKind, id }),
    status: 200,
    response: pinList,
  },
  remove: {
    id: 'removePin',
    method: 'DELETE',
    path: `${base}/:pinnedId`,
    summary: 'Unpin a space or site for the caller. Succeeds even if it isn’t pinned.',
    permission: 'organization.member',
    params: organizationPath.extend({ pinnedId: id }),
    status: 205,
  },
})
