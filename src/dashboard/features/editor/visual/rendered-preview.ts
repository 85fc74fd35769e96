import { emojiNamed } from '#markup/emoji.ts'
import type { IconShape } from '#markup/font-icons.ts'
import type { LinkContext } from '../../../components/page-text/page-links.ts'
import { renderPage } from '../../../components/page-text/render-page.ts'
import type { IconShapes } from './icon-shapes.ts'

export type PreviewEvents = { readonly place: () => LinkContext; readonly icons: IconShapes }

/** Shows Markdown as readers see it, and again once its icons are loaded. */
export function showRendered(
  markdown: string,
  { place, icons }: PreviewEvents,
  show: (html: string) => void,
): void {
  const render = () =>
    renderPage(markdown, { title: '', place: place(), icons: shapesIn(icons), emoji: emojiNamed })
  const page = render()
  show(page.html)
  void icons.load(page.icons).then((isNew) => isNew && show(render().html))
}

const shapesIn = ({ known }: IconShapes): ReadonlyMap<string, IconShape> =>
  new Map([...known].flatMap(([name, shape]) => (shape === null ? [] : [[name, shape] as const])))
