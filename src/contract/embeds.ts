import { z } from 'zod'
import { resource } from './route.ts'
import { spacePath } from './shared/paths.ts'
import { uri } from './shared/values.ts'

/** How a page shows a URL: as a player of a known video host, or as a link. */
export const embed = z
  .object({ title: z.string(), site: z.string().describe('The host, or its name where it is known') })
  .and(
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('link') }),
      z.object({ type: z.literal('rich'), html: z.string().describe('An `iframe` with the player') }),
    ]),
  )
  .meta({ id: 'Embed' })
export type Embed = z.infer<typeof embed>

const query = z.object({ url: uri })
const description =
  'Videos on YouTube, Vimeo and Loom are `rich`; any other URL is a `link`. The URL itself isn’t requested.'

export const embeds = resource('embeds', {
  get: {
    id: 'getEmbed',
    method: 'GET',
    path: '/urls/embed',
    summary: 'Get how a URL is embedded in pages.',
    description,
    permission: 'user',
    query,
    status: 200,
    response: embed,
  },
  inSpace: {
    id: 'getSpaceEmbed',
    method: 'GET',
    path: '/spaces/:spaceId/embed',
    summary: 'Get how a URL is embedded in the pages of a space.',
    description,
    permission: 'space.view',
    params: spacePath,
    query,
    status: 200,
    response: embed,
  },
})
