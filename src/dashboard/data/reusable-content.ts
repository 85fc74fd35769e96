import { infiniteQueryOptions, keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '#contract/api.ts'
import type { ReusableContent } from '#contract/files.ts'
import { MAX_REUSABLE_CONTENT_IDS } from '#contract/shared/limits.ts'
import type { List } from '#contract/shared/paging.ts'
import { idsMentionedIn } from '#markup/includes.ts'
import { paths } from '../lib/paths.ts'
import { callApi, keyOf, q } from './api.ts'
import type { ContentRef, RevisionRef } from './content.ts'

/** The path of the reusable content of a space or change request, or of one item. */
export function reusableContentPath({ spaceId, change }: ContentRef, id?: string): string {
  const list =
    change === undefined
      ? paths.reusableContent(spaceId)
      : paths.changePart(spaceId, change, 'reusable-content')
  return id === undefined ? list : `${list}/${id}`
}

type ListQuery = {
  readonly search?: string
  readonly sort?: 'title' | 'updatedAt'
  readonly direction?: 'asc' | 'desc'
}

const PAGE_SIZE = 100

type ReusableContents = List<ReusableContent>

/** The reusable content there, filtered and in order. */
export function reusableContentsQuery({ spaceId, change }: ContentRef, selection: ListQuery) {
  const { reusableContents } = change === undefined ? api.spaceContent : api.changeRequestContent
  const input = {
    params: { spaceId, ...(change === undefined ? {} : { changeRequestId: change }) },
    query: { limit: PAGE_SIZE, ...selection },
  }
  return infiniteQueryOptions({
    queryKey: [...keyOf(reusableContents, input), 'pages'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }): Promise<ReusableContents> => {
      const query = { ...input.query, ...(pageParam === undefined ? {} : { page: pageParam }) }
      return change === undefined
        ? callApi(api.spaceContent.reusableContents, { params: { spaceId }, query }, { signal })
        : callApi(
            api.changeRequestContent.reusableContents,
            { params: { spaceId, changeRequestId: change }, query },
            { signal },
          )
    },
    getNextPageParam: (last: ReusableContents) => last.next?.page,
  })
}

/** One reusable content with its text. */
export const reusableContentQuery = (
  { spaceId, change, revision }: RevisionRef,
  reusableContentId: string,
) => {
  if (revision !== undefined)
    return q(api.revisions.reusableContent, {
      params: { spaceId, revisionId: revision, reusableContentId },
    })
  return change === undefined
    ? q(api.spaceContent.reusableContent, { params: { spaceId, reusableContentId } })
    : q(api.changeRequestContent.reusableContent, {
        params: { spaceId, changeRequestId: change, reusableContentId },
      })
}

/** One reusable content with its text, without a cache. */
export const fetchReusableContent = ({ spaceId, change }: ContentRef, reusableContentId: string) =>
  change === undefined
    ? callApi(api.spaceContent.reusableContent, { params: { spaceId, reusableContentId } })
    : callApi(api.changeRequestContent.reusableContent, {
        params: { spaceId, changeRequestId: change, reusableContentId },
      })

/** Reusable content as of a revision, without a cache. */
export const fetchReusableContentAt = (spaceId: string, revisionId: string, reusableContentId: string) =>
  callApi(api.revisions.reusableContent, { params: { spaceId, revisionId, reusableContentId } })

/** Reusable content and pages that show a reusable content. */
export const reusableBacklinksQuery = ({ spaceId, change }: ContentRef, reusableContentId: string) => {
  const query = { limit: PAGE_SIZE }
  return change === undefined
    ? q(api.spaceContent.reusableContentBacklinks, { params: { spaceId, reusableContentId }, query })
    : q(api.changeRequestContent.reusableContentBacklinks, {
        params: { spaceId, changeRequestId: change, reusableContentId },
        query,
      })
}

/** Reusable content by its id; null if there is none, and absent while that is unknown. */
export type IncludedContent = Readonly<Record<string, ReusableContent | null>>

/** Nothing is included, or not known yet. */
export const nothingIncluded: IncludedContent = {}

/** How deeply reusable content is read that other reusable content includes. */
const MAX_DEPTH = 8

/** The reusable content with these ids. */
const contentsByIdQuery = ({ spaceId, change, revision }: RevisionRef, ids: readonly string[]) => {
  const query = { ids: ids.slice(0, MAX_REUSABLE_CONTENT_IDS), limit: MAX_REUSABLE_CONTENT_IDS }
  if (revision !== undefined)
    return q(api.revisions.reusableContents, { params: { spaceId, revisionId: revision }, query })
  return change === undefined
    ? q(api.spaceContent.reusableContents, { params: { spaceId }, query })
    : q(api.changeRequestContent.reusableContents, {
        params: { spaceId, changeRequestId: change },
        query,
      })
}

/** The reusable content with these ids, and what it includes. */
const includedQuery = (at: RevisionRef, ids: readonly string[]) =>
  queryOptions({
    queryKey: [...contentsByIdQuery(at, ids).queryKey, 'included'],
    queryFn: async ({ client }) => {
      const contents: Record<string, ReusableContent | null> = {}
      let missing = ids
      for (let depth = 0; missing.length > 0 && depth < MAX_DEPTH; depth++) {
        const { items } = await client.fetchQuery(contentsByIdQuery(at, missing))
        for (const id of missing) contents[id] = items.find((item) => item.id === id) ?? null
        const mentioned = items.flatMap(({ markdown = '' }) => idsMentionedIn(markdown))
        missing = [...new Set(mentioned)].filter((id) => !(id in contents))
      }
      return contents
    },
  })

/** The reusable content that a text shows, directly or through other reusable content, as far as it is known. */
export function useIncluded(at: RevisionRef | undefined, markdown: string): IncludedContent {
  const ids = useMemo(() => idsMentionedIn(markdown).sort(), [markdown])
  const { data } = useQuery({
    ...includedQuery(at ?? { spaceId: '' }, ids),
    enabled: at !== undefined && ids.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
    throwOnError: false,
  })
  return ids.length === 0 || data === undefined ? nothingIncluded : data
}
