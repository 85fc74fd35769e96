import { icons } from '#contract/icons.ts'
import { fontIcon } from '../../font-icons.ts'
import { handle } from '../../handle.ts'

export const iconHandlers = handle(icons, {
  async list(_, { query: { names } }) {
    const found = [...new Set(names.split(','))].flatMap((name) => {
      const shape = fontIcon(name)
      return shape === null ? [] : [{ name, ...shape }]
    })
    return { icons: found }
  },
})
