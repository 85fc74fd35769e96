import { z } from 'zod'
import { resource } from './route.ts'
import { organizationPath } from './shared/paths.ts'
import { id, version } from './shared/values.ts'

/** A notification that an object changed. It carries no data; clients fetch the object again. */
export const changeEvent = z
  .object({
    type: z
      .string()
      .describe(
        'Kind of object and what happened to it, such as `space.updated`; `hello` when the stream begins, `reset` when the client should fetch everything again, `access.updated` when the caller’s permissions may have changed',
      ),
    id: id.describe('The object'),
    version: version.optional(),
    parent: id.optional().describe('The space, site or collection it is in'),
  })
  .meta({ id: 'ChangeEvent' })
export type ChangeEvent = z.infer<typeof changeEvent>

export const events = resource('events', {
  stream: {
    id: 'streamOrganizationEvents',
    method: 'GET',
    path: '/orgs/:organizationId/events',
    summary: 'Stream changes of everything the caller can see, as server-sent events.',
    permission: 'organization.member',
    params: organizationPath,
    query: z.object({
      elapsed: z.coerce
        .number()
        .int()
        .min(0)
        .max(60_000)
        .default(0)
        .describe(
          'Milliseconds since the client read its data. Changes since then follow `hello`, or a `reset` if the service no longer has all of them. Without it, the stream starts with later changes',
        ),
    }),
    status: 200,
    response: changeEvent,
    stream: true,
  },
})
