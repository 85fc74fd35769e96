import { everyPage, type ModelPage, takenOut } from './model.ts'

/** Numbers that are the same in every run. */
export function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** One edit of one page. Each page is edited once at most, so that no two requests clash. */
export type Edit =
  | { readonly kind: 'append'; readonly key: string; readonly to: string }
  | { readonly kind: 'app-link' | 'begin' | 'word' | 'delete'; readonly key: string }
  | { readonly kind: 'rename' | 'slug'; readonly key: string; readonly name: string }
  | { readonly kind: 'move'; readonly key: string; readonly into: string }
  | { readonly kind: 'insert'; readonly key: string; readonly into: string; readonly name: string }

const kinds = [
  'append',
  'word',
  'begin',
  'rename',
  'move',
  'append',
  'delete',
  'insert',
  'slug',
  'app-link',
] as const

/** Draws 50 edits for 10 requests; what they touch is apart. */
export function drawEdits(pages: readonly ModelPage[], roll: (below: number) => number): Edit[] {
  const [, ...others] = everyPage(pages)
  const leaves = others.filter(({ children, text }) => children.length === 0 && text !== '')
  const take = (from: ModelPage[]): string => from.splice(roll(from.length), 1)[0]?.key ?? ''
  const folders = others.filter(({ children }) => children.length > 0)
  return Array.from({ length: 50 }, (_, index): Edit => {
    const kind = kinds[index % kinds.length] ?? 'word'
    if (kind === 'insert')
      return { kind, key: `new-${index}`, into: take(folders), name: `New page ${index}` }
    const key = take(leaves)
    if (kind === 'append') return { kind, key, to: take(leaves) }
    if (kind === 'move') return { kind, key, into: take(folders) }
    if (kind === 'rename') return { kind, key, name: `Renamed *${index}*` }
    if (kind === 'slug') return { kind, key, name: `slug-${index}` }
    return { kind, key }
  })
}

export type Say = { readonly link: (key: string) => string; readonly app: string }

/** The text that an edit makes of one; the same for the model and for what the service answered. */
export function textAfter(text: string, edit: Edit, { link, app }: Say): string {
  const end = (words: string) => `${text.trimEnd()}\n\n${words}\n`
  if (edit.kind === 'append') return end(`See [another page](${link(edit.to)}).`)
  if (edit.kind === 'app-link') return end(`Also [in the application](${app}).`)
  if (edit.kind === 'begin') return `A word before all others.\n\n${text}`
  if (edit.kind === 'word') return text.replace(/Fluentd|plugin|the/, 'EDITED')
  return text
}

export const newText = ({ name }: { readonly name: string }): string => `The text of ${name}.\n`

/** Does an edit in the model. */
export function applyTo(pages: ModelPage[], edit: Edit, say: Say): void {
  const at = (key: string): ModelPage => {
    const page = everyPage(pages).find((one) => one.key === key)
    if (page === undefined) throw new Error(`The model has no ${key}`)
    return page
  }
  if (edit.kind === 'insert') {
    const slug = edit.name.toLowerCase().replaceAll(' ', '-')
    at(edit.into).children.push({ key: edit.key, title: edit.name, slug, text: newText(edit), children: [] })
    return
  }
  if (edit.kind === 'delete') return void takenOut(pages, edit.key)
  const page = at(edit.key)
  page.text = textAfter(page.text, edit, say)
  if (edit.kind === 'rename') page.title = edit.name
  if (edit.kind === 'slug') page.slug = edit.name
  if (edit.kind !== 'move') return
  takenOut(pages, edit.key)
  at(edit.into).children.push(page)
}
