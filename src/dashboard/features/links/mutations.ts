import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '#contract/api.ts'
import type { LinksByPage, PageLink } from '#contract/content-links.ts'
import type { Space } from '#contract/spaces.ts'
import { rewriteLinks } from '#markup/links.ts'
import { removeLinks } from '#markup/remove-links.ts'
import { callApi } from '../../data/api.ts'
import { type ContentRef, editContent, fetchPage, fetchRevision } from '../../data/content.ts'
import { invalidateResource } from '../../data/freshness.ts'
import { errorMessage } from '../../data/query-client.ts'
import { offerUndo } from '../../data/undo.ts'
import { pluralize } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { toast } from '../../lib/toast.ts'

type FixRequest = { readonly locations: readonly LinkLocation[]; readonly fix: LinkFix }
type PageText = { readonly page: string; readonly markdown: string }
type FixResult = { readonly at: ContentRef; readonly revision: string; readonly before: readonly PageText[] }

/** Limit of operations per edit. */
const MAX_PAGES_PER_EDIT = 50

/** Fixes links in the space, or in a new change request if the space can't be edited directly. */
export function useFixLinks(space: Space, at: ContentRef, canEditLive: boolean) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const refetch = () =>
    Promise.all([
      invalidateResource(client, 'spaceContent'),
      invalidateResource(client, 'changeRequestContent'),
    ])

  const undo = async ({ at: target, revision, before }: FixResult) => {
    try {
      await editContent(target, { base: revision, changes: before.map(asUpdate) })
      toast.done('Restored the links')
    } catch (error) {
      toast.refused('Couldn’t restore the links', { reason: errorMessage(error) })
    }
    void refetch()
  }

  const run = useMutation<FixResult | null, Error, FixRequest>({
    scope: { id: 'fixLinks' },
    meta: { refused: 'Couldn’t fix the link' },
    mutationFn: async ({ locations, fix }) => {
      const target = at.change !== undefined || canEditLive ? at : await createChangeRequest(space)
      const base = await fetchRevision(target)
      const byPage = Map.groupBy(locations, ({ pageId }) => pageId)
      const texts = await Promise.all(
        [...byPage].slice(0, MAX_PAGES_PER_EDIT).map(async ([pageId, matches]) => {
          const page = await fetchPage(target, pageId)
          const markdown = page.type === 'document' ? (page.markdown ?? '') : ''
          const links = matches.map(({ link }) => link)
          return { page: pageId, before: markdown, markdown: fixLinks(markdown, links, fix) }
        }),
      )
      const changed = texts.filter(({ before, markdown }) => before !== markdown)
      if (changed.length === 0) return null
      const { revision } = await editContent(target, { base, changes: changed.map(asUpdate) })
      return { at: target, revision, before: changed.map(({ page, before }) => ({ page, markdown: before })) }
    },
    onSuccess: (done, { locations, fix }) => {
      void refetch()
      if (done === null) {
        toast.refused('Couldn’t fix the link', {
          reason: 'The page has changed in the meantime. Check its links again.',
        })
        return
      }
      const message = `${fix === 'unlink' ? 'Removed' : 'Fixed'} ${pluralize(locations.length, 'link')}`
      const { change } = done.at
      if (change === undefined || at.change !== undefined) {
        offerUndo(message, () => void undo(done))
        return
      }
      toast.done(`${message} in change request #${change}`, {
        action: { label: 'Open', run: () => void navigate({ to: paths.change(space.id, change) }) },
      })
    },
  })
  return { isBusy: run.isPending, applyFix: (request: FixRequest) => run.mutate(request) }
}

const asUpdate = ({ page, markdown }: PageText) => ({
  operation: 'update_page' as const,
  page,
  document: { markdown },
})

async function createChangeRequest({ id: spaceId }: Space): Promise<ContentRef> {
  const created = await callApi(api.changeRequests.create, {
    params: { spaceId },
    body: { subject: 'Fix broken links' },
  })
  return { spaceId, change: String(created.number) }
}

/** A link on a page, from the link report. */
export type LinkLocation = { readonly pageId: string; readonly pageTitle: string; readonly link: PageLink }

/** How to fix a link: change its target, or remove the link and keep its text. */
export type LinkFix = { readonly href: string } | 'unlink'

/** All reported links with the same URL and usage to which the fix can be applied. */
export const matchingLinks = (
  items: LinksByPage['items'],
  { url, usage }: PageLink,
  fix: LinkFix,
): LinkLocation[] =>
  items.flatMap(({ page, links }) =>
    links
      .filter((one) => one.url === url && one.usage === usage && one.index !== undefined)
      .filter((one) => fix !== 'unlink' || one.removable)
      .map((link) => ({ pageId: page.id, pageTitle: page.title, link })),
  )

/** Applies a fix to some links of a page. A link whose position has changed since the report is skipped. */
export function fixLinks(markdown: string, links: readonly PageLink[], fix: LinkFix): string {
  const targets = new Map(links.map(({ index, url }) => [index ?? -1, url]))
  const isTarget = (index: number, url: string) => targets.get(index) === url
  if (fix === 'unlink') return removeLinks(markdown, ({ url }, index) => isTarget(index, url))
  let index = -1
  return rewriteLinks(markdown, ({ url }) => (isTarget(++index, url) ? fix.href : null))
}
