import type { Element } from 'hast'
import { h } from 'hastscript'
import { documentOf } from './document.ts'
import { sentence } from './html.ts'
import { searchAgainForm } from './layout/search-form.ts'
import type { NotFoundModel } from './model.ts'
import { textsOf } from './texts/texts.ts'

/** The page for an address without one: pages that are close, a search with its words, the way home. */
export function renderNotFound(model: NotFoundModel): string {
  const { site, path, suggestions } = model
  const texts = textsOf(site.locale)
  const lead = suggestions.length ? texts.notFoundClose : texts.notFoundAlone
  const home = h('a', { href: site.homeHref }, texts.homePage)
  const body = h('main#content.frame.say', { tabIndex: -1 }, [
    h('div', [
      h('p.code-word', '404'),
      h('h1.title', texts.notFoundTitle),
      h('p.lead', sentence(lead, 'path', h('code', { dir: 'ltr' }, path))),
      ...closePages(model),
      searchAgainForm(site, texts.notFoundSearch, model.query),
      h('p.fine.linked', sentence(texts.notFoundHome, 'link', home)),
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
