import type { Element } from 'hast'
import { h } from 'hastscript'
import { documentOf } from './document.ts'
import type { ThanksModel } from './model.ts'
import { textsOf } from './texts/texts.ts'

/** The page after a vote without the script: thanks, a place to say more, the way back. */
export function renderThanks(model: ThanksModel): string {
  const { site, page } = model
  const texts = textsOf(site.locale)
  const body = h('main#content.frame.say', { tabIndex: -1 }, [
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
    h('form.helpful', { method: 'post', action: more.action }, [
      h('input', { type: 'hidden', name: 'rating', value: more.rating }),
      h('label', { for: 'why' }, texts.helpfulWhy),
      h('textarea#why', { name: 'comment', maxLength: 512, required: true }),
      h('button.button.is-small', { type: 'submit' }, texts.helpfulSend),
    ]),
  ]
}
