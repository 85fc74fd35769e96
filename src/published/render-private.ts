import type { Element } from 'hast'
import { h } from 'hastscript'
import { documentOf } from './document.ts'
import type { PasswordNeededModel, ReaderSite, ShareLinkExpiredModel, SignInNeededModel } from './model.ts'
import { dateInWords, fill, textsOf } from './texts/texts.ts'

/** What a reader sees who does not say who they are, where nobody leads them to where that is said. */
export function renderSignInNeeded({ site }: SignInNeededModel): string {
  const texts = textsOf(site.locale)
  return privatePage(site, texts.signInTitle, [
    h('p.code-word', texts.privateWord),
    h('h1.title', texts.signInTitle),
    h('p.lead', texts.signInLead),
    h('p.fine', texts.signInHelp),
  ])
}

/** What the holder of a share link sees after its end. */
export function renderShareLinkExpired({ site, endedAt }: ShareLinkExpiredModel): string {
  const texts = textsOf(site.locale)
  const date = endedAt ? dateInWords(endedAt, site.locale) : null
  return privatePage(site, texts.linkTitle, [
    h('p.code-word', date ? fill(texts.linkEnded, { date }) : texts.linkEndedUndated),
    h('h1.title', texts.linkTitle),
    h('p.lead', texts.linkLead),
    h('p.fine', texts.linkHelp),
  ])
}

/** Asks for the password of a share link. */
export function renderPasswordNeeded({ site, action, to, isWrong }: PasswordNeededModel): string {
  const texts = textsOf(site.locale)
  const wrong = isWrong ? [h('p#wrong.wrong', texts.passwordWrong)] : []
  const field = h('input#password', {
    type: 'password',
    name: 'password',
    required: true,
    autoFocus: true,
    autoComplete: 'current-password',
    ...(isWrong ? { ariaInvalid: 'true', ariaDescribedBy: 'wrong' } : {}),
  })
  return privatePage(site, texts.passwordTitle, [
    h('p.code-word', texts.privateWord),
    h('h1.title', texts.passwordTitle),
    h('p.lead', texts.passwordLead),
    h('form.password', { method: 'post', action }, [
      h('input', { type: 'hidden', name: 'to', value: to }),
      h('label', { for: 'password' }, texts.password),
      h('div', [field, h('button.button.primary', { type: 'submit' }, texts.passwordOpen)]),
      ...wrong,
    ]),
  ])
}

function privatePage(site: ReaderSite, title: string, parts: Element[]): string {
  const body = h('main#content.frame.say', { tabIndex: -1 }, h('div', parts))
  return documentOf(site, { title, noIndex: true }, [body], true)
}
