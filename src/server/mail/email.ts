import { toHtml } from 'hast-util-to-html'
import { h } from 'hastscript'

/** An email that is ready to be sent. */
export type Email = {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** The content of an email: paragraphs, one button, and a small note. */
export type EmailContent = {
  readonly to: string
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly link: { readonly label: string; readonly url: string }
  readonly note: string
}

const STYLE = {
  page: 'margin:0;padding:24px;background:#f6f6f5;font:16px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif;color:#1c1c1a',
  sheet: 'max-width:520px;margin:0 auto;padding:24px 28px;background:#ffffff;border-radius:8px',
  button:
    'display:inline-block;padding:10px 18px;border-radius:6px;background:#1c1c1a;color:#ffffff;text-decoration:none',
  small: 'font-size:13px;color:#6a6a66;overflow-wrap:anywhere',
}

/** Renders the one template as plain text and as HTML. */
export function renderEmail({ to, subject, paragraphs, link, note }: EmailContent): Email {
  return {
    to,
    subject: oneLine(subject),
    text: `${[...paragraphs.map(oneLine), `${link.label}:\n${link.url}`, note].join('\n\n')}\n`,
    html: `<!doctype html>\n${toHtml(
      h('html', { lang: 'en' }, [
        h('head', [h('meta', { charSet: 'utf-8' }), h('title', oneLine(subject))]),
        h('body', { style: STYLE.page }, [
          h('div', { style: STYLE.sheet }, [
            ...paragraphs.map((paragraph) => h('p', oneLine(paragraph))),
            h('p', [h('a', { href: link.url, style: STYLE.button }, link.label)]),
            h('p', { style: STYLE.small }, note),
            h('p', { style: STYLE.small }, [
              'Button not working? Open ',
              h('a', { href: link.url }, link.url),
            ]),
          ]),
        ]),
      ]),
    )}\n`,
  }
}

/** Names come from users: a line break in one must not start a new line (header injection). */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
