import type { Element } from 'hast'
import { h } from 'hastscript'
import { documentOf } from './document.ts'
import { sentence } from './html.ts'
import type { ReaderSite, ShareLinkExpiredModel, SignInNeededModel } from './model.ts'
import { dateInWords, fill, textsOf } from './texts/texts.ts'

/** What a reader without access sees of a private site: its name and the way to sign in. */
export function renderSignInNeeded({ site, signInHref, contact }: SignInNeededModel): string {
  const texts = textsOf(site.locale)
  const mail = contact ? h('a', { href: `mailto:${contact}` }, contact) : null
  const help = mail ? sentence(texts.signInHelpMail, 'link', mail) : texts.signInHelp
  return privatePage(site, texts.signInTitle, [
    h('p.code-word', texts.privateWord),
    h('h1.title', texts.signInTitle),
    h('p.lead', fill(texts.signInLead, { title: site.title })),
    h('div.buttons', h('a.button.primary.is-large', { href: signInHref }, texts.signIn)),
    h('p.fine.linked', help),
  ])
}

/** What the holder of a share link sees after its end. */
export function renderShareLinkExpired(model: ShareLinkExpiredModel): string {
  const { site } = model
  const texts = textsOf(site.locale)
  return privatePage(site, texts.linkTitle, [
    h('p.code-word', endOf(model)),
    h('h1.title', texts.linkTitle),
    h('p.lead', texts.linkLead),
    ...options(model),
    h('p.fine.linked', texts.linkHelp),
  ])
}

function privatePage(site: ReaderSite, title: string, parts: Element[]): string {
  const body = h('main#content.frame.say', { tabIndex: -1 }, h('div', parts))
  return documentOf(site, { title, noIndex: true }, [body], true)
}

function endOf({ site, endedAt }: ShareLinkExpiredModel): string {
  const texts = textsOf(site.locale)
  const date = endedAt ? dateInWords(endedAt, site.locale) : null
  return date ? fill(texts.linkEnded, { date }) : texts.linkEndedUndated
}

function options({ site, signInHref, publicHref }: ShareLinkExpiredModel): Element[] {
  const texts = textsOf(site.locale)
  const rows = [
    { href: signInHref, title: texts.linkSignIn, where: texts.linkSignInWhere },
    { href: publicHref, title: texts.linkPublic, where: texts.linkPublicWhere },
  ].flatMap(({ href, title, where }) => (href ? [h('li', h('a', { href }, [title, h('span', where)]))] : []))
  return rows.length ? [h('h2', texts.linkOptions), h('ul.plain', rows)] : []
}
