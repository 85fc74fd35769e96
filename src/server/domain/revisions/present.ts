import type { ChangeRequest } from '#contract/change-requests.ts'
import type { Revision as RevisionResponse } from '#contract/revision.ts'
import type { Content } from '../../content/read.ts'
import type { Revision } from '../../content/revision-rows.ts'
import type { Context } from '../../context.ts'
import { withJson } from '../../response-json.ts'
import { presentChangeRequests } from '../change-requests/present.ts'
import { changeRequestsByMergeRevision } from '../change-requests/queries.ts'
import { presentTree } from '../revision-content/page-tree.ts'
import { presentFile, presentRevision } from '../revision-content/present.ts'
import { presentReusables } from '../revision-content/reusable-contents.ts'
import { publishedUrls } from '../spaces/present.ts'
import { publishedRevision } from '../spaces/published-queries.ts'
import { authorsByIds, formerUser } from '../users/people-queries.ts'
import { presentUser } from '../users/present.ts'

/** A revision as lists return it. */
export type RevisionHead = Omit<RevisionResponse, 'pages' | 'files' | 'reusableContents'>

/** Revisions of one space with their author and merged change request, without pages and files. */
export async function presentRevisions(
  ctx: Reader,
  spaceId: string,
  revisions: readonly Revision[],
): Promise<readonly RevisionHead[]> {
  const { db, urls, access } = ctx
  const people = await authorsByIds(
    db,
    access.organizationId,
    revisions.flatMap(({ createdBy, coAuthors }) => [createdBy, ...coAuthors]),
  )
  const merged = await mergedInto(ctx, revisions)
  return revisions.map((revision) => {
    const { id, createdBy, coAuthors, changeRequestId } = revision
    const mergedFrom = merged.get(id)
    const authorOf = (userId: string) => presentUser(people.get(userId) ?? formerUser(userId), urls)
    return {
      ...presentRevision(revision, urls, spaceId),
      ...(createdBy === null ? {} : { createdBy: authorOf(createdBy) }),
      ...(coAuthors.length === 0 ? {} : { coAuthors: coAuthors.map(authorOf) }),
      ...(changeRequestId === null ? {} : { changeRequest: changeRequestId }),
      ...(mergedFrom === undefined ? {} : { mergedFrom }),
    }
  })
}

type Reader = Pick<Context, 'db' | 'urls' | 'access'>

/** The merged change requests, by the revision of their merge. */
export async function mergedInto(
  ctx: Reader,
  revisions: readonly Revision[],
): Promise<ReadonlyMap<string, ChangeRequest>> {
  const ids = revisions.flatMap(({ id, type }) => (type === 'merge' ? [id] : []))
  const rows = await changeRequestsByMergeRevision(ctx.db, ctx.access.organizationId, ids)
  const requests = await presentChangeRequests(ctx, rows)
  return new Map(requests.map((request) => [request.revisionMerged ?? '', request]))
}

/** Where readers find the active revision of a space; nothing for other revisions. */
export async function readerUrls({ db, urls }: Reader, { at, revision }: Content) {
  const place = await publishedRevision(db, at.organizationId, at.spaceId, revision.id)
  return place === undefined ? {} : publishedUrls(place, urls)
}

/** A revision with its pages, files and reusable content; the JSON of the pages is cached. */
export async function revisionWithContent(ctx: Context, content: Content): Promise<RevisionResponse> {
  const { spaceId } = content.at
  const { pages, json } = presentTree(content.tree, ctx.urls, spaceId)
  // Visitors of a site do not learn who wrote it.
  const [head] =
    ctx.caller.reader === undefined
      ? await presentRevisions(ctx, spaceId, [content.revision])
      : [presentRevision(content.revision, ctx.urls, spaceId)]
  if (head === undefined) throw new Error('The revision was not presented')
  const files = (await content.files()).map((file) => presentFile(file, ctx.urls, spaceId))
  const rest = {
    ...head,
    urls: { ...head.urls, ...(await readerUrls(ctx, content)) },
    files,
    variables: { ...(await content.variables()) },
    tags: [...(await content.tags())],
    reusableContents: await presentReusables(content),
  }
  return withJson({ ...rest, pages }, `${JSON.stringify(rest).slice(0, -1)},"pages":${json}}`)
}
