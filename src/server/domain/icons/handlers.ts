import { icons } from '#contract/icons.ts'
import { MAX_ICONS } from '#contract/shared/limits.ts'
import { searchFontIcons } from '../../font-icon-search.ts'
import { fontIcon } from '../../font-icons.ts'
import { handle } from '../../handle.ts'

export const iconHandlers = handle(icons, {
  async search(_, { query: { query } }) {
    return { icons: searchFontIcons(query, MAX_ICONS) }
  },

  async list(_, { query: { names } }) {
    const found = [...new Set(names.split(','))].flatMap((name) => {
      const shape = fontIcon(name)
      return shape === null ? [] : [{ name, ...shape }]
    })
    return { icons: found }
  },
})
