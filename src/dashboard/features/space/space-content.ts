import { useSuspenseQuery } from '@tanstack/react-query'
import type { File } from '#contract/files.ts'
import type { Space } from '#contract/spaces.ts'
import { indexOf, type PageIndex } from '../../components/page-text/page-index.ts'
import { contentQuery, filesById, spaceQuery } from './space-queries.ts'

/** A space as the views of its pages need it. */
export type Content = {
  readonly space: Space
  readonly index: PageIndex
  readonly files: ReadonlyMap<string, File>
  /** Whether pages may be changed here and now. */
  readonly mayEdit: boolean
}

/** Only under a route that has loaded the space and its content. */
export function useSpaceContent(spaceId: string): Content {
  const { data: space } = useSuspenseQuery(spaceQuery(spaceId))
  const { data: content } = useSuspenseQuery(contentQuery(spaceId))
  return {
    space,
    index: indexOf(content.pages),
    files: filesById(content.files),
    mayEdit: space.permissions.edit && space.editMode !== 'locked',
  }
}
