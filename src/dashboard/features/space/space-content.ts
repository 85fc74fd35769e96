import { useSuspenseQuery } from '@tanstack/react-query'
import { createContext, useContext, useMemo } from 'react'
import type { File } from '#contract/files.ts'
import type { Revision } from '#contract/revision.ts'
import type { Space } from '#contract/spaces.ts'
import { type PageIndex, pageIndexOf } from '../../components/page-text/page-index.ts'
import { filesById } from '../../components/page-text/page-links.ts'
import { type ContentRef, contentQuery } from '../../data/content.ts'
import { spaceQuery } from './queries.ts'
import type { SpaceSearch } from './search-params.ts'

/** A space or one of its change requests, as the page views need it. */
export type Content = {
  readonly space: Space
  readonly at: ContentRef
  readonly index: PageIndex
  readonly files: ReadonlyMap<string, File>
  readonly variables: NonNullable<Revision['variables']>
  /** Whether the caller can edit pages here now. */
  readonly canEdit: boolean
}

/** Whether the caller can edit pages of the space itself now. */
export const canEditLive = ({ permissions, editMode }: Space): boolean =>
  permissions.edit && editMode !== 'locked'

/** Requires a route whose loader has read the space and its content. */
export function useContent(
  { spaceId, change }: ContentRef,
  mayEdit: (space: Space) => boolean = canEditLive,
): Content {
  const { data: space } = useSuspenseQuery(spaceQuery(spaceId))
  const { data: content } = useSuspenseQuery(contentQuery({ spaceId, change }))
  const canEdit = mayEdit(space)
  return useMemo(
    () => ({
      space,
      at: { spaceId, change },
      index: pageIndexOf(content.pages),
      files: filesById(content.files),
      variables: content.variables ?? {},
      canEdit,
    }),
    [space, spaceId, change, content, canEdit],
  )
}

type Pages = {
  readonly content: Content
  readonly search: SpaceSearch
  /** Updates the search params: dialogs and comments. */
  readonly onSearch: (change: SpaceSearch) => void
  /** Opens the page tree as a sheet, below 900 px. */
  readonly openSheet: () => void
  /** Element above the tree for the editor's banner. */
  readonly bannerSlot: HTMLElement
}

/** Shared by the views next to the page tree. */
export const PagesContext = createContext<Pages | null>(null)

export function usePages(): Pages {
  const pages = useContext(PagesContext)
  if (!pages) throw new Error('There is no page tree around this view')
  return pages
}
