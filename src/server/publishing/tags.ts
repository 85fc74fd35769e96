import { pageTags } from '#contract/pages.ts'
import { type TagStyle, tagLabelOf } from '#markup/updates.ts'
import type { TagModel } from '#published/tags.ts'
import type { PageEntry } from '../content/entries.ts'
import { fontIcon } from '../font-icons.ts'
import { emojiCharacter } from './emoji.ts'
import type { SpaceView } from './view.ts'

/** The tags that the settings of a space define, by slug. */
export async function tagStylesOf({ content }: Pick<SpaceView, 'content'>) {
  const tags = await content.tags()
  return new Map<string, TagStyle>(
    tags.map(({ slug, emoji, ...style }) => [
      slug,
      { ...style, ...(emoji === undefined ? {} : { emoji: emojiCharacter(emoji) }) },
    ]),
  )
}

/** The tags of a page. A tag that the settings don't define has its slug as words. */
export const tagsOfPage = (
  { tags = [] }: PageEntry,
  styles: ReadonlyMap<string, TagStyle>,
  iconStyle: string,
): TagModel[] =>
  pageTags
    .catch([])
    .parse(tags)
    .map(({ tag: { tag } }) => {
      const { icon, ...style } = styles.get(tag) ?? { label: tagLabelOf(tag) }
      const shape = icon === undefined ? null : fontIcon(icon, iconStyle)
      return { ...style, ...(shape === null ? {} : { icon: shape }) }
    })
