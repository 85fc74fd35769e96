import type { NotificationState } from '#contract/notifications.ts'

/** The state that a stored notification has at a moment. */
export function stateOf(
  { doneAt, listedAt }: { readonly doneAt: Date | null; readonly listedAt: Date },
  now: Date,
): NotificationState {
  if (doneAt !== null) return 'done'
  return listedAt > now ? 'snoozed' : 'open'
}

type Place = {
  readonly kind: string
  readonly objectId: string
  readonly spaceId: string | null
  readonly pageId: string | null
  readonly number: number | null
  readonly commentId: string | null
}

/** The path of the dashboard at which a notification's event is shown. */
export function pathOf(organizationId: string, place: Place): string {
  const { kind, objectId, spaceId } = place
  if (spaceId !== null) return kind === 'import' ? `s/${spaceId}/import` : pathInSpace({ ...place, spaceId })
  if (kind === 'collection') return `o/${organizationId}/collections/${objectId}`
  if (kind === 'site') return `o/${organizationId}/sites/${objectId}`
  if (kind === 'import') return `o/${organizationId}/import`
  return kind === 'openapi-spec' ? `o/${organizationId}/settings/openapi` : `o/${organizationId}`
}

function pathInSpace({ spaceId, pageId, number, commentId }: Place & { readonly spaceId: string }): string {
  const comment = commentId === null ? '' : `comment=${commentId}`
  if (number !== null)
    return comment === ''
      ? `s/${spaceId}/changes/${number}`
      : `s/${spaceId}/changes/${number}/comments?${comment}`
  if (pageId !== null) return `s/${spaceId}/p/${pageId}${comment === '' ? '' : `?comments=open&${comment}`}`
  return comment === '' ? `s/${spaceId}` : `s/${spaceId}/comments?${comment}`
}
