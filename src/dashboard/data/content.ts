import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { ContentChangeInput } from '#contract/content-changes.ts'
import type { Output } from '#contract/route.ts'
import { paths } from '../lib/paths.ts'
import { callApi, q } from './api.ts'

/** Where pages are read and written: in a space, or in one of its change requests. */
export type ContentRef = {
  readonly spaceId: string
  /** Number of the change request, as addresses have it. */
  readonly change?: string | undefined
}

/** Where pages are read alone: there too, or in a revision. */
export type RevisionRef = ContentRef & { readonly revision?: string | undefined }

const changeRequestInput = (spaceId: string, changeRequestId: string) => ({
  params: { spaceId, changeRequestId },
})

/** The tree of pages, the files, and the revision they are of. */
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

/** One page with its text, past every cache. */
export const fetchPage = ({ spaceId, change }: ContentRef, pageId: string) => {
  const query = { format: 'markdown' } as const
  return change === undefined
    ? callApi(api.spaceContent.page, { params: { spaceId, pageId }, query })
    : callApi(api.changeRequestContent.page, { params: { spaceId, changeRequestId: change, pageId }, query })
}

/** The active revision, past every cache. */
export async function fetchRevision({ spaceId, change }: ContentRef): Promise<string> {
  if (change === undefined) return (await callApi(api.spaces.get, { params: { spaceId } })).revision
  return (await callApi(api.changeRequests.get, changeRequestInput(spaceId, change))).revision
}

export type Edit = { readonly changes: readonly ContentChangeInput[]; readonly base?: string | undefined }
export type EditResult = Output<typeof api.spaceContent.edit>

/** Resource of the contract that an edit there is a write to. */
export const contentResource = ({ change }: ContentRef): string =>
  change === undefined ? 'spaceContent' : 'changeRequestContent'

/** Edits the pages: live, or within the change request. @throws {ApiError} when the service refuses it */
export async function editContent(
  { spaceId, change }: ContentRef,
  { changes, base }: Edit,
): Promise<EditResult> {
  const body = { changes: [...changes], ...(base === undefined ? {} : { base }) }
  if (change === undefined) return callApi(api.spaceContent.edit, { params: { spaceId }, body })
  const done = await callApi(api.changeRequestContent.edit, {
    ...changeRequestInput(spaceId, change),
    body: { ...body, compat: false },
  })
  if (!('changes' in done)) throw new TypeError('The service did not say what the edit did')
  return {
    revision: done.changeRequest.revision,
    changes: done.changes,
    insertedFiles: done.insertedFiles,
  }
}

type EditOptions = Pick<UseMutationOptions<EditResult, Error, Edit>, 'onSuccess'> & {
  /** `in-form`: the form says what went wrong, so no toast does. */
  shown?: 'in-form'
}

/** One edit of the pages there as a write, as `useApi` is for operations of the contract. */
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

/** Addresses of pages there. */
export const contentPaths = ({ spaceId, change }: ContentRef) => ({
  root: change === undefined ? paths.space(spaceId) : paths.changePart(spaceId, change, 'pages'),
  page: (pageId: string) =>
    change === undefined ? paths.page(spaceId, pageId) : paths.changedPage(spaceId, change, pageId),
  edit: (pageId: string) =>
    change === undefined ? paths.editPage(spaceId, pageId) : paths.editChangedPage(spaceId, change, pageId),
})
