import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { ChangeRequest } from '#contract/change-requests.ts'
import type { ContentChangeInput } from '#contract/content-changes.ts'
import type { Output } from '#contract/route.ts'
import { paths } from '../lib/paths.ts'
import { callApi, q } from './api.ts'

/** Where pages are read and edited: in a space, or in one of its change requests. */
export type ContentRef = {
  readonly spaceId: string
  /** Number of the change request, as in URLs. */
  readonly change?: string | undefined
}

/** Where pages are read: there, or in a revision. */
export type RevisionRef = ContentRef & { readonly revision?: string | undefined }

const changeRequestInput = (spaceId: string, changeRequestId: string) => ({
  params: { spaceId, changeRequestId },
})

/** A change request by its number or id. */
export const changeRequestQuery = (spaceId: string, change: string) =>
  q(api.changeRequests.get, changeRequestInput(spaceId, change))

/** The revision of the space to compare with: the one the request was created from or last updated from. */
export const baseOf = ({ revisionMergedAncestor, revisionInitial }: ChangeRequest): string =>
  revisionMergedAncestor ?? revisionInitial

/** The page tree and files, with their revision. */
export const contentQuery = ({ spaceId, change, revision }: RevisionRef) => {
  if (revision !== undefined) return q(api.revisions.get, { params: { spaceId, revisionId: revision } })
  return change === undefined
    ? q(api.spaceContent.get, { params: { spaceId } })
    : q(api.changeRequestContent.get, changeRequestInput(spaceId, change))
}

/** One page with its text. */
export const pageQuery = ({ spaceId, change, revision }: RevisionRef, pageId: string) => {
  const query = { format: 'markdown' } as const
  if (revision !== undefined)
    return q(api.revisions.page, { params: { spaceId, revisionId: revision, pageId }, query })
  return change === undefined
    ? q(api.spaceContent.page, { params: { spaceId, pageId }, query })
    : q(api.changeRequestContent.page, { params: { spaceId, changeRequestId: change, pageId }, query })
}

/** One page with its text, without a cache. */
export const fetchPage = ({ spaceId, change }: ContentRef, pageId: string) => {
  const query = { format: 'markdown' } as const
  return change === undefined
    ? callApi(api.spaceContent.page, { params: { spaceId, pageId }, query })
    : callApi(api.changeRequestContent.page, { params: { spaceId, changeRequestId: change, pageId }, query })
}

/** One page with its text as of a revision, without a cache. */
export const fetchPageAt = (spaceId: string, revisionId: string, pageId: string) =>
  callApi(api.revisions.page, { params: { spaceId, revisionId, pageId }, query: { format: 'markdown' } })

/** The current revision, without a cache. */
export async function fetchRevision({ spaceId, change }: ContentRef): Promise<string> {
  if (change === undefined) return (await callApi(api.spaces.get, { params: { spaceId } })).revision
  return (await callApi(api.changeRequests.get, changeRequestInput(spaceId, change))).revision
}

export type Edit = {
  readonly changes: readonly ContentChangeInput[]
  readonly base?: string | undefined
  /** Saves of one session are one revision. They fail while the browser is offline instead of waiting in the queue. */
  readonly editingSession?: string | undefined
  /** Whether later saves of the session are another revision. */
  readonly endsSession?: boolean | undefined
}
export type EditResult = Output<typeof api.spaceContent.edit>

/** The contract resource that an edit there writes to. */
export const contentResource = ({ change }: ContentRef): string =>
  change === undefined ? 'spaceContent' : 'changeRequestContent'

/** The body of an edit. */
export const editBody = ({ changes, base, editingSession, endsSession = false }: Edit) => ({
  changes: [...changes],
  ...(base === undefined ? {} : { base }),
  ...(editingSession === undefined ? {} : { editingSession, endsSession }),
})

/** Edits pages, live or in the change request. @throws {ApiError} */
export async function editContent({ spaceId, change }: ContentRef, edit: Edit): Promise<EditResult> {
  const body = editBody(edit)
  const options = { isBackground: edit.editingSession !== undefined }
  if (change === undefined) return callApi(api.spaceContent.edit, { params: { spaceId }, body }, options)
  const input = { ...changeRequestInput(spaceId, change), body: { ...body, compat: false } }
  const response = await callApi(api.changeRequestContent.edit, input, options)
  if (!('changes' in response)) throw new TypeError('The response of the service is incomplete')
  return {
    revision: response.changeRequest.revision,
    previous: response.previous,
    changes: response.changes,
    insertedFiles: response.insertedFiles,
  }
}

type EditOptions = Pick<UseMutationOptions<EditResult, Error, Edit>, 'onSuccess'> & {
  /** `in-form`: the form shows errors, so no toast does. */
  shown?: 'in-form'
}

/** Edits pages there as a mutation, like `useApi` does for a single operation. */
export function useEditContent(at: ContentRef, { shown, ...options }: EditOptions = {}) {
  const resource = contentResource(at)
  return useMutation<EditResult, Error, Edit>({
    ...options,
    mutationKey: [resource, 'edit'],
    scope: { id: resource },
    meta: { resource, ...(shown ? { shown } : {}) },
    mutationFn: (edit) => editContent(at, edit),
  })
}

/** Paths of pages there. */
export const contentPaths = ({ spaceId, change }: ContentRef) => ({
  root: change === undefined ? paths.space(spaceId) : paths.changePart(spaceId, change, 'pages'),
  page: (pageId: string) =>
    change === undefined ? paths.page(spaceId, pageId) : paths.changedPage(spaceId, change, pageId),
  edit: (pageId: string) =>
    change === undefined ? paths.editPage(spaceId, pageId) : paths.editChangedPage(spaceId, change, pageId),
})
