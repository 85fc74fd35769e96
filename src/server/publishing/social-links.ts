import type { SiteCustomization } from '#contract/site-customization.ts'
import type { Link } from '#published/model.ts'

type Account = NonNullable<SiteCustomization['socialAccounts']>[number]

/** Name and account URL of each platform, with `*` for the handle. */
const platforms: Record<Account['platform'], readonly [title: string, address: string]> = {
  twitter: ['X', 'https://x.com/*'],
  instagram: ['Instagram', 'https://www.instagram.com/*'],
  facebook: ['Facebook', 'https://www.facebook.com/*'],
  linkedin: ['LinkedIn', 'https://www.linkedin.com/company/*'],
  github: ['GitHub', 'https://github.com/*'],
  discord: ['Discord', 'https://discord.gg/*'],
  slack: ['Slack', 'https://*.slack.com/'],
  youtube: ['YouTube', 'https://www.youtube.com/@*'],
  tiktok: ['TikTok', 'https://www.tiktok.com/@*'],
  reddit: ['Reddit', 'https://www.reddit.com/r/*'],
  bluesky: ['Bluesky', 'https://bsky.app/profile/*'],
  mastodon: ['Mastodon', 'https://mastodon.social/@*'],
  threads: ['Threads', 'https://www.threads.net/@*'],
  medium: ['Medium', 'https://medium.com/@*'],
}

/** The link to an account; none for an invalid handle. Mastodon handles include the server: `@name@server`. */
export function socialLink({ platform, handle }: Account): Link[] {
  const [title, address] = platforms[platform]
  const name = handle.trim().replace(/^@/, '')
  const [, user, server] = /^([\w.]+)@([\w-]+(?:\.[\w-]+)+)$/.exec(name) ?? []
  if (platform === 'mastodon' && user && server) return [{ title, href: `https://${server}/@${user}` }]
  const isName = platform === 'slack' ? /^[\w-]+$/ : /^[\w.-]+(?:\/[\w.-]+)*$/
  return isName.test(name) ? [{ title, href: address.replace('*', name) }] : []
}
