import { z } from 'zod'
import { resource } from './route.ts'
import { MAX_ICONS } from './shared/limits.ts'

const names = z
  .string()
  .max(1300)
  .regex(
    /^(?:(?:brands|regular|solid)\/)?[a-z0-9-]{1,50}(?:,(?:(?:brands|regular|solid)\/)?[a-z0-9-]{1,50}){0,19}$/,
    'Use names such as “rocket” or “brands/github”, joined by commas',
  )

const shapes = z.object({
  icons: z.array(
    z.object({
      name: z.string().describe('As it was asked for, or as it was found'),
      width: z.number().int(),
      height: z.number().int(),
      path: z.string().describe('SVG path data'),
    }),
  ),
})

export const icons = resource('icons', {
  search: {
    id: 'searchIcons',
    method: 'GET',
    path: '/icons/search',
    summary: 'Search the icons that pages can show by name.',
    description: `Returns up to ${MAX_ICONS} icons with their shapes, best match first. Each icon is returned once, even if it has several names.`,
    permission: 'user',
    query: z.object({
      query: z.string().trim().min(1).max(50).describe('Part of a name, such as `rocket` or `arrow left`'),
    }),
    status: 200,
    response: shapes,
  },
  list: {
    id: 'listIcons',
    method: 'GET',
    path: '/icons',
    summary: 'Get the shapes of icons that pages name, such as `rocket`.',
    description: 'Icons are free ones of Font Awesome. A name without an icon is left out.',
    permission: 'user',
    query: z.object({
      names: names.describe(`1 to ${MAX_ICONS} names of up to 50 characters, joined by commas`),
    }),
    status: 200,
    response: shapes,
  },
})
