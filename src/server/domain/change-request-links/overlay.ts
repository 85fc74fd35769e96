import { type Content, contentOf } from '../../content/read.ts'
import type { Context } from '../../context.ts'
import type { RequestContent } from '../change-request-content/request-content.ts'
import { presentChangeRequest } from '../change-requests/present.ts'
import type { Overlay } from '../space-links/link-queries.ts'
import type { Version } from '../space-links/locations.ts'
import { overlayOf } from '../space-links/overlay.ts'

/** The space as it would be after merging a change request: its head, overlaid with what the request changed. */
export async function mergedVersionOf(
  ctx: Context,
  { request, content }: RequestContent,
): Promise<Version & { readonly overlay: Overlay }> {
  const { at } = content
  const head = await contentOf(ctx.db, at)
  const base = await contentOf(ctx.db, at, request.revisionAncestor ?? request.revisionInitial)
  const overlay = await overlayOf(ctx.db, { head, base, content })
  const context = { type: 'changeRequest' as const, changeRequest: await presentChangeRequest(ctx, request) }
  return { content: over(head, content), context, overlay }
}

/** Reads from the request first and then from the head, for pages added there since. */
const over = (head: Content, content: Content): Content => ({
  ...content,
  tree: { ...content.tree, page: (id) => content.tree.page(id) ?? head.tree.page(id) },
  files: async () => [...(await head.files()), ...(await content.files())],
})
