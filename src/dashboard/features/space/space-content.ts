import { useSuspenseQuery } from '@tanstack/react-query'
import type { File } from '#contract/files.ts'
import type { Space } from '#contract/spaces.ts'
import { filesById } from '../../components/page-text/files-by-id.ts'
import { indexOf, type PageIndex } from '../../components/page-text/page-index.ts'
import { type ContentAt, contentAt } from '../../lib/content-at.ts'
import { spaceQuery } from './space-queries.ts'

/** A space, or one of its change requests, as the views of its pages need it. */
export type Content = {
  readonly space: Space
  readonly at: ContentAt
  readonly index: PageIndex
  readonly files: ReadonlyMap<string, File>
  /** Whether pages may be changed here and now. */
  readonly mayEdit: boolean
}

/** Whether pages of the space itself may be changed now. */
export const mayEditLive = ({ permissions, editMode }: Space): boolean =>
  permissions.edit && editMode !== 'locked'

/** Only under a route that has loaded the space and what is there. */
export function useContent(at: ContentAt, mayEdit: (space: Space) => boolean = mayEditLive): Content {
  const { data: space } = useSuspenseQuery(spaceQuery(at.spaceId))
  const { data: content } = useSuspenseQuery(contentAt(at))
  return {
    space,
    at,
    index: indexOf(content.pages),
    files: filesById(content.files),
    mayEdit: mayEdit(space),
  }
}
