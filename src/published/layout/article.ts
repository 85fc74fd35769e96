import type { Element } from 'hast'
import { h } from 'hastscript'
import { sentence } from '../html.ts'
import type { Page, PageModel } from '../model.ts'
import type { Texts } from '../texts/english.ts'
import { formatDate, textsOf } from '../texts/texts.ts'
import { icon } from './icons.ts'
import { actionRows, copyButton } from './page-actions.ts'

/** The line above the title: breadcrumb and page actions. */
export function articleTop(model: PageModel): Element {
  const texts = textsOf(model.site.locale)
  return h('div.top', [breadcrumb(model, texts), ...actions(model.page, texts)])
}

function breadcrumb({ breadcrumbs }: PageModel, texts: Texts): Element {
  if (breadcrumbs.length === 0) return h('span')
  const steps = breadcrumbs.map(({ title, href }) => h('li', href ? h('a', { href }, title) : title))
  return h('nav.crumbs', { ariaLabel: texts.breadcrumb }, h('ol', steps))
}

function actions(page: Page, texts: Texts): Element[] {
  if (page.layout?.hidesActions) return []
  const rows = [...(page.actions ?? ['markdown', 'pdf']), 'git', 'feed'].flatMap((one) =>
    actionRows(one, page, texts),
  )
  if (rows.length === 0) return []
  return [h('div.split', [...copyButton(page, texts), moreActions(rows, texts)])]
}

function moreActions(rows: Element[], texts: Texts): Element {
  return h('details.menu', [
    h('summary', [h('span.vh', texts.moreActions), icon('down', 'i i-s')]),
    h('ul.menu-list.at-end', rows),
  ])
}

/** The end of an article: feedback form, date of the last update, previous and next page. */
export function articleEnd(page: Page, locale: string): Element[] {
  const texts = textsOf(locale)
  const parts = [...feedbackForm(page, texts), ...pageMeta(page, locale, texts), ...pager(page, texts)]
  return parts.length ? [h('div.article-end', parts)] : []
}

function feedbackForm({ feedbackHref }: Page, texts: Texts): Element[] {
  if (!feedbackHref) return []
  const labels = {
    'data-why': texts.helpfulWhy,
    'data-send': texts.helpfulSend,
    'data-thanks': texts.helpfulThanks,
    'data-failed': texts.helpfulFailed,
  }
  const ratings = [
    { value: 'good', title: texts.helpfulYes },
    { value: 'ok', title: texts.helpfulPartly },
    { value: 'bad', title: texts.helpfulNo },
  ].map(({ value, title }) => h('button.button.is-small', { type: 'submit', name: 'rating', value }, title))
  return [
    h('form.feedback', { method: 'post', action: feedbackHref, ...labels }, [
      h('fieldset', [h('legend', texts.helpful), h('span.ratings', ratings)]),
    ]),
  ]
}

function pageMeta({ updatedAt, editHref, editing }: Page, locale: string, texts: Texts): Element[] {
  const date = updatedAt ? formatDate(updatedAt, locale) : null
  const time = date && updatedAt ? h('time', { dateTime: updatedAt.slice(0, 10) }, date) : null
  const updated = time ? [h('span', sentence(texts.updated, 'date', time))] : []
  const edit = editHref ? [h('a', { href: editHref }, [icon('pencil', 'i i-s'), texts.edit])] : []
  const parts = [
    ...updated,
    ...edit,
    ...(editing && edit.length === 0 ? [memberEditLink(editing, texts)] : []),
  ]
  return parts.length ? [h('div.page-meta', parts)] : []
}

/** Hidden until the script knows that the reader may edit. */
function memberEditLink({ space, page }: NonNullable<Page['editing']>, texts: Texts): Element {
  const attributes = { hidden: true, 'data-space': space, 'data-page': page }
  return h('a.edit-page', attributes, [icon('pencil', 'i i-s'), texts.edit])
}

function pager({ prev, next }: Page, texts: Texts): Element[] {
  if (!prev && !next) return []
  const link = (rel: 'prev' | 'next', href: string, label: string, title: string) =>
    h('a', { href, rel }, [label, h('strong', title)])
  return [
    h('nav.pager', { ariaLabel: texts.turn }, [
      ...(prev ? [link('prev', prev.href, texts.previous, prev.title)] : []),
      ...(next ? [link('next', next.href, texts.next, next.title)] : []),
    ]),
  ]
}
