import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { ContentChangeInput } from '#contract/content-changes.ts'
import type { Output } from '#contract/route.ts'
import { ask, q } from './api.ts'
import { places } from './places.ts'

/** Where pages are read and written: in a space, or in one of its change requests. */
export type ContentAt = {
  readonly spaceId: string
  /** Number of the change request, as addresses have it. */
  readonly change?: string | undefined
}

/** Where pages are read alone: there too, or in a revision. */
export type ContentSeen = ContentAt & { readonly revision?: string | undefined }

const inRequest = (spaceId: string, changeRequestId: string) => ({ params: { spaceId, changeRequestId } })

/** The tree of pages, the files, and the revision they are of. */
export const contentAt = ({ spaceId, change, revision }: ContentSeen) => {
  if (revision !== undefined) return q(api.revisions.get, { params: { spaceId, revisionId: revision } })
  return change === undefined
    ? q(api.spaceContent.get, { params: { spaceId } })
    : q(api.changeRequestContent.get, inRequest(spaceId, change))
}

/** One page with its text. */
export const pageAt = ({ spaceId, change, revision }: ContentSeen, pageId: string) => {
  const query = { format: 'markdown' } as const
  if (revision !== undefined)
    return q(api.revisions.page, { params: { spaceId, revisionId: revision, pageId }, query })
  return change === undefined
    ? q(api.spaceContent.page, { params: { spaceId, pageId }, query })
    : q(api.changeRequestContent.page, { params: { spaceId, changeRequestId: change, pageId }, query })
}

/** One page with its text, past every cache. */
export const readPageAt = ({ spaceId, change }: ContentAt, pageId: string) => {
  const query = { format: 'markdown' } as const
  return change === undefined
    ? ask(api.spaceContent.page, { params: { spaceId, pageId }, query })
    : ask(api.changeRequestContent.page, { params: { spaceId, changeRequestId: change, pageId }, query })
}

/** The active revision, past every cache. */
export async function revisionAt({ spaceId, change }: ContentAt): Promise<string> {
  if (change === undefined) return (await ask(api.spaces.get, { params: { spaceId } })).revision
  return (await ask(api.changeRequests.get, inRequest(spaceId, change))).revision
}

export type Edit = { readonly changes: readonly ContentChangeInput[]; readonly base?: string | undefined }
export type Edited = Output<typeof api.spaceContent.edit>

/** Resource of the contract that an edit there is a write to. */
export const resourceAt = ({ change }: ContentAt): string =>
  change === undefined ? 'spaceContent' : 'changeRequestContent'

/** Edits the pages: live, or within the change request. @throws {ApiError} when the service refuses it */
export async function editAt({ spaceId, change }: ContentAt, { changes, base }: Edit): Promise<Edited> {
  const body = { changes: [...changes], ...(base === undefined ? {} : { base }) }
  if (change === undefined) return ask(api.spaceContent.edit, { params: { spaceId }, body })
  const done = await ask(api.changeRequestContent.edit, {
    ...inRequest(spaceId, change),
    body: { ...body, compat: false },
  })
  if (!('changes' in done)) throw new TypeError('The service did not say what the edit did')
  return {
    revision: done.changeRequest.revision,
    changes: done.changes,
    insertedFiles: done.insertedFiles,
  }
}

type EditOptions = Pick<UseMutationOptions<Edited, Error, Edit>, 'onSuccess'> & {
  /** `in-form`: the form says what went wrong, so no toast does. */
  shown?: 'in-form'
}

/** One edit of the pages there as a write, as `useApi` is for operations of the contract. */
export function useEditAt(at: ContentAt, { shown, ...options }: EditOptions = {}) {
  const resource = resourceAt(at)
  return useMutation<Edited, Error, Edit>({
    ...options,
    mutationKey: [resource, 'edit'],
    scope: { id: resource },
    meta: { resource, ...(shown ? { shown } : {}) },
    mutationFn: (edit) => editAt(at, edit),
  })
}

/** Addresses of pages there. */
export const placesAt = ({ spaceId, change }: ContentAt) => {
  const root = change === undefined ? places.space(spaceId) : places.changePart(spaceId, change, 'pages')
  return {
    root,
    page: (pageId: string) => (change === undefined ? places.page(spaceId, pageId) : `${root}/${pageId}`),
    edit: (pageId: string) =>
      change === undefined ? places.editPage(spaceId, pageId) : `${root}/${pageId}/edit`,
  }
}
