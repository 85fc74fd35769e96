import { type Embed, embeds } from '#contract/embeds.ts'
import { hostOf, playerOf } from '#markup/video-players.ts'
import { handle } from '../../handle.ts'

export const embedHandlers = handle(embeds, {
  get: async (_, { query: { url } }) => embedOf(url),
  inSpace: async (_, { query: { url } }) => embedOf(url),
})

/** The address of a player consists of letters, digits and hyphens after a fixed host, so it needs no escaping. */
function embedOf(url: string): Embed {
  const player = playerOf(url)
  if (player === undefined) return { title: url, site: hostOf(url) || url, type: 'link' }
  const html = `<iframe src="${player.src}" allow="fullscreen; picture-in-picture" allowfullscreen></iframe>`
  return { title: url, site: player.site, type: 'rich', html }
}
