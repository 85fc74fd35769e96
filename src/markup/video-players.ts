/** Video hosts whose pages have a player that can be embedded. */
const players: readonly { readonly site: string; readonly pattern: RegExp; readonly base: string }[] = [
  {
    site: 'YouTube',
    pattern:
      /^https:\/\/(?:www\.|m\.)?youtube\.com\/(?:watch\?(?:.*&)?v=|embed\/|shorts\/|live\/)([\w-]{6,20})/,
    base: 'https://www.youtube-nocookie.com/embed/',
  },
  {
    site: 'YouTube',
    pattern: /^https:\/\/youtu\.be\/([\w-]{6,20})/,
    base: 'https://www.youtube-nocookie.com/embed/',
  },
  {
    site: 'Vimeo',
    pattern: /^https:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/)?(\d{5,15})/,
    base: 'https://player.vimeo.com/video/',
  },
  {
    site: 'Loom',
    pattern: /^https:\/\/(?:www\.)?loom\.com\/(?:share|embed)\/([\da-f]{16,40})/,
    base: 'https://www.loom.com/embed/',
  },
]

/** The player of a video, and the name of its host; undefined for other URLs. */
export function playerOf(url: string): { readonly src: string; readonly site: string } | undefined {
  for (const { site, pattern, base } of players) {
    const id = pattern.exec(url)?.[1]
    if (id) return { src: base + id, site }
  }
}

/** The host of a URL without `www.`; empty for other texts. */
export const hostOf = (url: string): string => /^https?:\/\/(?:www\.)?([^/:?#]+)/i.exec(url)?.[1] ?? ''
