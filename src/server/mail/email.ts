import type { Element } from 'hast'
import { toHtml } from 'hast-util-to-html'
import { h } from 'hastscript'

/** An email that is ready to be sent. */
export type Email = {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly thread?: EmailThread
  readonly list?: EmailList
}

/** Makes emails about one object a conversation in mail programs. Both keys have only letters, digits, `-` and `.`. */
export type EmailThread = {
  /** The same for all emails about the object. */
  readonly key: string
  /** The same whenever this email is sent, so that mail servers recognize a repetition. */
  readonly messageKey: string
}

/** What an email that people can turn off belongs to. */
export type EmailList = {
  /** Only letters, digits, `-` and `.`. */
  readonly id: string
  readonly name: string
  /** Unsubscribes with one POST request, without signing in (RFC 8058). */
  readonly unsubscribeUrl: string
}

type Link = { readonly label: string; readonly url: string }

/** The content of an email: paragraphs, one button, and a small note. */
export type EmailContent = {
  readonly to: string
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly link: Link
  readonly note: string
}

/** Several things that happened: groups with a title, each with items. */
export type EmailDigest = Pick<Email, 'to' | 'subject' | 'thread' | 'list'> & {
  readonly groups: readonly {
    readonly title: string
    readonly items: readonly { readonly text: string; readonly quote?: string; readonly link: Link }[]
  }[]
  readonly note: string
  readonly links: readonly Link[]
}

const STYLE = {
  page: 'margin:0;padding:24px;background:#f6f6f5;font:16px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif;color:#1c1c1a',
  sheet: 'max-width:520px;margin:0 auto;padding:24px 28px;background:#ffffff;border-radius:8px',
  button:
    'display:inline-block;padding:10px 18px;border-radius:6px;background:#1c1c1a;color:#ffffff;text-decoration:none',
  small: 'font-size:13px;color:#6a6a66;overflow-wrap:anywhere',
  title: 'margin:24px 0 8px;font-size:17px;line-height:1.4;overflow-wrap:anywhere',
  quote: 'margin:8px 0;padding:0 0 0 12px;border-left:3px solid #d9d9d5;color:#4b4b47;overflow-wrap:anywhere',
  link: 'color:#1c1c1a',
}

/** Renders one message as plain text and as HTML. */
export function renderEmail({ to, subject, paragraphs, link, note }: EmailContent): Email {
  return {
    to,
    subject: oneLine(subject),
    text: `${[...paragraphs.map(oneLine), `${link.label}:\n${link.url}`, note].join('\n\n')}\n`,
    html: page(subject, [
      ...paragraphs.map((paragraph) => h('p', oneLine(paragraph))),
      h('p', [h('a', { href: link.url, style: STYLE.button }, link.label)]),
      h('p', { style: STYLE.small }, note),
      h('p', { style: STYLE.small }, ['Button not working? Open ', h('a', { href: link.url }, link.url)]),
    ]),
  }
}

/** Renders what happened as plain text and as HTML. */
export function renderDigest({ groups, note, links, ...email }: EmailDigest): Email {
  return {
    ...email,
    subject: oneLine(email.subject),
    text: `${[
      ...groups.flatMap(({ title, items }) => [
        oneLine(title),
        ...items.map(({ text, quote, link }) =>
          [oneLine(text), ...(quote === undefined ? [] : [`> ${oneLine(quote)}`]), link.url].join('\n'),
        ),
      ]),
      [note, ...links.map(({ label, url }) => `${label}: ${url}`)].join('\n'),
    ].join('\n\n')}\n`,
    html: page(email.subject, [
      ...groups.flatMap(({ title, items }) => [
        h('h2', { style: STYLE.title }, oneLine(title)),
        ...items.flatMap(({ text, quote, link }) => [
          h('p', [`${oneLine(text)} `, h('a', { href: link.url, style: STYLE.link }, link.label)]),
          ...(quote === undefined ? [] : [h('blockquote', { style: STYLE.quote }, oneLine(quote))]),
        ]),
      ]),
      h('p', { style: STYLE.small }, [
        note,
        ...links.flatMap(({ label, url }) => [' ', h('a', { href: url, style: STYLE.small }, label)]),
      ]),
    ]),
  }
}

const page = (subject: string, content: readonly Element[]): string =>
  `<!doctype html>\n${toHtml(
    h('html', { lang: 'en' }, [
      h('head', [h('meta', { charSet: 'utf-8' }), h('title', oneLine(subject))]),
      h('body', { style: STYLE.page }, [h('div', { style: STYLE.sheet }, [...content])]),
    ]),
  )}\n`

/** Names come from users: a line break in one must not start a new line (header injection). */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
