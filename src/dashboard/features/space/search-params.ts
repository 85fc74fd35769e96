import { id, oneOf, type SearchOf, searchParams, text } from '../../lib/search-params.ts'

/** Search params of the page views: the open dialog, its page, and the comments next to the text. */
export const spaceSearch = searchParams({
  new: oneOf('page', 'group', 'link'),
  /** Ids of the page whose settings are open, and of the page to move within the space or to another one. */
  settings: text(),
  move: text(),
  moveToSpace: text(),
  /** Id of the page whose owner and review date are open. */
  review: text(),
  in: text(),
  comments: oneOf('open', 'resolved', 'all'),
  comment: id,
  /** Key of the block to comment on. */
  commentOn: text(),
})
export type SpaceSearch = SearchOf<typeof spaceSearch>
