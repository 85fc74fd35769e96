import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import type { DeliveryRow } from './delivery-queries.ts'

/** What an event is about, as far as a message names it; null where it no longer exists. */
export type EventSubject = {
  readonly organization: string
  readonly actor: string | null
  readonly number: number | null
  readonly subject: string | null
  readonly pageId: string | null
  readonly pageTitle: string | null
  readonly commentId: string | null
  readonly spaceId: string | null
  readonly spaceTitle: string | null
  readonly siteId: string | null
  readonly siteTitle: string | null
}

/** Reads what the message about an event names. Without the text of comments. */
export async function eventSubject(
  db: Db,
  {
    organizationId,
    objectId,
    parentId,
    actorId,
  }: Pick<DeliveryRow, 'organizationId' | 'objectId' | 'parentId' | 'actorId'>,
): Promise<EventSubject | undefined> {
  const { rows } = await sql<EventSubject>`
    select organization.title as organization, actor.display_name as actor, request.number, request.subject,
      comment.page_id as "pageId", page.title as "pageTitle", comment.id as "commentId", space.id as "spaceId",
      space.title as "spaceTitle", site.id as "siteId", site.title as "siteTitle"
    from organization
    left join user_account actor on actor.id = ${actorId}
    left join comment_reply reply on reply.organization_id = organization.id and reply.id = ${objectId}
    left join comment on comment.organization_id = organization.id
      and comment.id = coalesce(reply.comment_id, ${objectId})
    left join change_request request on request.organization_id = organization.id
      and request.id in (${objectId}, ${parentId}, comment.change_request_id)
    left join space on space.organization_id = organization.id and space.deleted_at is null
      and space.id = coalesce(request.space_id, comment.space_id,
        (select id from space inner_space where inner_space.organization_id = organization.id
          and inner_space.id in (${objectId}, ${parentId}) limit 1))
    left join page on page.organization_id = organization.id and page.space_id = space.id
      and page.page_id = comment.page_id
    left join site on site.organization_id = organization.id and site.id = ${objectId}
    where organization.id = ${organizationId} limit 1`.execute(db)
  return rows[0]
}
