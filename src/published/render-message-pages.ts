import type { Element } from 'hast'
import { h } from 'hastscript'
import { documentOf } from './document.ts'
import { sentence } from './html.ts'
import { sectionsInDrawer } from './layout/navigation.ts'
import { searchAgainForm } from './layout/search-form.ts'
import type {
  NotFoundModel,
  PasswordNeededModel,
  ReaderSite,
  ShareLinkExpiredModel,
  SignInNeededModel,
  ThanksModel,
} from './model.ts'
import { fill, formatDate, textsOf } from './texts/texts.ts'

/** The page for visitors who are not signed in, if the site has no sign-in URL to redirect to. */
export function renderSignInNeeded({ site }: SignInNeededModel): string {
  const texts = textsOf(site.locale)
  return renderPrivatePage(site, texts.signInTitle, [
    h('p.eyebrow', texts.privateWord),
    h('h1.title', texts.signInTitle),
    h('p.lead', texts.signInLead),
    h('p.fine', texts.signInHelp),
  ])
}

/** The page for an expired share link. */
export function renderShareLinkExpired({ site, endedAt }: ShareLinkExpiredModel): string {
  const texts = textsOf(site.locale)
  const date = endedAt ? formatDate(endedAt, site.locale) : null
  return renderPrivatePage(site, texts.linkTitle, [
    h('p.eyebrow', date ? fill(texts.linkEnded, { date }) : texts.linkEndedUndated),
    h('h1.title', texts.linkTitle),
    h('p.lead', texts.linkLead),
    h('p.fine', texts.linkHelp),
  ])
}

/** The password form of a share link. */
export function renderPasswordNeeded({ site, action, to, isWrong }: PasswordNeededModel): string {
  const texts = textsOf(site.locale)
  const error = isWrong ? [h('p#password-error.password-error', texts.passwordWrong)] : []
  const field = h('input#password', {
    type: 'password',
    name: 'password',
    required: true,
    autoFocus: true,
    autoComplete: 'current-password',
    ...(isWrong ? { ariaInvalid: 'true', ariaDescribedBy: 'password-error' } : {}),
  })
  return renderPrivatePage(site, texts.passwordTitle, [
    h('p.eyebrow', texts.privateWord),
    h('h1.title', texts.passwordTitle),
    h('p.lead', texts.passwordLead),
    h('form.password', { method: 'post', action }, [
      h('input', { type: 'hidden', name: 'to', value: to }),
      h('label', { for: 'password' }, texts.password),
      h('div', [field, h('button.button.primary', { type: 'submit' }, texts.passwordOpen)]),
      ...error,
    ]),
  ])
}

function renderPrivatePage(site: ReaderSite, title: string, parts: Element[]): string {
  const body = h('main#~content.frame.message-page', { tabIndex: -1 }, h('div', parts))
  return documentOf(site, { title, noIndex: true }, [body], true)
}

/** The page for an unknown path: similar pages, a prefilled search and a link to the home page. */
export function renderNotFound(model: NotFoundModel): string {
  const { site, path, suggestions } = model
  const texts = textsOf(site.locale)
  const lead = suggestions.length ? texts.notFoundClose : texts.notFoundAlone
  const home = h('a', { href: site.homeHref }, texts.homePage)
  const body = h('main#~content.frame.message-page', { tabIndex: -1 }, [
    h('div', [
      h('p.eyebrow', '404'),
      h('h1.title', texts.notFoundTitle),
      h('p.lead', sentence(lead, 'path', h('code', { dir: 'ltr' }, path))),
      ...closePages(model),
      searchAgainForm(site, texts.notFoundSearch, model.query),
      h('p.fine.linked', sentence(texts.notFoundHome, 'link', home)),
      ...sectionsInDrawer(site),
    ]),
  ])
  return documentOf(site, { title: texts.notFoundTitle, noIndex: true }, [body])
}

function closePages({ suggestions }: NotFoundModel): Element[] {
  if (suggestions.length === 0) return []
  const rows = suggestions.map(({ title, href, where }) =>
    h('li', h('a', { href }, [title, ...(where ? [h('span', where)] : [])])),
  )
  return [h('ul.plain', rows)]
}

/** The page after feedback without the script: thanks, a comment form and a link back. */
export function renderThanks(model: ThanksModel): string {
  const { site, page } = model
  const texts = textsOf(site.locale)
  const body = h('main#~content.frame.message-page', { tabIndex: -1 }, [
    h('div', [
      h('h1.title', page.title),
      h('p.lead', texts.helpfulThanks),
      ...moreForm(model),
      h('p.fine.linked', h('a', { href: page.href }, texts.helpfulBack)),
    ]),
  ])
  return documentOf(site, { title: page.title, noIndex: true }, [body])
}

function moreForm({ site, more }: ThanksModel): Element[] {
  if (!more) return []
  const texts = textsOf(site.locale)
  return [
    h('form.feedback', { method: 'post', action: more.action }, [
      h('input', { type: 'hidden', name: 'rating', value: more.rating }),
      h('label', { for: '~why' }, texts.helpfulWhy),
      h('textarea#~why', { name: 'comment', maxLength: 512, required: true }),
      h('button.button.is-small', { type: 'submit' }, texts.helpfulSend),
    ]),
  ]
}
