import { memo } from '#published/memo.ts'
import type { ReaderSite } from '#published/model.ts'
import {
  renderPasswordNeeded,
  renderShareLinkExpired,
  renderSignInNeeded,
} from '#published/render-message-pages.ts'
import { siteIcon } from '#published/theme/icon.ts'
import { ownFilesOf, readerSiteOf } from './reader-site.ts'
import { bodyOf } from './response-bodies.ts'
import type { Admission } from './site-access.ts'
import { okResponse, type SiteResponse } from './site-response.ts'
import { basePathOf, type Visit } from './visit.ts'

/** Denials that say that the site exists. */
export type DeniedAccess = Extract<
  Admission,
  { readonly kind: 'sign-in-required' | 'password-required' | 'expired' }
>

/** A visitor's attempt to open a restricted site. */
export type AccessAttempt = {
  /** The requested path of the site. */
  readonly path: string
  /** Whether they entered a wrong password. */
  readonly isWrongPassword?: boolean
}

/**
 * The page for a visitor without access, or the stylesheet of that page. It reveals nothing of the site but its theme
 * and its language. The page of an expired share link has no stylesheet, since its key opens nothing.
 */
export async function accessPage(
  visit: Visit,
  denial: DeniedAccess,
  { path, isWrongPassword: isWrong = false }: AccessAttempt,
): Promise<SiteResponse> {
  const fullSite = await readerSiteOf(visit, undefined)
  if (denial.kind === 'expired') {
    const site = siteWithoutStyle(fullSite)
    const endedAt = denial.at?.toISOString()
    return { kind: 'access-page', status: 404, page: renderShareLinkExpired({ site, endedAt }) }
  }
  const base = basePathOf(visit)
  const style = base + path === fullSite.assets.siteCss ? ownFilesOf(visit).get(path.slice(1)) : undefined
  if (style !== undefined)
    return { ...okResponse(bodyOf(style.type, style.text)), isImmutable: true, isPrivate: true }
  const site = siteWithInlineIcon(fullSite)
  if (denial.kind === 'sign-in-required')
    return { kind: 'access-page', status: 401, page: renderSignInNeeded({ site }) }
  const action = `${base}/~unlock`
  const to = path.replace(/^\/+/, '')
  return { kind: 'access-page', status: 401, page: renderPasswordNeeded({ site, action, to, isWrong }) }
}

/** Icon files of a restricted site need access, so the page contains an icon in the site's color. */
const siteWithInlineIcon = memo((site: ReaderSite): ReaderSite => {
  const icon = siteIcon({ color: site.customization.styling?.primaryColor?.light ?? '' })
  return { ...site, assets: { ...site.assets, icon: `data:image/svg+xml,${encodeURIComponent(icon)}` } }
})

const siteWithoutStyle = memo((site: ReaderSite): ReaderSite => {
  const icon = siteWithInlineIcon(site)
  return { ...icon, assets: { ...icon.assets, siteCss: undefined } }
})
