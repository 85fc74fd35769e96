import { memo } from '#published/memo.ts'
import type { ReaderSite } from '#published/model.ts'
import {
  renderPasswordNeeded,
  renderShareLinkExpired,
  renderSignInNeeded,
} from '#published/render-private.ts'
import { siteIcon } from '#published/theme/icon.ts'
import { type Answer, found } from './answers.ts'
import { bodyOf } from './bodies.ts'
import type { Entry } from './gate.ts'
import { ownFilesOf, readerSiteOf } from './reader-site.ts'
import { basePathOf, type Visit } from './visit.ts'

/** Why somebody is not let in who may know that the site is there. */
export type Closed = Extract<Entry, { readonly kind: 'unknown' | 'locked' | 'ended' }>

/** Where somebody stands before a closed site. */
export type Before = {
  /** Path of the site that they asked for. */
  readonly path: string
  /** They gave a password, and it was wrong. */
  readonly isWrong?: boolean
}

/**
 * What is answered who is not let in: a page that tells nothing of the site but its looks and its language, and the
 * style sheet of these looks. The key of a link that has ended opens nothing, so its page goes without that sheet.
 */
export async function doorOf(
  visit: Visit,
  closed: Closed,
  { path, isWrong = false }: Before,
): Promise<Answer> {
  const whole = await readerSiteOf(visit, undefined)
  if (closed.kind === 'ended') {
    const site = withoutStyle(whole)
    const endedAt = closed.at?.toISOString()
    return { kind: 'door', status: 404, page: renderShareLinkExpired({ site, endedAt }) }
  }
  const base = basePathOf(visit)
  const style = base + path === whole.assets.siteCss ? ownFilesOf(visit).get(path.slice(1)) : undefined
  if (style !== undefined)
    return { ...found(bodyOf(style.type, style.text)), isImmutable: true, isPrivate: true }
  const site = closedSite(whole)
  if (closed.kind === 'unknown') return { kind: 'door', status: 401, page: renderSignInNeeded({ site }) }
  const action = `${base}/~unlock`
  const to = path.replace(/^\/+/, '')
  return { kind: 'door', status: 401, page: renderPasswordNeeded({ site, action, to, isWrong }) }
}

/** The icon of a site lies behind its door, so that the page carries one in its colour. */
const closedSite = memo((site: ReaderSite): ReaderSite => {
  const icon = siteIcon({ color: site.customization.styling?.primaryColor?.light ?? '' })
  return { ...site, assets: { ...site.assets, icon: `data:image/svg+xml,${encodeURIComponent(icon)}` } }
})

const withoutStyle = memo((site: ReaderSite): ReaderSite => {
  const closed = closedSite(site)
  return { ...closed, assets: { ...closed.assets, siteCss: undefined } }
})
