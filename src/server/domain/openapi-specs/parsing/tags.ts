import type { SpecTag } from '../../../importing/spec-outline.ts'
import { atMost, type Json, listIn, textIn } from './json.ts'

const MAX_TAGS = 500
const MAX_DESCRIPTION_LENGTH = 20_000

/** The tags that a specification describes, in its order, with what its authors say about their pages. */
export const tagsOf = (document: Json): SpecTag[] =>
  listIn(document, 'tags')
    .slice(0, MAX_TAGS)
    .flatMap((tag) => {
      const name = textIn(tag, 'name')
      const text = (field: string, length: number) => {
        const value = textIn(tag, field)
        return value === undefined ? undefined : atMost(value, length)
      }
      if (name === undefined) return []
      return [
        {
          name: atMost(name, 200),
          title: text('x-page-title', 200) ?? text('x-displayName', 200),
          icon: text('x-page-icon', 50),
          summary: text('x-page-description', 300),
          description: text('description', MAX_DESCRIPTION_LENGTH),
          parent: text('x-parent', 200) ?? text('parent', 200),
        },
      ]
    })
